import type { FieldConfig } from '../config/field-config.ts'
import type { CheckedColumn } from '../store/conditions/checked-column.ts'
import type { ColumnInfo } from '../store/table-info.ts'

/** A field, and all that is known of the column that it is stored in. */
export interface CheckedField {
  readonly field: FieldConfig
  readonly tableName: string
  readonly column: ColumnInfo
  /** What CHECK conditions say of the column. */
  readonly checked: Omit<CheckedColumn, 'column'>
  /** Does the engine hold values to the length and precision of the column's type? SQLite does not. */
  readonly enforced: boolean
}

/** How the column is called in messages. */
export function columnNamed({ column, tableName }: Pick<CheckedField, 'column' | 'tableName'>): string {
  return `column '${column.name}' of table '${tableName}'`
}
