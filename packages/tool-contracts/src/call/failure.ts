import { mayRaise, standardCode } from '../codes.ts'
import { isRecord } from '../contract/record.ts'
import { type Blame, type Result, refuse } from '../outcome.ts'
import { snapshotOutput } from './snapshot.ts'
import { quote } from './received.ts'
import type { Task } from './task.ts'
import { type ToolError, isToolError } from './tool-error.ts'

/** What a throw of the handler means to the caller. Only declared codes get through (INV-MCP-003). */
export function failure(thrown: unknown, task: Task): Result<never> {
  const { toolName } = task.contract
  if (isToolError(thrown)) return declared(thrown, task)
  const mutation = mutationOf(thrown, task.input)
  if (mutation !== undefined) {
    task.notes.violate('INV-MCP-005', mutation)
    const message = `'${toolName}' seems to have tried to change its input: ${mutation} Its author must copy the input before changing it.`
    return refuse('execute', 'tool', 'INTERNAL_ERROR', message, { invariant: 'INV-MCP-005' })
  }
  return refuse('execute', 'tool', 'INTERNAL_ERROR', `'${toolName}' failed: ${quote(thrown, task.received.secrets)}`)
}

function declared(thrown: ToolError, { contract, received, runtime, notes }: Task): Result<never> {
  const { code, details } = thrown
  const reason = quote(thrown.reason, received.secrets)
  // An executor that limits memory says so when it had to.
  const isExecutors = code === 'MEMORY_EXCEEDED' && runtime.limitsMemory
  const isDeclared = mayRaise('tool', code, contract.codes) || isExecutors
  if (isDeclared) return refuse('execute', blameFor(thrown), code, reason, plain(details))
  const why = standardCode(code) === undefined ? 'which its contract does not declare' : 'which only the host may raise'
  const message = `'${contract.toolName}' failed with the code ${code}, ${why}.`
  notes.violate('INV-MCP-003', message)
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

/** What is said of a standard code holds for it always. */
function blameFor({ code, blame }: ToolError): Blame {
  if (blame === 'environment' && standardCode(code) === undefined) return blame
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
