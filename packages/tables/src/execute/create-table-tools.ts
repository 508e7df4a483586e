import { type GovernOptions, type ToolHost, createToolHost } from '@surety/tool-contracts'
import type { TableConfig, ToolConfiguration } from '../config/table-config.ts'
import { loadConfiguration } from '../config/load-configuration.ts'
import { inputSchema } from '../schema/input-schema.ts'
import type { TableStore } from '../store/table-store.ts'
import type { AuditEvent } from './audit-event.ts'
import { contractOf } from './contract-of.ts'
import { handlerOf } from './handler-of.ts'
import { resultOf } from './result-of.ts'
import type { TableTool } from './table-tool.ts'

/** The options of the host that governs the calls (journal, policy, approver, rates) are those of `createToolHost`. */
export interface TableToolsOptions extends GovernOptions {
  /** The path of a YAML or JSON file, or the configuration itself. */
  readonly config: string | ToolConfiguration
  readonly store: TableStore
  /** Told of every row that was inserted, by tools whose table does not say `audit: false`. */
  readonly audit?: (event: AuditEvent) => void
}

/**
 * One tool for each table of the configuration. Throws ConfigurationError with every problem, and StoreFailure where a file of SQLite
 * cannot be made; a server that does not answer yet is no reason to throw: calls say so until it does.
 */
export async function createTableTools(options: TableToolsOptions): Promise<readonly TableTool[]> {
  const { tools } = await createTableHost(options)
  return tools
}

export interface TableHost {
  /** Calls the tools by their ids, and lists them by role. */
  readonly host: ToolHost
  readonly tools: readonly TableTool[]
}

/** The tools, and the host that governs their calls: for whoever serves them. Throws as `createTableTools` does. */
export async function createTableHost(options: TableToolsOptions): Promise<TableHost> {
  const { config, store, audit, ...govern } = options
  const { tables } = await loadConfiguration(config)
  await store.prepare(tables)
  const made = tables.map((table) => ungoverned(table, store, audit))
  const host: ToolHost = createToolHost({ ...govern, tools: made })
  return { host, tools: made.map((tool) => governed(tool, host)) }
}

type Ungoverned = Omit<TableTool, 'call' | 'execute'>

function ungoverned(table: TableConfig, store: TableStore, audit: TableToolsOptions['audit']): Ungoverned {
  const schema = inputSchema(table)
  return {
    id: table.toolId,
    table,
    contract: contractOf(table, schema, store),
    handler: handlerOf(table, store, audit),
    resultOf: (outcome, input) => resultOf(table, schema, outcome, input),
  }
}

function governed(tool: Ungoverned, host: ToolHost): TableTool {
  const call: TableTool['call'] = (input, { actor, ...options } = {}) =>
    host.call(tool.id, input, { ...options, ...(actor !== undefined && { principal: actor }) })
  return { ...tool, call, execute: async (input, options) => tool.resultOf(await call(input, options), input) }
}
