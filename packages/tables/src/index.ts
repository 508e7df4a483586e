/** Tools generated from table configuration: validated, whitelisted inserts for MCP and Mastra. */
export {
  createTableHost,
  createTableTools,
  type TableHost,
  type TableToolsOptions,
} from './execute/create-table-tools.ts'
export type { AuditEvent } from './execute/audit-event.ts'
export type { ExecuteOptions, TableTool } from './execute/table-tool.ts'
export type { FieldViolation, ToolExecutionError, ToolExecutionResult, ToolExecutionSuccess } from './execute/result.ts'

export type { DataType, FieldConfig } from './config/field-config.ts'
export type { TableConfig, ToolConfiguration } from './config/table-config.ts'

export { StoreFailure, type FailureKind } from './store/store-failure.ts'
export type { ColumnInfo, ConstraintInfo, CheckInfo, TableInfo } from './store/table-info.ts'
export type { TableStore } from './store/table-store.ts'
export { postgresStore } from './store/postgres/postgres.ts'
export { sqliteStore } from './store/sqlite/sqlite.ts'
export { prismaStore } from './store/prisma/prisma.ts'

export { mcpResult } from './adapt/mcp-result.ts'
export {
  toMastraTools,
  type MastraContext,
  type MastraToolDefinition,
  type ToMastraOptions,
} from './adapt/to-mastra-tools.ts'
export { toMcpTools, type McpTableTool } from './adapt/to-mcp-tools.ts'

export { ConfigurationError, type ConfigurationProblem } from './config/configuration-error.ts'
export { compareConfigurations, type Comparison } from './config/compare-configurations.ts'
export { loadConfiguration } from './config/load-configuration.ts'
export { checkTables } from './check/check-tables.ts'
export type { Drift, DriftCode } from './check/drift.ts'
export { createTableStatements, type DdlEngine } from './ddl/ddl.ts'
export { draftConfiguration } from './init/draft-configuration.ts'
