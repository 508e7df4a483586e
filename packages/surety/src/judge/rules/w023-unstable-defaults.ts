import { callOf, callsRepeatedAfresh, gaveResult, isAnswered, isGenerated, seenIn } from '../calls.ts'
import { answerDifferences } from '../comparable.ts'
import type { CallEvidence } from '../call-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleAlike, exampleAnswer, exampleCall, exampleText, exampleTool } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { ToolRule } from '../rule.ts'
import { clip, show } from '../words.ts'

const leftOut = exampleAlike(exampleAnswer({ order: 'asc' }))
const writtenOut: Partial<CallEvidence> = {
  id: 3,
  purpose: 'default',
  base: 1,
  input: { user_id: '123', order: 'desc' },
  variation: { kind: 'default', path: '/order', value: 'desc' },
}

export const unstableDefaults: ToolRule = {
  code: 'W023',
  title: 'Unstable Defaults',
  why: 'The schema tells the model what happens when it leaves a value out. If something else happens, the model plans with a wrong picture.',
  fix: 'Apply the default that the schema states, or state the one that is applied.',
  means:
    'For each property with a `default` in the input schema that a test leaves out, the test is repeated with the default written out; the answers must be equal, but for what differs between repeats anyway and what `ignore_paths` names. What differs is told by repeats in the same process and in a fresh one, never by fewer. A tool that declares `deterministic: false` is not judged: chance may answer alike a few times, and otherwise the next. A property without a default gives nothing to compare, nor does a generated input that is answered by an error: such a text often says what was sent.',
  retest: { moreRepeats: true },
  scope: 'tool',
  check(tool) {
    if (tool.contract?.promised.deterministic === false) return []
    return tool.calls.flatMap((call) => contradicted(call, tool))
  },
  examples: {
    keeps: [
      {
        title: 'Writing the default out changes nothing.',
        evidence: exampleTool({
          calls: [...leftOut, exampleCall({ ...writtenOut, answer: exampleAnswer({ order: 'asc' }) })],
        }),
      },
      {
        title: 'A generated input is refused, and the refusal says what was sent.',
        evidence: exampleTool({
          calls: [
            ...exampleAlike(exampleText('not found; got user_id', { isError: true })).map(asGenerated),
            asGenerated(
              exampleCall({ ...writtenOut, answer: exampleText('not found; got user_id, order', { isError: true }) }),
            ),
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'The schema says that desc is the default; left out, it is asc.',
        evidence: exampleTool({
          calls: [...leftOut, exampleCall({ ...writtenOut, answer: exampleAnswer({ order: 'desc' }) })],
        }),
      },
    ],
  },
}

function asGenerated(call: CallEvidence): CallEvidence {
  return { ...call, purpose: call.purpose === 'test' ? 'generated' : call.purpose, test: undefined, testAt: undefined }
}

function contradicted(call: CallEvidence, tool: ToolEvidence): readonly Finding[] {
  const { variation } = call
  const base = callOf(tool, call.base)
  if (variation?.kind !== 'default' || base === undefined || !isAnswered(base)) return []
  if (isGenerated(base) && !gaveResult(base)) return []
  const repeats = callsRepeatedAfresh(tool).find(({ call }) => call === base)?.repeats
  if (repeats === undefined) return []
  const unstable = repeats.flatMap((repeat) => answerDifferences(base, repeat).map(({ path }) => path))
  const [first] = answerDifferences(base, call).filter(({ path }) => !unstable.some((other) => overlaps(path, other)))
  if (first === undefined) return []
  const { path, before, after } = first
  return [
    {
      code: 'W023',
      tool: tool.tool,
      message: `Leaving ${variation.path} out is not the same as its default ${show(variation.value)}: ${path} is ${show(before)} without it and ${show(after)} with it.`,
      blame: 'tool',
      evidence: {
        kind: 'default',
        path: variation.path,
        default: clip(variation.value),
        differsAt: path,
        before: clip(before),
        after: clip(after),
        ...seenIn(base),
      },
      defect: `default ${variation.path}`,
    },
  ]
}

/** Is one path the other, or inside it? */
function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one)
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)))
}
