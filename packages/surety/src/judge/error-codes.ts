import { isAnswered, isRefused } from './calls.ts'
import type { CallEvidence } from './call-evidence.ts'
import type { ToolEvidence } from './evidence.ts'

/** Codes any tool may answer with, whatever its contract lists. */
const STANDARD_CODES: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'INVALID_OUTPUT',
  'RESOURCE_NOT_FOUND',
  'PERMISSION_DENIED',
  'RATE_LIMITED',
  'TIMEOUT',
  'INTERNAL_ERROR',
  'NOT_IMPLEMENTED',
  'CONFLICT',
  'UPSTREAM_FAILED',
  'OUTPUT_TOO_LARGE',
  'MEMORY_EXCEEDED',
  'APPROVAL_REQUIRED',
  'APPROVAL_DENIED',
  'DEPENDENCY_NOT_MET',
  'UPSTREAM_DRIFT',
  'OUTCOME_UNKNOWN',
  'CANCELLED',
])

/** The code of an error answer that the contract, which lists its errors, does not list. */
export function undeclaredCode(call: CallEvidence, tool: ToolEvidence): string | undefined {
  const listed = tool.contract?.promised.errors
  if (listed === undefined || !isAnswered(call) || !isRefused(call.answer)) return undefined
  const { errorCode } = call.answer
  if (errorCode === undefined || STANDARD_CODES.has(errorCode) || listed.includes(errorCode)) return undefined
  return errorCode
}
