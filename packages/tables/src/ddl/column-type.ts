import type { ColumnDataType } from 'kysely'
import type { FieldConfig, FieldOf } from '../config/field-config.ts'
import type { DdlEngine } from './ddl.ts'

/** PostgreSQL's longest varchar. */
export const MAX_VARCHAR = 10_485_760
const MAX_PRECISION = 1000

/** The type of a column for this field. */
export function columnType(field: FieldConfig, engine: DdlEngine): ColumnDataType {
  return engine === 'sqlite' ? sqliteType(field) : postgresType(field)
}

function sqliteType({ dataType }: FieldConfig): ColumnDataType {
  if (dataType === 'integer' || dataType === 'boolean') return 'integer'
  return dataType === 'numeric' ? 'real' : 'text'
}

function postgresType(field: FieldConfig): ColumnDataType {
  switch (field.dataType) {
    case 'text':
      return field.maxLength === undefined || field.maxLength > MAX_VARCHAR ? 'text' : `varchar(${field.maxLength})`
    case 'integer':
      return [field.min, field.max].every(isInt4) ? 'integer' : 'bigint'
    case 'numeric':
      return numericType(field)
    case 'boolean':
      return 'boolean'
    case 'enum':
      return 'text'
    case 'datetime':
      return 'timestamptz'
    case 'json':
      return 'jsonb'
  }
}

function isInt4(bound: number | undefined): boolean {
  return bound !== undefined && bound >= -(2 ** 31) && bound < 2 ** 31
}

/** Without precision there is no type of this scale; the tool itself refuses what has more digits. */
function numericType({ precision, scale = 0 }: FieldOf<'numeric'>): ColumnDataType {
  if (precision === undefined || precision > MAX_PRECISION || scale > precision) return 'numeric'
  return `numeric(${precision}, ${scale})`
}
