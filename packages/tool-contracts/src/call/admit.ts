import type { Contract } from '../contract/declare.ts'
import { suggestion } from '../contract/nearest.ts'
import { isToolName } from '../contract/tool-name.ts'
import { PASSED, type Result, ignoreRejection, pass, refuse } from '../outcome.ts'
import type { CallRequest, Registry, World } from './ports.ts'

/** Where a limiter gives no number that can be told. */
const DEFAULT_WAIT_MS = 1000

/** Is there such a tool, is it fit to be called, and is it this caller's turn? */
export function admit(request: CallRequest, world: World, ask: 'take' | 'peek'): Result<Contract> {
  const { registry, policy } = world
  const { toolName } = request
  const wait: unknown = policy.wait(request, ask)
  if (!(typeof wait === 'number' && wait <= 0)) {
    ignoreRejection(wait)
    const retryAfterMs = typeof wait === 'number' && wait > 0 ? wait : DEFAULT_WAIT_MS
    const message = `Too many calls of '${toolName}'. Try again in ${retryAfterMs} ms.`
    return refuse('admit', 'caller', 'RATE_LIMITED', message, { retryAfterMs })
  }
  const contract = registry.find(toolName)
  if (contract === undefined) return unknownTool(request, world)
  const fit = isFit(toolName, registry)
  if (!fit.ok) return fit
  if (request.unsupported === undefined) return pass(contract)
  const message = `'${toolName}' cannot be called ${request.unsupported}`
  return refuse('admit', 'caller', 'NOT_IMPLEMENTED', message)
}

/** Is the tool not quarantined? Asked again after an approver took their time. */
export function isFit(toolName: string, registry: Registry): Result<undefined> {
  const reason = registry.quarantined(toolName)
  if (reason === undefined) return PASSED
  ignoreRejection(reason)
  const message = `'${toolName}' is quarantined: ${reason}. It can be called again once an operator has accepted it.`
  return refuse('admit', 'environment', 'UPSTREAM_DRIFT', message, { changed: [reason] })
}

/** A name is only suggested to a caller who may use it. */
function unknownTool({ toolName, role }: CallRequest, { registry, policy }: World): Result<never> {
  const callable = [...registry.names()].filter((name) => {
    const contract = registry.find(name)
    return contract !== undefined && policy.missing(role, contract).length === 0
  })
  const shown = isToolName(toolName) ? `'${toolName}'` : 'of that name'
  const hint = suggestion(String(toolName).slice(0, 128), callable)
  return refuse('admit', 'caller', 'RESOURCE_NOT_FOUND', `There is no tool ${shown}.${hint} Ask for the list of tools.`)
}
