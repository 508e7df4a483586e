import { CAPABILITIES, type CapabilityTag } from '@surety/tool-contracts'
import { z } from 'zod'
import { FieldConfig } from './field-config.ts'
import { SEMVER } from './version.ts'

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** One table, and the tool that inserts into it. */
export interface TableConfig {
  readonly tableName: string
  readonly toolId: string
  readonly displayName: string
  readonly description: string
  readonly fields: readonly FieldConfig[]
  /** Field name to column name, where they differ. */
  readonly columnMappings?: Readonly<Record<string, string>> | undefined
  /** In the names of fields. */
  readonly constraints?: TableConstraints | undefined
  /** What a successful call says; `{field}` stands for the value of a field. */
  readonly successMessage?: string | undefined
  /** Insert what many callers send at once in one statement. */
  readonly coalesce?: boolean | undefined
  /** Tell of every row that was inserted, where somebody listens. Default true. */
  readonly audit?: boolean | undefined
  readonly approval?: 'never' | 'always' | undefined
  readonly capabilities?: readonly CapabilityTag[] | undefined
}

interface TableConstraints {
  readonly unique?: readonly (readonly string[])[] | undefined
}

/** What tools there are: one for each table. */
export interface ToolConfiguration {
  /** For editors of JSON; it is ignored. */
  readonly $schema?: string | undefined
  readonly version: string
  readonly tables: readonly TableConfig[]
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

const table = z
  .strictObject({
    tableName: z
      .string()
      .max(63)
      .regex(SNAKE_CASE, 'Use snake_case, such as mood_entries.')
      .describe('The table of the database that rows go to.'),
    toolId: z
      .string()
      .max(64)
      .regex(KEBAB_CASE, 'Use kebab-case, such as log-mood.')
      .describe('The name by which agents call the tool. No two tables share one.'),
    displayName: z.string().min(1).max(100).describe("The tool's title, for people."),
    description: z.string().min(10).max(500).describe('What the tool does, for the agent that chooses among tools.'),
    fields: z.array(FieldConfig).min(1).describe("What the tool's input consists of."),
    columnMappings: z
      .record(z.string(), z.string().min(1).max(63))
      .optional()
      .describe('Field name to column name, where they differ.'),
    constraints: z
      .strictObject({
        unique: z
          .array(z.array(z.string()).min(1))
          .optional()
          .describe('Lists of field names whose values no two rows share.'),
      })
      .optional()
      .describe('What must hold between rows.'),
    successMessage: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('What a successful call says. {field} stands for the value of a field.'),
    coalesce: z
      .boolean()
      .optional()
      .describe('Insert what many callers send at once in one statement. Default: false.'),
    audit: z
      .boolean()
      .optional()
      .describe('Tell of every row that was inserted, where somebody listens. Default: true.'),
    approval: z
      .enum(['never', 'always'])
      .optional()
      .describe('Must a person approve each call before it runs? Default: never.'),
    capabilities: z
      .array(z.enum(CAPABILITIES))
      .min(1)
      .optional()
      .describe("What a caller's role must grant. Default: [CREATE]."),
  })
  .meta({ title: 'A table' })

const configuration = z.strictObject({
  $schema: z.string().optional().describe('Where editors of JSON find this schema. It is ignored.'),
  version: z
    .string()
    .max(256)
    .regex(SEMVER, 'Use a semantic version in quotes, such as "1.0.0".')
    .describe('The version of these tools, such as "1.0.0", in quotes.'),
  tables: z.array(table).min(1).describe('One tool for each table.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Notes of your own. They are ignored.'),
})

export const TableConfig: z.ZodType<TableConfig> = table
export const ToolConfiguration: z.ZodType<ToolConfiguration> = configuration

export const TABLE_KEYS: readonly string[] = Object.keys(table.shape)
export const CONFIGURATION_KEYS: readonly string[] = Object.keys(configuration.shape)

/** The column that a field is stored in. */
export function columnOf({ columnMappings = {} }: TableConfig, fieldName: string): string {
  return Object.hasOwn(columnMappings, fieldName) ? (columnMappings[fieldName] ?? fieldName) : fieldName
}
