import { type Json, isList } from '@surety/tool-contracts/tools'
import { seenIn, succeeded } from '../calls.ts'
import type { CallEvidence, Variation } from '../call-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleText, exampleTool } from '../example-evidence.ts'
import { fieldOf } from '../json.ts'
import type { ToolRule } from '../rule.ts'
import { clip, count, show } from '../words.ts'

type Spoiled = Extract<Variation, { kind: 'spoiled' }>

const outOfRange: Partial<CallEvidence> = {
  id: 2,
  purpose: 'spoiled',
  base: 1,
  input: { limit: 101 },
  variation: { kind: 'spoiled', path: '/limit', problem: 'out of range', expected: 'at most 100' },
}

export const invalidInputAccepted: ToolRule = {
  code: 'E008',
  title: 'Invalid Input Accepted',
  why: 'INV-MCP-001: an agent learns from a refusal. A tool that accepts what its own schema forbids works on with nonsense and lets the mistake travel.',
  fix: 'Validate the input against the input schema before anything else, and answer a breach with an error.',
  means:
    'A test input was spoiled in one place (a required value missing, of the wrong type, out of range, or not a member of its enum) and was answered by a result without `isError`. Every property is tried, those that no test has as well as can be; what was left out is W027. Of a tool with a contract, the right number or truth value as text ("5" for 5) is of the wrong type too. Any error answer is a proper refusal. An unknown key that is silently dropped is no finding: most schema libraries do that.',
  scope: 'tool',
  check(tool) {
    const [first, ...others] = acceptedSpoils(tool)
    if (first === undefined) return []
    const { call, variation } = first
    return [
      {
        code: 'E008',
        tool: tool.tool,
        message: `Accepted an input that its schema forbids: ${describe(variation, call.input)}${others.length === 0 ? '' : `; ${count(others.length, 'other spoiled input')} too`}.`,
        blame: 'tool',
        evidence: {
          kind: 'accepted',
          path: variation.path,
          problem: variation.problem,
          expected: variation.expected,
          answer: answerIn(call),
          ...seenIn(call),
        },
        at: ['contract', 'input_schema'],
        defect: 'accepted',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'A limit of 101 is refused where 100 is the most.',
        evidence: exampleTool({
          calls: [exampleCall({ ...outOfRange, answer: exampleText('limit must be at most 100', { isError: true }) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'A limit of 101 is accepted where 100 is the most.',
        evidence: exampleTool({ calls: [exampleCall(outOfRange)] }),
      },
    ],
  },
}

function acceptedSpoils(tool: ToolEvidence): readonly { readonly call: CallEvidence; readonly variation: Spoiled }[] {
  return tool.calls.flatMap((call) =>
    call.purpose === 'spoiled' && call.variation?.kind === 'spoiled' && succeeded(call)
      ? [{ call, variation: call.variation }]
      : [],
  )
}

/** What the tool made of it. */
function answerIn({ answer }: CallEvidence): Json | undefined {
  if (answer.kind !== 'result') return undefined
  return clip(answer.structuredContent ?? answer.content.map((block) => fieldOf(block, 'text') ?? block))
}

function describe({ path, problem, expected }: Spoiled, input: Json): string {
  if (problem === 'missing') return `${path} is missing (expected ${expected})`
  return `${path} is ${show(valueAt(input, path))}, ${problem} (expected ${expected})`
}

function valueAt(input: Json, pointer: string): Json | undefined {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<Json | undefined>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return isList(value) ? value[Number(name)] : fieldOf(value, name)
  }, input)
}
