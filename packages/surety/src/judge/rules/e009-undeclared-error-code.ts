import { seenIn } from '../calls.ts'
import { undeclaredCode } from '../error-codes.ts'
import { exampleCall, exampleContract, exampleText, exampleTool } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'
import { list, more } from '../words.ts'

const contract = exampleContract({ errors: ['CUSTOMER_BLOCKED'] })

export const undeclaredErrorCode: ToolRule = {
  code: 'E009',
  title: 'Undeclared Error Code',
  why: 'INV-MCP-003: agents decide by the code whether to retry, to repair or to give up. A code nobody declared cannot be handled.',
  fix: 'Add the code to `errors` in the contract, or answer with one that is there or with a standard code.',
  means:
    'An error answer carries a code that is neither in the list `errors` of the contract, nor one of its conditions, nor a standard code. Only contracts that have the list are judged, and an answer without any code is not.',
  scope: 'tool',
  check(tool) {
    const seen = tool.calls.flatMap((call) => {
      const code = undeclaredCode(call, tool)
      return code === undefined ? [] : [{ call, code }]
    })
    const codes = [...new Set(seen.map(({ code }) => code))]
    const declared = list(tool.contract?.promised.errors ?? [], 5) || 'none of its own'
    return codes.map((code) => {
      const calls = seen.filter((one) => one.code === code)
      return {
        code: 'E009',
        tool: tool.tool,
        message: `Answered with the error code ${code}${more(calls.length - 1)}, which the contract does not list; it lists ${declared}.`,
        blame: 'tool',
        evidence: { kind: 'error code', errorCode: code, ...seenIn(calls[0]?.call) },
        at: ['errors'],
        defect: `error code ${code}`,
      }
    })
  },
  examples: {
    keeps: [
      {
        title: 'The tool answers with a code that its contract lists.',
        evidence: exampleTool({
          contract,
          calls: [
            exampleCall({
              expectsError: true,
              answer: exampleText('CUSTOMER_BLOCKED: no', { isError: true, errorCode: 'CUSTOMER_BLOCKED' }),
            }),
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'The tool answers with a code that nobody declared.',
        evidence: exampleTool({
          contract,
          calls: [
            exampleCall({
              expectsError: true,
              answer: exampleText('E_42: no', { isError: true, errorCode: 'E_42' }),
            }),
          ],
        }),
      },
    ],
  },
}
