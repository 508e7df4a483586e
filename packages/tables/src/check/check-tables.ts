import { type TableConfig, type ToolConfiguration, columnOf } from '../config/table-config.ts'
import { readChecks } from '../store/conditions/read-checks.ts'
import type { CheckInfo, TableInfo } from '../store/table-info.ts'
import type { TableStore } from '../store/table-store.ts'
import { checkField } from './check-field.ts'
import type { Drift, Finding } from './drift.ts'
import { nearest } from './nearest.ts'

type Store = Pick<TableStore, 'describe' | 'engine'>

/** Where the configuration and the live database differ, in the order of the configuration. Throws StoreFailure. */
export async function checkTables(configuration: ToolConfiguration, store: Store): Promise<readonly Drift[]> {
  const names = new Set(configuration.tables.map(({ tableName }) => tableName))
  const described = await Promise.all([...names].map(async (name) => [name, await store.describe(name)] as const))
  const tables = new Map(described)
  return configuration.tables.flatMap((config) => {
    const table = tables.get(config.tableName)
    return table === undefined ? [tableNotFound(config)] : checkTable(config, table, store.engine)
  })
}

function tableNotFound({ toolId, tableName }: TableConfig): Drift {
  return {
    toolId,
    tableName,
    code: 'table_not_found',
    severity: 'error',
    message: `Table '${tableName}' does not exist in database schema.`,
    fix: `Correct tableName, or create the table: \`surety tables ddl\` prints the statement.`,
  }
}

function checkTable(config: TableConfig, table: TableInfo, engine: Store['engine']): readonly Drift[] {
  const { toolId, tableName } = config
  const covered = new Set(config.fields.map(({ name }) => columnOf(config, name)))
  const checks = readChecks(table)

  const ofFields = config.fields.flatMap((field): readonly Drift[] => {
    const name = columnOf(config, field.name)
    const column = table.columns.get(name)
    const place = { toolId, tableName, field: field.name, column: name }
    if (column === undefined) return [{ ...place, ...columnNotFound(field.name, name, table, covered) }]
    const checked = checks.columns.get(name) ?? {}
    const findings = checkField({ field, tableName, column, checked, enforced: engine !== 'sqlite' })
    return findings.map((finding) => ({ ...place, ...finding }))
  })
  return [
    ...ofFields,
    ...uncovered(config, table, covered),
    ...missingUniques(config, table),
    ...notCompared(config, checks.others),
  ]
}

function columnNotFound(field: string, name: string, table: TableInfo, covered: ReadonlySet<string>): Finding {
  const free = [...table.columns.values()].filter((column) => !covered.has(column.name) && !column.generated)
  const meant = nearest(
    name,
    free.map((column) => column.name),
  )
  const add = `add column '${name}' to the table`
  return {
    code: 'column_not_found',
    severity: 'error',
    message: `Column '${name}' of field '${field}' does not exist in table '${table.name}'.`,
    fix:
      meant === undefined
        ? `Remove the field, map it to a column with columnMappings, or ${add}.`
        : `Did you mean '${meant}'? Then set columnMappings: { ${field}: ${meant} }; else ${add}.`,
  }
}

/** Columns that must have a value and get none. */
function uncovered(
  { toolId, tableName }: TableConfig,
  table: TableInfo,
  covered: ReadonlySet<string>,
): readonly Drift[] {
  const columns = [...table.columns.values()].filter(
    ({ name, nullable, hasDefault, needsUuid }) => !covered.has(name) && !nullable && !hasDefault && !needsUuid,
  )
  return columns.map(({ name, type }) => ({
    toolId,
    tableName,
    column: name,
    code: 'column_not_covered',
    severity: 'error',
    message: `Column '${name}' (${type}) of table '${tableName}' must have a value and has no default, and no field gives it one: every insert fails.`,
    fix: `Add a required field for it, or give the column a default.`,
  }))
}

/** Conditions that no configuration can express: nobody may think that they were found to agree. */
function notCompared({ toolId, tableName }: TableConfig, conditions: readonly CheckInfo[]): readonly Drift[] {
  return conditions.map(({ expression }) => ({
    toolId,
    tableName,
    code: 'condition_not_compared',
    severity: 'warning',
    message: `Table '${tableName}' has a condition that cannot be compared with the configuration: ${cut(expression)}`,
    fix: 'See that it holds for what the fields allow: an insert that breaks it is refused by the database.',
  }))
}

const LONGEST = 200

function cut(expression: string): string {
  const line = expression.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}….` : `${line}.`
}

/** What the configuration says is unique, and the database would store twice. */
function missingUniques(config: TableConfig, table: TableInfo): readonly Drift[] {
  const { toolId, tableName, constraints } = config
  const kept = table.uniques.filter(({ partial }) => partial !== true)
  const missing = (constraints?.unique ?? []).filter((fields) => {
    const columns = new Set(fields.map((field) => columnOf(config, field)))
    return !kept.some((unique) => unique.columns.every((column) => columns.has(column)))
  })
  return missing.map((fields) => ({
    toolId,
    tableName,
    ...(fields.length === 1 && fields[0] !== undefined && { field: fields[0], column: columnOf(config, fields[0]) }),
    code: 'unique_missing',
    severity: 'warning',
    message: `The configuration says that (${fields.join(', ')}) is unique, but table '${tableName}' would store the same twice.`,
    fix: `Add a unique constraint to the table, or remove it from constraints.unique.`,
  }))
}
