import { repeatedCalls, seenIn } from '../calls.ts'
import { answerDifferences } from '../comparable.ts'
import { exampleAnswer, exampleContract, exampleRepeats, exampleTool } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'
import { clip, count, show } from '../words.ts'

const contract = exampleContract({ deterministic: true })

export const nonDeterministicOutput: ToolRule = {
  code: 'E013',
  title: 'Non-Deterministic Output',
  why: 'An agent that was told a tool is deterministic trusts the second answer as much as the first, and may keep either.',
  fix: "Take clock, chance and ordering out of the output, name the paths that may differ in the test's `ignore_paths`, or declare `deterministic: false`.",
  means:
    'Under `deterministic: true`, the answers to the same input differ, in one process or between two. Answers are compared as parsed JSON, errors too: the order of keys, the notation of numbers and `_meta` do not matter; the order of lists and the text of text blocks do. What `ignore_paths` names is left out.',
  retest: { moreRepeats: true, later: true },
  scope: 'tool',
  check(tool) {
    if (tool.contract?.promised.deterministic !== true) return []
    const found = repeatedCalls(tool).flatMap(({ call, repeats }) => {
      const different = repeats.flatMap((repeat) => {
        const [difference] = answerDifferences(call, repeat)
        return difference === undefined ? [] : [{ call, repeat, difference }]
      })
      return different.slice(0, 1)
    })
    const [first] = found
    if (first === undefined) return []
    const { call, repeat, difference } = first
    const { path, before, after } = difference
    const where = repeat.purpose === 'fresh' ? 'in a fresh process' : 'in the same process'
    const others = found.length === 1 ? '' : ` So do those to ${count(found.length - 1, 'other input')}.`
    return [
      {
        code: 'E013',
        tool: tool.tool,
        message: `Two answers to the same input, the second ${where}, differ at ${path}: ${show(before)}, then ${show(after)}.${others}`,
        blame: 'tool',
        evidence: { kind: 'difference', path, before: clip(before), after: clip(after), where, ...seenIn(call) },
        at: ['guarantees', 'deterministic'],
        defect: 'unstable answer',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'The answers differ in the order of keys alone.',
        evidence: exampleTool({
          contract,
          calls: exampleRepeats([exampleAnswer({ a: 1, b: 2 }), exampleAnswer({ b: 2, a: 1 })]),
        }),
      },
      {
        title: 'They differ where the test allows it.',
        evidence: exampleTool({
          contract,
          calls: exampleRepeats([exampleAnswer({ id: 1, at: '10:00' }), exampleAnswer({ id: 1, at: '10:01' })], {
            ignorePaths: ['$.at'],
          }),
        }),
      },
    ],
    breaks: [
      {
        title: 'A field deep inside the answer counts calls.',
        evidence: exampleTool({
          contract,
          calls: exampleRepeats([exampleAnswer({ user: { views: 1 } }), exampleAnswer({ user: { views: 2 } })]),
        }),
      },
    ],
  },
}
