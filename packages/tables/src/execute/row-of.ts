import { type FieldConfig, NOW } from '../config/field-config.ts'
import { type TableConfig, columnOf } from '../config/table-config.ts'
import { toUtc } from '../schema/instant.ts'
import type { FieldValue, InsertColumn } from '../store/table-store.ts'

/** The columns that a validated input fills, in the configuration's order, and their values. */
export interface FilledRow {
  readonly columns: readonly InsertColumn[]
  readonly values: readonly FieldValue[]
}

/** The row of a validated input: fields become columns, moments become UTC. */
export function rowOf(table: TableConfig, input: Readonly<Record<string, FieldValue | undefined>>): FilledRow {
  const filled = table.fields.flatMap((field) => {
    const value = input[field.name] ?? defaultNow(field)
    return value === undefined ? [] : [{ field, value }]
  })
  return {
    columns: filled.map(({ field }) => ({ name: columnOf(table, field.name), field })),
    values: filled.map(({ field, value }) => stored(field, value)),
  }
}

function defaultNow({ dataType, defaultValue }: FieldConfig): string | undefined {
  return dataType === 'datetime' && defaultValue === NOW ? new Date().toISOString() : undefined
}

function stored({ dataType }: FieldConfig, value: FieldValue): FieldValue {
  return dataType === 'datetime' && typeof value === 'string' ? (toUtc(value) ?? value) : value
}
