import { isAnswered, isErrorAnswer, seenIn } from '../calls.ts'
import { undeclaredCode } from '../error-codes.ts'
import type { BrokenPromise, CallEvidence } from '../call-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleAnswer, exampleCall, exampleContract, exampleTool } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'
import { schemaBreach } from '../schema-breach.ts'
import { more, withoutDot } from '../words.ts'

const contract = exampleContract({ postconditions: ['one line per invoice'] })

export const promiseBroken: ToolRule = {
  code: 'E020',
  title: 'Promise Broken',
  why: 'Schemas say what an answer looks like; expectations and postconditions say whether it is right.',
  fix: 'Correct the tool, or the expectation if the tool is right.',
  means:
    'A postcondition does not hold, or what a test expects of its output or error is not so. An example is a test too: of a tool that is `deterministic: true` the output it shows is expected, key by key; of any other only its shape. An answer that breaks the output schema is reported as E007 alone, an error that the test does not expect as E004, and an undeclared error code as E009. A failure that a test expects by its kind (`expect.error.type`) and that does not come is broken too; the finding that meets it is `expected`, and fails nothing.',
  scope: 'tool',
  check(tool) {
    const seen = tool.calls.flatMap((call) => brokenIn(call, tool).map((promise) => ({ call, promise })))
    const places = [...new Set(seen.map(({ promise }) => placeOf(promise)))]
    return places.flatMap((place) => {
      const [first, ...others] = seen.filter(({ promise }) => placeOf(promise) === place)
      if (first === undefined) return []
      const { call, promise } = first
      return {
        code: 'E020',
        tool: tool.tool,
        message: `${withoutDot(promise.message)}${more(others.length)}${promise.message.endsWith('.') ? '.' : ''}`,
        blame: 'tool',
        evidence: {
          kind: promise.kind,
          path: place,
          ...(promise.kind === 'postcondition' ? { condition: promise.message } : {}),
          ...seenIn(call),
        },
        at: promise.at,
        defect: `promise ${place}`,
      }
    })
  },
  examples: {
    keeps: [{ title: 'Every expectation and postcondition holds.', evidence: exampleTool({ contract }) }],
    breaks: [
      {
        title: 'The total is not what the test expects.',
        evidence: exampleTool({
          contract,
          calls: [
            exampleCall({
              answer: exampleAnswer({ total: 19 }),
              broken: [
                {
                  at: ['tests', 0, 'expect', 'output', 'total'],
                  kind: 'output',
                  message: "Expected 'total' to be 20, but found 19.",
                },
              ],
            }),
          ],
        }),
      },
    ],
  },
}

/** What only this rule speaks of. */
function brokenIn(call: CallEvidence, tool: ToolEvidence): readonly BrokenPromise[] {
  if (!isAnswered(call) || call.purpose === 'invalid') return []
  if (isErrorAnswer(call.answer) && !call.expectsError) return []
  if (schemaBreach(call, tool) !== undefined) return []
  const judgedByCode = undeclaredCode(call, tool) !== undefined
  return call.broken.filter(({ kind }) => !(kind === 'error' && judgedByCode))
}

function placeOf({ at }: BrokenPromise): string {
  return at.join('/')
}
