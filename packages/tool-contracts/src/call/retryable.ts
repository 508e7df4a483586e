import { standardCode } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import type { Result } from '../outcome.ts'

/** May the tool be run again after this code? Only if the code is retryable and the tool idempotent (INV-MCP-004). */
export function mayRetry(contract: Contract, code: string): boolean {
  return contract.idempotent && (contract.codes.get(code) ?? standardCode(code)?.retryable ?? false)
}

/** The result, whose refusal now says whether trying again is safe. */
export function withRetryable<T>(result: Result<T>, contract: Contract | undefined): Result<T> {
  if (result.ok || contract === undefined || !mayRetry(contract, result.error.code)) return result
  return { ok: false, error: { ...result.error, retryable: true } }
}
