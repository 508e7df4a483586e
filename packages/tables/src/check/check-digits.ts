import { type CheckedField, columnNamed } from './checked-field.ts'
import type { Finding } from './drift.ts'
import { type NumberField, boundsOf, isNumberField, scaleOf } from './number-field.ts'

/** Has the column room for as many digits as the field allows? */
export function checkDigits(checkedField: CheckedField): readonly Finding[] {
  const { field, column } = checkedField
  if (!isNumberField(field) || column.precision === undefined) return []
  if (column.scale === undefined) return floatFindings(checkedField, field, column.precision)
  const scale = scaleFinding(checkedField, field, column.precision, column.scale)
  const precision = precisionFinding(checkedField, field, column.precision, column.scale)
  return [scale, precision].filter((finding) => finding !== undefined)
}

function scaleFinding(
  checkedField: CheckedField,
  field: NumberField,
  precision: number,
  scale: number,
): Finding | undefined {
  if (scaleOf(field) <= scale) return undefined
  const { enforced } = checkedField
  const effect = enforced ? 'The database would round silently' : 'SQLite keeps them all the same'
  return {
    code: 'scale',
    severity: enforced ? 'error' : 'warning',
    message: `Field '${field.name}' allows more decimal places than ${columnNamed(checkedField)} has, which is ${scale}. ${effect}.`,
    fix: scale < 0 ? 'Change the type of the column.' : `Set precision: ${precision} and scale: ${scale}.`,
  }
}

function precisionFinding(
  checkedField: CheckedField,
  field: NumberField,
  precision: number,
  scale: number,
): Finding | undefined {
  const digits = precision - scale
  const { min, max } = boundsOf(field)
  if (field.dataType === 'numeric' && (field.precision ?? Infinity) - scaleOf(field) <= digits) return undefined
  if (max < 10 ** digits && min > -(10 ** digits)) return undefined
  const { column, enforced } = checkedField
  const most = 10 ** digits - 1
  return {
    code: 'precision',
    severity: enforced ? 'error' : 'warning',
    message: `Field '${field.name}' allows more digits before the decimal point than ${columnNamed(checkedField)} has room for (${column.type}).${enforced ? '' : ' SQLite keeps them all the same.'}`,
    fix:
      field.dataType === 'integer'
        ? `Set min: ${-most} and max: ${most}.`
        : `Set precision: ${precision} and scale: ${Math.max(scale, 0)}.`,
  }
}

function floatFindings(checkedField: CheckedField, field: NumberField, digits: number): readonly Finding[] {
  if (field.dataType === 'numeric' && (field.precision ?? Infinity) <= digits) return []
  return [
    {
      code: 'precision',
      severity: 'warning',
      message: `Field '${field.name}' allows more digits than the ${digits} that ${columnNamed(checkedField)} keeps (${checkedField.column.type}).`,
      fix: `Set a precision of at most ${digits}, or change the column to double precision or numeric.`,
    },
  ]
}
