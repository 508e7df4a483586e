import { standardCode } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import { type Blame, type Result, refuse } from '../outcome.ts'
import { snapshotOutput } from './snapshot.ts'
import type { OpenStep } from './step.ts'
import { type ToolError, isToolError } from './tool-error.ts'

/** What a throw of the handler means to the caller. Only declared codes get through (INV-MCP-003). */
export function failure(thrown: unknown, contract: Contract, input: unknown, step: OpenStep): Result<never> {
  const { toolName } = contract
  if (isToolError(thrown)) return declared(thrown, contract, step)
  const mutation = mutationOf(thrown, input)
  if (mutation !== undefined) {
    step.notes.violate('INV-MCP-005', mutation)
    const message = `'${toolName}' seems to have tried to change its input: ${mutation} Its author must copy the input before changing it.`
    return refuse('execute', 'tool', 'INTERNAL_ERROR', message, { invariant: 'INV-MCP-005' })
  }
  return refuse('execute', 'tool', 'INTERNAL_ERROR', `'${toolName}' failed: ${step.quote(thrown)}`)
}

function declared(thrown: ToolError, contract: Contract, step: OpenStep): Result<never> {
  const { code, details } = thrown
  const reason = step.quote(thrown.reason)
  const isDeclared = contract.codes.has(code) || standardCode(code)?.raisedBy === 'tool' || step.mayRaise(code)
  if (isDeclared) return refuse('execute', blameFor(code), code, reason, plain(details))
  const why = standardCode(code) === undefined ? 'which its contract does not declare' : 'which only the host may raise'
  const message = `'${contract.toolName}' failed with the code ${code}, ${why}.`
  step.notes.violate('INV-MCP-003', message)
  return refuse('execute', 'tool', 'INTERNAL_ERROR', `${message} It said: ${reason}`, { undeclaredCode: code })
}

const BLAME: Readonly<Record<string, Blame>> = {
  INVALID_OUTPUT: 'tool',
  INTERNAL_ERROR: 'tool',
  NOT_IMPLEMENTED: 'tool',
  MEMORY_EXCEEDED: 'tool',
  TIMEOUT: 'environment',
  UPSTREAM_FAILED: 'environment',
}

function blameFor(code: string): Blame {
  return Object.hasOwn(BLAME, code) ? (BLAME[code] ?? 'tool') : 'caller'
}

function plain(details: unknown): Readonly<Record<string, unknown>> {
  const snapshot = snapshotOutput(details, { maxDepth: 16, maxSize: 65_536 })
  return snapshot.ok && isRecord(snapshot.value) ? snapshot.value : {}
}

const FROZEN =
  /read[ -]only property|not extensible|Cannot delete property|Cannot define property|read-only|non-extensible/i

/** The handler's attempt to change its frozen input, as far as the engine's message tells. */
function mutationOf(thrown: unknown, input: unknown): string | undefined {
  if (!(thrown instanceof TypeError) || typeof input !== 'object' || input === null) return undefined
  return FROZEN.test(thrown.message) ? `${thrown.message}.` : undefined
}
