import { mayRaise } from '@surety/tool-contracts/tools'
import { isAnswered, isErrorAnswer } from './calls.ts'
import type { Answer, CallEvidence } from './call-evidence.ts'
import type { ToolEvidence } from './evidence.ts'
import { withheldOutput } from './withheld-output.ts'

/** The code of an error answer that the contract, which lists its errors, does not list. */
export function undeclaredCode(call: CallEvidence, tool: ToolEvidence): string | undefined {
  const listed = tool.contract?.promised.errors
  if (listed === undefined || !isAnswered(call) || !isErrorAnswer(call.answer)) return undefined
  if (withheldOutput(call, tool) !== undefined) return undefined
  const { errorCode } = call.answer
  if (errorCode === undefined || mayRaise(raiserOf(call.answer), errorCode, new Set(listed))) return undefined
  return errorCode
}

/** A server may hold a host of its own, whose refusals say so. */
function raiserOf(answer: Answer): 'tool' | 'host' {
  return answer.kind === 'result' && answer.refusedByHost === true ? 'host' : 'tool'
}
