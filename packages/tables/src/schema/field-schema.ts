import type { z } from 'zod'
import { type DataType, type FieldConfig, NOW } from '../config/field-config.ts'
import { datetimeType } from './datetime-type.ts'
import type { FieldType, Problem } from './field-type.ts'
import { integerType, numericType } from './number-types.ts'
import { booleanType, jsonType } from './plain-types.ts'
import { enumType, textType } from './text-type.ts'

const TYPES: { readonly [Type in DataType]: FieldType<Type> } = {
  text: textType,
  integer: integerType,
  numeric: numericType,
  boolean: booleanType,
  enum: enumType,
  datetime: datetimeType,
  json: jsonType,
}

/** The schema of a field's value, whether or not it may be missing. */
export function valueSchema(field: FieldConfig): z.ZodType {
  return typeOf(field).schema(field)
}

/** The schema of a field in a tool's input. A default of `now` is filled in when the row is made. */
export function fieldSchema(field: FieldConfig): z.ZodType {
  const described = valueSchema(field).describe(field.label)
  if (field.defaultValue === NOW && field.dataType === 'datetime') return described.optional()
  if (field.defaultValue !== undefined) return described.default(field.defaultValue)
  return field.required ? described : described.optional()
}

/** What the field takes, in a few words. */
export function expectedOf(field: FieldConfig): string {
  return typeOf(field).expected(field)
}

/** Why a value was refused: `Field 'x' must be …`. */
export function refusalOf(field: FieldConfig, problem: Problem): string {
  return `Field '${field.name}' ${typeOf(field).refusal(field, problem)}`
}

/** The functions of a field's data type, which take that field. */
function typeOf(field: FieldConfig): FieldType<DataType> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not relate a field to its own type's entry
  return TYPES[field.dataType] as unknown as FieldType<DataType>
}
