import { acceptedInvalid, invalidText } from '../accepted-invalid.ts'
import { shownResult } from '../answer-text.ts'
import { seenIn } from '../calls.ts'
import type { CallEvidence } from '../call-evidence.ts'
import { exampleCall, exampleText, exampleTool } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'
import { more, show } from '../words.ts'

const missing: Partial<CallEvidence> = {
  id: 2,
  purpose: 'invalid',
  base: 1,
  input: {},
  variation: { kind: 'invalid', path: '/user_id', problem: 'missing', expected: 'text' },
}

export const errorWithoutIsError: ToolRule = {
  code: 'W030',
  title: 'Error Without isError',
  why: 'A client tells failures from results by `isError`. Without it a refusal counts as a result: it is logged as a success, cached, and handed on.',
  fix: 'Answer the refusal with `isError: true`; the text may stay as it is.',
  means:
    'An input that the schema forbids was refused in words or JSON (`{"error": …}`, "Error: …", "Missing required …", "the name must be …" of the wrong part), in a result without `isError`. Only answers to such inputs are judged. An answer that does not read as a refusal is E008.',
  scope: 'tool',
  check(tool) {
    const [first, ...others] = acceptedInvalid(tool).filter(({ isRefused }) => isRefused)
    if (first === undefined) return []
    const { call, variation } = first
    const answer = shownResult(call.answer)
    return [
      {
        code: 'W030',
        tool: tool.tool,
        message: `Refused an input that its schema forbids, without isError${more(others.length)}: ${invalidText(variation, call.input)}. The answer: ${show(answer)}`,
        blame: 'tool',
        evidence: {
          kind: 'refused in words',
          path: variation.path,
          problem: variation.problem,
          expected: variation.expected,
          answer,
          ...seenIn(call),
        },
        at: ['contract', 'input_schema'],
        defect: 'refused in words',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'The refusal is marked as an error.',
        evidence: exampleTool({
          calls: [exampleCall({ ...missing, answer: exampleText('Error: user_id is required', { isError: true }) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'The refusal is a result like any other.',
        evidence: exampleTool({
          calls: [exampleCall({ ...missing, answer: exampleText('{"error":"Missing required argument: user_id"}') })],
        }),
      },
    ],
  },
}
