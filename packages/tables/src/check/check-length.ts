import { type CheckedField, columnNamed } from './checked-field.ts'
import type { Finding } from './drift.ts'

/** Does the column take texts of every length that the field allows? */
export function checkLength(checkedField: CheckedField): readonly Finding[] {
  const { checked, column, enforced } = checkedField
  const enforcedMax = smallest(checked.maxLength, enforced ? column.maxLength : undefined)
  const limits = lengthsOf(checkedField)
  if (limits === undefined) return []
  const tooLong = (max: number | undefined): boolean => max !== undefined && limits.max > max
  const tooShort = limits.min < (checked.minLength ?? 0)
  if (tooShort || tooLong(enforcedMax)) return [finding(checkedField, 'error', checked.minLength, enforcedMax)]
  if (tooLong(column.maxLength)) return [finding(checkedField, 'warning', undefined, column.maxLength)]
  return []
}

/** The lengths of the texts that the field allows. */
function lengthsOf({ field }: CheckedField): { readonly min: number; readonly max: number } | undefined {
  if (field.dataType === 'text') return { min: field.minLength ?? 0, max: field.maxLength ?? Number.POSITIVE_INFINITY }
  if (field.dataType !== 'enum') return undefined
  const lengths = field.enumValues.map((value) => Array.from(value).length)
  return { min: Math.min(...lengths), max: Math.max(...lengths) }
}

function finding(
  checkedField: CheckedField,
  severity: Finding['severity'],
  min: number | undefined,
  max: number | undefined,
): Finding {
  const { field, column } = checkedField
  const keys = [
    ...(min === undefined ? [] : [`minLength: ${min}`]),
    ...(max === undefined ? [] : [`maxLength: ${max}`]),
  ]
  const place = columnNamed(checkedField)
  const declared = severity === 'error' ? '' : ` (${column.type}, which SQLite does not enforce)`
  return {
    code: 'length',
    severity,
    message: `Field '${field.name}' allows texts of other lengths than ${place}${declared}, which takes ${range(min, max)}.`,
    fix: field.dataType === 'enum' ? `Remove such values from enumValues.` : `Set ${keys.join(' and ')}.`,
  }
}

function range(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `at least ${min} characters`
  return min === undefined ? `at most ${max} characters` : `${min} to ${max} characters`
}

function smallest(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
