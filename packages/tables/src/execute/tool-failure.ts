import { ToolError } from '@surety/tool-contracts'
import { type TableConfig, columnOf } from '../config/table-config.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { FAILURES, type Failure, declaredCode } from './failures.ts'

/** What the handler of a table's tool throws for a failure of its store; anything else stays what it is. */
export function toolFailure(table: TableConfig, thrown: unknown): unknown {
  if (!(thrown instanceof StoreFailure) || thrown.kind === 'unknown') return thrown
  const failure = FAILURES[thrown.kind]
  const fields = thrown.columns.map((column) => fieldOf(table, column)).join(', ')
  const details = fields === '' ? {} : { field: fields }
  const blame = failure.isEnvironments ? 'environment' : undefined
  return new ToolError(declaredCode(failure), sentence(table, failure, thrown, fields), details, { blame })
}

function sentence(table: TableConfig, { type, code, says }: Failure, failure: StoreFailure, fields: string): string {
  if (code === 'column_not_found')
    return `Column '${failure.columns.join("', '")}' of table '${table.tableName}' ${says}`
  if (type === 'CONFIG_ERROR') return `Table '${table.tableName}' ${says}`
  const where = fields === '' ? '' : ` on (${fields})`
  return `Failed to insert ${table.displayName.toLowerCase()}: ${says}${where}`
}

/** The field that is stored in the column; a column without one keeps its name. */
function fieldOf(table: TableConfig, column: string): string {
  return table.fields.find(({ name }) => columnOf(table, name) === column)?.name ?? column
}
