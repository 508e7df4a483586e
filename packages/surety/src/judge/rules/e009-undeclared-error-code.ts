import { standardCode } from '@surety/tool-contracts/tools'
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
  fix: 'Add the code to `errors` in the contract, or answer with one that is there or with a standard code that tools may use.',
  means:
    'An error answer carries a code that is neither in the list `errors` of the contract, nor one of its conditions, nor a standard code; of those, what only a host raises (such as OUTPUT_TOO_LARGE) counts only where the answer says that a host in the server refused, in `_meta`. A code stands in `structuredContent.error.code`, `structuredContent.code`, `_meta["surety.dev/error"].code` or at the start of the text (`CODE: …`), in upper case. Only contracts that have the list are judged, and an answer without any code is not.',
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
      const isHosts = standardCode(code)?.raisedBy === 'host'
      const why = isHosts ? 'which only a host raises' : `which the contract does not list; it lists ${declared}`
      return {
        code: 'E009',
        tool: tool.tool,
        message: `Answered with the error code ${code}${more(calls.length - 1)}, ${why}.`,
        blame: 'tool',
        evidence: { kind: 'error code', errorCode: code, ...seenIn(calls[0]?.call) },
        at: ['errors'],
        ...(isHosts && { fix: 'Answer with a code of its own, and add that to `errors` in the contract.' }),
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
