import { type CheckedColumn, both } from './checked-column.ts'
import { readCheck } from './read-check.ts'
import type { CheckInfo, ColumnInfo, TableInfo } from '../table-info.ts'

export interface TableChecks {
  /** By column: all that the conditions say of it. */
  readonly columns: ReadonlyMap<string, CheckedColumn>
  /** Conditions that no configuration can express. */
  readonly others: readonly CheckInfo[]
}

/** What the CHECK conditions of a table say of its columns. */
export function readChecks(table: TableInfo): TableChecks {
  const columns = new Map<string, CheckedColumn>()
  const others: CheckInfo[] = []
  for (const check of table.checks) {
    const checked = readCheck(check.expression)?.map((each) => ({ ...each, column: nameOf(table, each.column) }))
    if (checked === undefined || !checked.every((each) => fits(each, table.columns.get(each.column)))) {
      others.push(check)
      continue
    }
    for (const each of checked) {
      const known = columns.get(each.column)
      columns.set(each.column, known === undefined ? each : both(known, each))
    }
  }
  return { columns, others }
}

/** The column's own name: SQLite ignores case. */
function nameOf(table: TableInfo, written: string): string {
  if (table.columns.has(written)) return written
  return [...table.columns.keys()].find((name) => name.toLowerCase() === written.toLowerCase()) ?? written
}

/** Does a condition on such values mean the same for such a column? A text is not compared with a number as a number is. */
function fits(checked: CheckedColumn, column: ColumnInfo | undefined): boolean {
  if (column === undefined) return false
  const holds = (...types: readonly string[]): boolean => column.holds.some((type) => types.includes(type))
  const { min, max, above, below, minLength, maxLength, values, format } = checked
  const bounds = [min, max, above, below].some((bound) => bound !== undefined)
  const lengths = [minLength, maxLength].some((length) => length !== undefined)
  if (checked.ofInteger && column.holds[0] !== 'integer') return false
  if (bounds && !holds('integer', 'numeric')) return false
  if (lengths && !holds('text')) return false
  if (format !== undefined && !holds(format)) return false
  if (values === undefined) return true
  return typeof values[0] === 'number' ? holds('integer', 'numeric', 'boolean') : holds('text', 'enum')
}
