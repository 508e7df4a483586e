import { call } from '../call/call.ts'
import { ContractError, type DeclaredToolContract } from '../contract/contract.ts'
import { type Contract, declare } from '../contract/declare.ts'
import { suggestion } from '../contract/nearest.ts'
import { isRecord } from '../contract/record.ts'
import { graphOf } from '../host/host.ts'
import { checkOptions } from '../host/options.ts'
import { type GovernOptions, createWorld } from '../host/world.ts'
import type { Journal } from '../journal/journal.ts'
import type { MaybePromise, Outcome } from '../outcome.ts'
import { readAnswer } from './answer.ts'
import { Exchange } from './exchange.ts'
import { type Caller, callRequestOf } from './request.ts'
import { type McpRequest, type RequestHandler, type ServerHandlers, handlersOf } from './server-handlers.ts'
import { toTool } from './to-tool.ts'
import { uncontracted } from './uncontracted.ts'

export interface GuardOptions extends GovernOptions {
  /** The caller's role and name, fixed or read from the request (`extra` is what the SDK gives a handler). */
  readonly caller?: Caller | ((request: McpRequest, extra: object) => MaybePromise<Caller>)
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
  checkOptions('guard', options)
  const handlers = handlersOf(mcpServer)
  const declared = contractsFor(handlers, contracts)
  const find = (name: string): Contract | undefined => {
    const contract = declared.get(name)
    if (contract !== undefined) return declare(contract)
    return handlers.toolNames().includes(name) ? uncontracted(name) : undefined
  }
  const world = createWorld(options, { find, names: handlers.toolNames }, { invoke: unbound, limitsMemory: false })
  const callerOf = (request: McpRequest, extra: object): MaybePromise<Caller> =>
    typeof options.caller === 'function' ? options.caller(request, extra) : (options.caller ?? {})

  const governed: RequestHandler = async (request, extra) => {
    const plain = callRequestOf(request, extra, await callerOf(request, extra), world.runtime.newId())
    const contract = declared.get(plain.toolName)
    const asked = contract !== undefined && isTask(request) ? { ...plain, unsupported: AS_A_TASK } : plain
    const exchange = new Exchange(request, extra, handlers.call, asked.stepId)
    const runtime = { ...world.runtime, invoke: exchange.invoke, read: readAnswer }
    const outcome = await call(asked, { ...world, runtime })
    if (isUnknownTool(outcome)) throw new UnknownToolError(outcome.error.message)
    const limit = find(asked.toolName)?.limits.maxOutputBytes ?? 0
    return exchange.resultOf(outcome, contract, limit)
  }

  const listed: RequestHandler = async (request, extra) => {
    const { role } = await callerOf(request, extra)
    const result = await handlers.list(request, extra)
    if (!isRecord(result) || !Array.isArray(result['tools'])) return result
    const tools = result['tools'].filter(isRecord).flatMap((tool) => {
      const name = String(tool['name'])
      const contract = find(name)
      const isAllowed = contract !== undefined && world.policy.missing(role, contract).length === 0
      const declaration = declared.get(name)
      return isAllowed ? [declaration === undefined ? tool : described(tool, declaration)] : []
    })
    return { ...result, tools }
  }

  handlers.replace(governed, listed)
  return { journal: world.record }
}

/** The server's tool as its contract describes it; what MCP knows besides (icons, other `_meta`) stays the server's. */
function described(tool: Readonly<Record<string, unknown>>, declaration: DeclaredToolContract): unknown {
  const { outputSchema: _, execution: __, ...rest } = tool
  const { _meta, ...published } = toTool(declaration)
  return { ...rest, ...published, _meta: { ...(isRecord(tool['_meta']) ? tool['_meta'] : {}), ..._meta } }
}

/** The protocol has its own answer for an unknown tool. */
class UnknownToolError extends Error {
  readonly code = -32_602 as const
}

function isUnknownTool(outcome: Outcome): outcome is Outcome & { ok: false } {
  return !outcome.ok && outcome.error.stage === 'admit' && outcome.error.code === 'RESOURCE_NOT_FOUND'
}

function isTask({ params }: McpRequest): boolean {
  return params?.['task'] !== undefined
}

/** A task's result is fetched past the governed call, so nobody could hold it to the contract. */
const AS_A_TASK = 'as a task: its result could not be held to its contract. Call it without `task`.'

function unbound(): never {
  throw new Error('The guard calls no tool but through an exchange.')
}

/** The contracts by tool name, each of a tool the server has, all of them fit to be published and free of cycles. */
function contractsFor(
  { toolNames: names, isTask }: ServerHandlers,
  contracts: readonly DeclaredToolContract[],
): ReadonlyMap<string, DeclaredToolContract> {
  const toolNames = names()
  if (!Array.isArray(contracts)) throw new ContractError('The guard', ['It takes a list of contracts.'])
  const declared = new Map<string, DeclaredToolContract>()
  const reasons: string[] = []
  for (const contract of contracts) {
    const { toolName, dependencies } = declare(contract)
    const missing = dependencies.filter((name) => !toolNames.includes(name))
    reasons.push(
      ...missing.map(
        (name) => `'${toolName}' needs '${name}', which the server has not.${suggestion(name, toolNames)}`,
      ),
    )
    if (declared.has(toolName)) reasons.push(`'${toolName}' has two contracts.`)
    if (!toolNames.includes(toolName)) {
      reasons.push(`The server has no tool '${toolName}'.${suggestion(toolName, toolNames)}`)
    }
    if (isTask(toolName)) reasons.push(`'${toolName}' can be called as a task, whose result no guard sees: forbid it.`)
    declared.set(toolName, contract)
  }
  if (reasons.length > 0) throw new ContractError('The guard', reasons)
  graphOf(contracts)
  for (const contract of contracts) toTool(contract)
  return declared
}
