import type { CallOptions, DeclaredToolContract, Outcome, ToolHost } from '@surety/tool-contracts'
import { type McpTool, toResult, toTool } from '@surety/tool-contracts/mcp'
import type { Served, ServedCall, ServedResult } from './served.ts'

/** A host's tools are there at once. */
export interface ServedHost extends Served {
  readonly list: (role: string | undefined) => readonly McpTool[]
}

/** How an outcome is answered, where that is not as the library would. */
type ResultOf = (outcome: Outcome, call: ServedCall) => ServedResult

/** The tools of a host as they are served. Throws ContractError where one of them cannot be published. */
export function serveHost(host: ToolHost, resultOf?: ResultOf): ServedHost {
  const { tools: contracts } = host.graph
  const answer = resultOf ?? ((outcome, { name }) => toResult(outcome, contracts.get(name)))
  const definitions = new Map<DeclaredToolContract, McpTool>()
  for (const contract of contracts.values()) definitions.set(contract, toTool(contract))
  const lists = new Map<string | undefined, readonly McpTool[]>()
  return {
    list: (role) => {
      const known = lists.get(role)
      if (known !== undefined) return known
      const list = host.list(role).flatMap((contract) => definitions.get(contract) ?? [])
      lists.set(role, list)
      return list
    },
    call: async (call) => answer(await host.call(call.name, call.arguments, optionsOf(call)), call),
    policy: host.policy,
    journal: host.journal,
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

function optionsOf(call: ServedCall): CallOptions {
  const { role, principal, cancellation: signal, traceId, idempotencyKey, approvalId, onProgress } = call
  const options: Writable<CallOptions> = { principal, signal }
  if (role !== undefined) options.role = role
  if (traceId !== undefined) options.traceId = traceId
  if (idempotencyKey !== undefined) options.idempotencyKey = idempotencyKey
  if (approvalId !== undefined) options.approvalId = approvalId
  if (onProgress !== undefined) options.onProgress = onProgress
  return options
}
