import { acceptedInvalid, invalidText } from '../accepted-invalid.ts'
import { shownResult } from '../answer-text.ts'
import { seenIn } from '../calls.ts'
import type { CallEvidence } from '../call-evidence.ts'
import { exampleCall, exampleText, exampleTool } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'
import { count, show } from '../words.ts'

const outOfRange: Partial<CallEvidence> = {
  id: 2,
  purpose: 'invalid',
  base: 1,
  input: { limit: 101 },
  variation: { kind: 'invalid', path: '/limit', problem: 'out of range', expected: 'at most 100' },
}

export const invalidInputAccepted: ToolRule = {
  code: 'E008',
  title: 'Invalid Input Accepted',
  why: 'INV-MCP-001: an agent learns from a refusal. A tool that accepts what its own schema forbids works on with nonsense and lets the mistake travel.',
  fix: 'Validate the input against the input schema before anything else, and answer a breach with an error.',
  means:
    'A test input was made invalid in one place (a required value missing, of the wrong type, out of range, or not a member of its enum) and was answered by a result without `isError`. Every property is tried, those that no test has as well as can be; what was left out is W027. Of a tool with a contract, the right number or truth value as text ("5" for 5) is of the wrong type too. Any error answer is a proper refusal; one in words or JSON without `isError` is W030. An unknown key that is silently dropped is no finding: most schema libraries do that.',
  scope: 'tool',
  check(tool) {
    const [first, ...others] = acceptedInvalid(tool).filter(({ isRefused }) => !isRefused)
    if (first === undefined) return []
    const { call, variation } = first
    return [
      {
        code: 'E008',
        tool: tool.tool,
        message: `Accepted an input that its schema forbids: ${invalidText(variation, call.input)}${others.length === 0 ? '' : `; ${count(others.length, 'other invalid input')} too`}. The answer: ${show(shownResult(call.answer))}`,
        blame: 'tool',
        evidence: {
          kind: 'accepted',
          path: variation.path,
          problem: variation.problem,
          expected: variation.expected,
          answer: shownResult(call.answer),
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
