import type { FieldConfig, FieldOf } from '../config/field-config.ts'

export type NumberField = FieldOf<'integer'> | FieldOf<'numeric'>

export function isNumberField(field: FieldConfig): field is NumberField {
  return field.dataType === 'integer' || field.dataType === 'numeric'
}

/** The lowest and the highest number that the field allows. */
export function boundsOf(field: NumberField): { readonly min: number; readonly max: number } {
  if (field.dataType === 'integer') {
    return { min: field.min ?? Number.MIN_SAFE_INTEGER, max: field.max ?? Number.MAX_SAFE_INTEGER }
  }
  const scale = field.scale ?? 0
  const most = field.precision === undefined ? Infinity : 10 ** (field.precision - scale) - 10 ** -scale
  return { min: Math.max(field.min ?? -Infinity, -most), max: Math.min(field.max ?? Infinity, most) }
}

/** As many decimal places as the field allows. */
export function scaleOf(field: NumberField): number {
  if (field.dataType === 'integer') return 0
  return field.scale ?? (field.precision === undefined ? Infinity : 0)
}
