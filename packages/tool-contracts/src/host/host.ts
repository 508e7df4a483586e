import { call } from '../call/call.ts'
import { check } from '../call/check.ts'
import type { ToolContext } from '../call/context.ts'
import type { CallRequest, CallerSignal, ProgressListener, World } from '../call/ports.ts'
import { ContractError, type DeclaredToolContract, type ResourceLimits } from '../contract/contract.ts'
import { type Contract, declare } from '../contract/declare.ts'
import type { RolePolicy } from '../contract/role-policy.ts'
import { type ToolDependencyGraph, createToolDependencyGraph, registerToolContract } from '../graph/graph.ts'
import { isRecord } from '../contract/record.ts'
import { type Journal, LOCAL_PRINCIPAL } from '../journal/journal.ts'
import type { MaybePromise } from '../outcome.ts'
import { checkOptions } from './options.ts'
import type { Tool } from './tool.ts'
import type { TypedCall, TypedCheck } from './typed-calls.ts'
import { type GovernOptions, createWorld } from './world.ts'

/** One run of a handler, for an executor. */
export interface Invocation {
  readonly toolName: string
  readonly input: unknown
  readonly limits: ResourceLimits
  readonly context: ToolContext
  readonly handler: (input: unknown, context: ToolContext) => unknown
}

/** Runs handlers somewhere that can hold them to their memory limit. */
export interface Executor {
  readonly run: (invocation: Invocation) => MaybePromise<unknown>
  /** Whether it does; it throws a ToolError with the code MEMORY_EXCEEDED when it had to. */
  readonly limitsMemory: boolean
}

export interface ToolHostOptions<Tools extends readonly Tool[] = readonly Tool[]> extends GovernOptions {
  readonly tools: Tools
  /** Without one handlers run in place, and each step says that memory was not limited. */
  readonly executor?: Executor
}

export interface CallOptions {
  readonly role?: string
  /** Who calls; a trace belongs to the principal that opened it. */
  readonly principal?: string
  /** Default: the call starts a trace of its own. */
  readonly traceId?: string
  readonly signal?: CallerSignal
  /** The same principal, tool and key: called once and answered alike, for as long as the journal remembers. */
  readonly idempotencyKey?: string
  /** The approval this call was told to wait for. */
  readonly approvalId?: string
  /** Told how far the tool has come, where its handler says so. */
  readonly onProgress?: ProgressListener
}

/** Tools that can only be called as their contracts say. */
export interface ToolHost<Tools extends readonly Tool[] = readonly Tool[]> {
  readonly call: TypedCall<Tools>
  /** Every stage up to approval, without running the tool: what an agent asks before it acts. */
  readonly check: TypedCheck<Tools>
  /** The contracts of the tools the role may call. */
  readonly list: (role?: string) => readonly DeclaredToolContract[]
  readonly graph: ToolDependencyGraph
  readonly journal: Journal
  /** Without one every role may call every tool. */
  readonly policy: RolePolicy | undefined
  /** The same tools and journal, for callers whose roles have these capabilities. */
  readonly withPolicy: (policy: RolePolicy) => ToolHost<Tools>
}

/** A host over the library's own ports. Throws ContractError with every reason why these tools or options will not do. */
export function createToolHost<const Tools extends readonly Tool[]>(options: ToolHostOptions<Tools>): ToolHost<Tools> {
  checkOptions('host', options)
  const graph = graphOfTools(options.tools)
  const tools = new Map(options.tools.map((tool) => [tool.contract.toolName, hosted(tool)]))
  const { executor } = options
  const world = createWorld(
    options,
    { find: (name) => tools.get(name)?.contract, names: () => tools.keys() },
    {
      invoke: ({ toolName, limits }, input, context) => {
        const handler = tools.get(toolName)?.handler
        if (handler === undefined) throw new Error(`'${toolName}' has no handler.`)
        return executor ? executor.run({ toolName, input, limits, context, handler }) : handler(input, context)
      },
      limitsMemory: executor?.limitsMemory ?? false,
    },
  )
  return {
    call: (toolName, input, caller) => call(requestOf(toolName, input, caller, world), world),
    check: (toolName, input, caller) => check(requestOf(toolName, input, caller, world), world),
    list: (role) =>
      options.tools
        .filter(({ contract }) => world.policy.missing(role, declare(contract)).length === 0)
        .map(({ contract }) => contract),
    graph,
    journal: world.record,
    policy: options.policy,
    withPolicy: (policy) => createToolHost({ ...options, journal: world.record, policy }),
  }
}

/** The graph of these contracts, each of them valid, no name twice, no cycle. */
export function graphOf(contracts: readonly DeclaredToolContract[]): ToolDependencyGraph {
  const graph = createToolDependencyGraph()
  for (const contract of contracts) registerToolContract(graph, contract)
  const cycles = graph.cycles().map((path) => `Circular dependency: ${path.join(' → ')}.`)
  if (cycles.length > 0) throw new ContractError('The set of tools', cycles)
  return graph
}

/** The graph of a host's tools, none of them missing: a handler could never reach it, and would find out when it matters. */
function graphOfTools(tools: readonly Tool[]): ToolDependencyGraph {
  const reasons = Array.from<unknown>(tools).flatMap((tool, index) => {
    if (isRecord(tool) && typeof tool['handler'] === 'function' && isRecord(tool['contract'])) return []
    return [`tools[${index}] is no tool: wrap its contract and handler with defineTool().`]
  })
  if (reasons.length > 0) throw new ContractError('The set of tools', reasons)
  const graph = graphOf(tools.map(({ contract }) => contract))
  const missing = graph.validate()
  if (missing.length > 0) throw new ContractError('The set of tools', missing)
  return graph
}

interface HostedTool {
  readonly contract: Contract
  readonly handler: Invocation['handler']
}

/** The handler's input type comes from the schema that parses every input before the handler sees it. */
function hosted({ contract, handler }: Tool): HostedTool {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { contract: declare(contract), handler: (input, context) => handler(input as never, context) }
}

const NOBODY: CallOptions = {}

function requestOf(
  toolName: string,
  input: unknown,
  options: CallOptions | undefined,
  { runtime }: World,
): CallRequest {
  const { role, principal, traceId, idempotencyKey, approvalId, signal, onProgress } = options ?? NOBODY
  const stepId = runtime.newId()
  return {
    toolName,
    input,
    role,
    principal: principal ?? LOCAL_PRINCIPAL,
    traceId: traceId ?? stepId,
    stepId,
    parentStepId: undefined,
    idempotencyKey,
    approvalId,
    signal,
    onProgress,
    secrets: NO_SECRETS,
  }
}

const NO_SECRETS: readonly string[] = []
