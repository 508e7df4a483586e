import type { Contract } from '../contract/declare.ts'
import type { Journal } from '../journal/journal.ts'
import { PASSED, type Result, ignoreRejection, refuse } from '../outcome.ts'
import { isFit } from './admit.ts'
import type { CallRequest, Registry } from './ports.ts'

/** Can the tools this one relies on be called? */
export function dependencies(contract: Contract, registry: Registry): Result<undefined> {
  const missing = contract.dependencies.filter((name) => !isCallable(name, registry))
  if (missing.length === 0) return PASSED
  const message = `'${contract.toolName}' needs ${missing.join(', ')}, which cannot be called now. Nothing ran; try again when they are there.`
  return refuse('dependencies', 'environment', 'DEPENDENCY_NOT_MET', message, { missing })
}

function isCallable(toolName: string, registry: Registry): boolean {
  if (registry.find(toolName) === undefined || !isFit(toolName, registry).ok) return false
  const reachable: unknown = registry.reachable(toolName)
  ignoreRejection(reachable)
  return reachable === true
}

/** Have they ended well earlier in the same trace? Asked only where the policy enforces that order. */
export async function order(
  contract: Contract,
  { principal, traceId }: CallRequest,
  record: Journal,
): Promise<Result<undefined>> {
  const missing: string[] = []
  for (const name of contract.dependencies) {
    if (!(await record.succeeded(principal, traceId, name))) missing.push(name)
  }
  if (missing.length === 0) return PASSED
  const message = `'${contract.toolName}' must come after ${missing.join(', ')} in the same trace. Call them first, with traceId ${traceId}.`
  return refuse('dependencies', 'caller', 'DEPENDENCY_NOT_MET', message, { missing })
}
