import { call } from '../call/call.ts'
import type { World } from '../call/ports.ts'
import { ContractError, type DeclaredToolContract } from '../contract/contract.ts'
import { type Contract, declare } from '../contract/declare.ts'
import { suggestion } from '../contract/nearest.ts'
import { isRecord } from '../contract/record.ts'
import { type GovernOptions, createWorld } from '../host/world.ts'
import type { Journal } from '../journal/journal.ts'
import { readAnswer } from './answer.ts'
import { Exchange } from './exchange.ts'
import { type Caller, callRequestOf } from './request.ts'
import { type McpRequest, type RequestHandler, handlersOf } from './server-handlers.ts'
import { toTool } from './to-tool.ts'
import { uncontracted } from './uncontracted.ts'

export interface GuardOptions extends GovernOptions {
  /** The caller's role and name, fixed or read from the request (`extra` is what the SDK gives a handler). */
  readonly caller?: Caller | ((request: McpRequest, extra: object) => Caller)
}

export interface Guard {
  readonly journal: Journal
}

/**
 * Puts the governed call around every tool of an McpServer, SDK 1.x or 2.x; call it after the tools are registered.
 * The list shows each caller the tools its role may call, as their contracts describe them.
 */
export function guard(
  mcpServer: { readonly server: object },
  contracts: readonly DeclaredToolContract[],
  options: GuardOptions = {},
): Guard {
  const handlers = handlersOf(mcpServer)
  const declared = contractsFor(handlers.toolNames(), contracts)
  const find = (name: string): Contract | undefined => {
    const contract = declared.get(name)
    if (contract !== undefined) return declare(contract)
    return handlers.toolNames().includes(name) ? uncontracted(name) : undefined
  }
  const world = createWorld(
    options,
    { find, names: handlers.toolNames },
    { invoke: () => undefined, limitsMemory: false },
  )
  const callerOf = (request: McpRequest, extra: object): Caller =>
    typeof options.caller === 'function' ? options.caller(request, extra) : (options.caller ?? {})

  const governed: RequestHandler = async (request, extra) => {
    const exchange = new Exchange(request, extra, handlers.call)
    const scene: World = { ...world, runtime: { ...world.runtime, invoke: exchange.invoke, read: readAnswer } }
    const asked = callRequestOf(request, extra, callerOf(request, extra), world.runtime.newId())
    const outcome = await call(asked, scene)
    const isUnknown = !outcome.ok && outcome.error.stage === 'admit' && outcome.error.code === 'RESOURCE_NOT_FOUND'
    // The protocol has its own answer for an unknown tool; the SDK gives it.
    return isUnknown ? handlers.call(request, extra) : exchange.resultOf(outcome, declared.get(asked.toolName))
  }

  const listed: RequestHandler = async (request, extra) => {
    const { role } = callerOf(request, extra)
    const result = await handlers.list(request, extra)
    if (!isRecord(result) || !Array.isArray(result['tools'])) return result
    const tools = result['tools'].filter(isRecord).flatMap((tool) => {
      const name = String(tool['name'])
      const contract = find(name)
      const isAllowed = contract !== undefined && world.policy.missing(role, contract).length === 0
      const declaration = declared.get(name)
      return isAllowed ? [declaration === undefined ? tool : { ...tool, ...toTool(declaration) }] : []
    })
    return { ...result, tools }
  }

  handlers.replace(governed, listed)
  return { journal: world.record }
}

/** The contracts by tool name, each of a tool the server has. */
function contractsFor(
  toolNames: readonly string[],
  contracts: readonly DeclaredToolContract[],
): ReadonlyMap<string, DeclaredToolContract> {
  const declared = new Map<string, DeclaredToolContract>()
  const reasons: string[] = []
  for (const contract of contracts) {
    const { toolName } = declare(contract)
    if (declared.has(toolName)) reasons.push(`'${toolName}' has two contracts.`)
    if (!toolNames.includes(toolName)) {
      reasons.push(`The server has no tool '${toolName}'.${suggestion(toolName, toolNames)}`)
    }
    declared.set(toolName, contract)
  }
  if (reasons.length > 0) throw new ContractError('The guard', reasons)
  return declared
}
