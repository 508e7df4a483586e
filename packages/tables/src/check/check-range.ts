import { type NumberLimits, inclusiveLimits, numberLimits } from '../store/number-limits.ts'
import { type CheckedField, columnNamed } from './checked-field.ts'
import type { Finding } from './drift.ts'
import { boundsOf, isNumberField } from './number-field.ts'

/** Does the column take numbers as low and as high as the field allows? */
export function checkRange(checkedField: CheckedField): readonly Finding[] {
  const { field, column, checked } = checkedField
  if (!isNumberField(field)) return []
  const limits = numberLimits(column, checked)
  const { min, max } = boundsOf(field)
  const tooLow = min < (limits.min ?? -Infinity) || min <= (limits.above ?? Number.NaN)
  const tooHigh = max > (limits.max ?? Infinity) || max >= (limits.below ?? Number.NaN)
  if (!tooLow && !tooHigh) return []
  const allowed = inclusiveLimits(
    limits,
    field.dataType === 'integer' ? 'integers' : { scale: field.scale ?? column.scale },
  )
  const keys = Object.entries(allowed).map(([key, value]) => `${key}: ${value}`)
  return [
    {
      code: 'range',
      severity: 'error',
      message: `Field '${field.name}' allows numbers that ${columnNamed(checkedField)} refuses; it takes numbers ${shown(limits)}.`,
      fix: `Set ${keys.join(' and ')}.`,
    },
  ]
}

function shown({ min, max, above, below }: NumberLimits): string {
  const parts = [
    min !== undefined && `of at least ${min}`,
    above !== undefined && `above ${above}`,
    max !== undefined && `of at most ${max}`,
    below !== undefined && `below ${below}`,
  ]
  return parts.filter((part) => part !== false).join(' and ')
}
