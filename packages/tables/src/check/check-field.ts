import { checkDigits } from './check-digits.ts'
import { checkLength } from './check-length.ts'
import { checkRange } from './check-range.ts'
import { checkValues } from './check-values.ts'
import { type CheckedField, columnNamed } from './checked-field.ts'
import type { Finding } from './drift.ts'

/** Does the column take whatever the field allows? */
export function checkField(checkedField: CheckedField): readonly Finding[] {
  const generated = checkGenerated(checkedField)
  if (generated.length > 0) return generated
  const type = checkType(checkedField)
  if (type.length > 0) return type
  return [checkNull, checkValues, checkLength, checkRange, checkDigits].flatMap((check) => check(checkedField))
}

function checkGenerated(checkedField: CheckedField): readonly Finding[] {
  const { field, column } = checkedField
  if (!column.generated) return []
  return [
    {
      code: 'column_generated',
      severity: 'error',
      message: `Field '${field.name}' gives a value to ${columnNamed(checkedField)}, which the database computes itself.`,
      fix: `Remove the field.`,
    },
  ]
}

function checkType(checkedField: CheckedField): readonly Finding[] {
  const { field, column, checked } = checkedField
  const holds = checked.format === undefined ? column.holds : [checked.format]
  if (holds.includes(field.dataType) && takesBoth(checkedField)) return []
  const can = holds.length === 0 ? 'no field can be stored in it' : `it holds ${holds.join(', ')}`
  return [
    {
      code: 'type_mismatch',
      severity: 'error',
      message: `Field '${field.name}' is of dataType ${field.dataType}, but ${columnNamed(checkedField)} is of type ${column.type || 'ANY'}: ${can}.`,
      fix: holds.length === 0 ? 'Remove the field, or change the type of the column.' : `Set dataType: ${holds[0]}.`,
    },
  ]
}

/** A boolean is stored as 0 or 1 where the engine has none. */
function takesBoth({ field, checked }: CheckedField): boolean {
  if (field.dataType !== 'boolean' || typeof checked.values?.[0] !== 'number') return true
  return [0, 1].every((value) => checked.values?.includes(value))
}

function checkNull(checkedField: CheckedField): readonly Finding[] {
  const { field, column } = checkedField
  if (field.required || field.defaultValue !== undefined) return []
  if (column.nullable || column.hasDefault || column.needsUuid) return []
  return [
    {
      code: 'null_refused',
      severity: 'error',
      message: `Field '${field.name}' may be left out, but ${columnNamed(checkedField)} must have a value and has no default.`,
      fix: `Set required: true, or give the field a defaultValue.`,
    },
  ]
}
