import type { Journal, RolePolicy } from '@surety/tool-contracts'
import { toResult } from '@surety/tool-contracts/mcp'
import { type TableHost, mcpResult } from '@surety/tables'
import { type ServedHost, serveHost } from '../serve/serve-host.ts'
import type { Served } from '../serve/served.ts'

/** The tools of tables, as they are served until others take their place. */
export interface ServedTables extends Served {
  /** All at once: calls under way finish with the tools they began with. */
  readonly replace: (next: TableHost) => void
}

export function servedTables(
  first: TableHost,
  { policy, journal }: { readonly policy: RolePolicy | undefined; readonly journal: Journal },
): ServedTables {
  let current = published(first)
  const listeners = new Set<() => void>()
  return {
    list: (role) => current.list(role),
    call: (call) => current.call(call),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    policy,
    journal,
    replace(next) {
      current = published(next)
      for (const listener of listeners) listener()
    },
  }
}

/** A call is answered in the shape of table tools, refusals of the governed call included. */
function published({ host, tools }: TableHost): ServedHost {
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  return serveHost(host, (outcome, { name, arguments: input }) => {
    const tool = byId.get(name)
    return { ...(tool === undefined ? toResult(outcome) : mcpResult(tool, outcome, input)) }
  })
}
