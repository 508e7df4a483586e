import { CAPABILITIES } from '@surety/tool-contracts'
import { z } from 'zod'
import { FieldConfig } from './field-config.ts'

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

/** One table, and the tool that inserts into it. */
export const TableConfig = z.strictObject({
  tableName: z.string().max(63).regex(SNAKE_CASE, 'Use snake_case, such as mood_entries.'),
  toolId: z.string().max(64).regex(KEBAB_CASE, 'Use kebab-case, such as log-mood.'),
  displayName: z.string().min(1).max(100),
  description: z.string().min(10).max(500),
  fields: z.array(FieldConfig).min(1),
  /** Field name to column name, where they differ. */
  columnMappings: z.record(z.string(), z.string().min(1).max(63)).optional(),
  /** In the names of fields. */
  constraints: z.strictObject({ unique: z.array(z.array(z.string()).min(1)).optional() }).optional(),
  /** What a successful call says; `{field}` stands for the value of a field. */
  successMessage: z.string().min(1).max(500).optional(),
  /** Insert what many callers send at once in one statement. */
  coalesce: z.boolean().optional(),
  /** Tell of every row that was inserted, where somebody listens. Default true. */
  audit: z.boolean().optional(),
  approval: z.enum(['never', 'always']).optional(),
  capabilities: z.array(z.enum(CAPABILITIES)).min(1).optional(),
})

/** What tools there are: one for each table. */
export const ToolConfiguration = z.strictObject({
  version: z.string().regex(SEMVER, 'Use a semantic version in quotes, such as "1.0.0".'),
  tables: z.array(TableConfig).min(1),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export type TableConfig = z.output<typeof TableConfig>
export type ToolConfiguration = z.output<typeof ToolConfiguration>

/** The column that a field is stored in. */
export function columnOf({ columnMappings = {} }: TableConfig, fieldName: string): string {
  return Object.hasOwn(columnMappings, fieldName) ? (columnMappings[fieldName] ?? fieldName) : fieldName
}
