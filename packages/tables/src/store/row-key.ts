import { StoreFailure } from './store-failure.ts'
import type { ColumnInfo, ConstraintInfo } from './table-info.ts'
import type { RowId } from './table-store.ts'

const UUID_LENGTH = 36

/** The column whose value is the row's id: a primary key of one column, else one named `id`. */
export function idColumnOf(
  primaryKey: readonly string[],
  columns: readonly { readonly name: string }[],
): string | undefined {
  if (primaryKey.length === 1) return primaryKey[0]
  return columns.find(({ name }) => name === 'id')?.name
}

/** The id in what an insert gives back. Throws StoreFailure where that is no row. */
export function insertedId(row: Readonly<Record<string, unknown>> | undefined): RowId {
  if (row === undefined) throw new StoreFailure('left_out')
  return rowId(row['id'])
}

/** Must whoever inserts make a UUID for this column? Not where it names a row of another table. */
export function needsUuid(
  column: Omit<ColumnInfo, 'needsUuid'>,
  idColumn: string | undefined,
  foreignKeys: readonly ConstraintInfo[],
): boolean {
  if (column.name !== idColumn || column.hasDefault || column.generated) return false
  if (!column.holds.includes('text') || (column.maxLength ?? UUID_LENGTH) < UUID_LENGTH) return false
  return !foreignKeys.some(({ columns }) => columns.includes(column.name))
}

/** A key as text; none where there is none. */
export function rowId(key: unknown): string | undefined {
  if (typeof key === 'string') return key
  return typeof key === 'number' || typeof key === 'bigint' ? String(key) : undefined
}

const OURS: ReadonlySet<string> = new Set([
  'surety_approvals',
  'surety_checkpoints',
  'surety_claims',
  'surety_outputs',
  'surety_settings',
  'surety_steps',
  'surety_tokens',
  'surety_writers',
])

/** Tables in which the command `surety` keeps its records: no tool inserts into them. */
export function isOurs(tableName: string): boolean {
  return OURS.has(tableName)
}
