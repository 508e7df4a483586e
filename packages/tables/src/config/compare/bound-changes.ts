import { quoted } from '../fault.ts'
import type { FieldConfig, FieldOf } from '../field-config.ts'
import { type Change, breaking, compatible } from './change.ts'

/** Which values of a field are accepted now and were not, or the other way round? Both have the same data type. */
export function boundChanges(before: FieldConfig, after: FieldConfig): readonly Change[] {
  if (before.dataType === 'text' && after.dataType === 'text') {
    return [
      ...lowerBound("'minLength'", before.minLength, after.minLength),
      ...upperBound("'maxLength'", before.maxLength, after.maxLength),
    ]
  }
  if (before.dataType === 'integer' && after.dataType === 'integer') return rangeChanges(before, after)
  if (before.dataType === 'numeric' && after.dataType === 'numeric') {
    return [...rangeChanges(before, after), ...digitChanges(before, after)]
  }
  if (before.dataType === 'enum' && after.dataType === 'enum') return valueChanges(before, after)
  if (before.dataType === 'datetime' && after.dataType === 'datetime') {
    return [
      ...lowerBound("'minDate'", before.minDate, after.minDate),
      ...upperBound("'maxDate'", before.maxDate, after.maxDate),
    ]
  }
  return []
}

type Range = Pick<FieldOf<'numeric'>, 'min' | 'max'>

function rangeChanges(before: Range, after: Range): readonly Change[] {
  return [...lowerBound("'min'", before.min, after.min), ...upperBound("'max'", before.max, after.max)]
}

type Bound = number | string | undefined

function lowerBound(name: string, was: Bound, is: Bound): readonly Change[] {
  return changeOf(name, was, is, order(is, -Infinity) - order(was, -Infinity))
}

function upperBound(name: string, was: Bound, is: Bound): readonly Change[] {
  return changeOf(name, was, is, order(was, Infinity) - order(is, Infinity))
}

function changeOf(name: string, was: Bound, is: Bound, narrowed: number): readonly Change[] {
  // Infinity less itself is no number.
  if (narrowed === 0 || Number.isNaN(narrowed)) return []
  const message = `${name} was ${was ?? 'not set'} and is ${is ?? 'not set'}: ${narrowed > 0 ? 'fewer' : 'more'} values are accepted.`
  return [narrowed > 0 ? breaking(message) : compatible(message)]
}

/** A text is a date. */
function order(bound: Bound, unset: number): number {
  if (bound === undefined) return unset
  return typeof bound === 'string' ? Date.parse(bound) : bound
}

/** As in SQL: a precision without scale leaves no digits behind the point. */
function digitChanges(before: FieldOf<'numeric'>, after: FieldOf<'numeric'>): readonly Change[] {
  return [
    ...upperBound('The number of digits before the point', digitsBeforePoint(before), digitsBeforePoint(after)),
    ...upperBound('The number of digits behind the point', digitsBehindPoint(before), digitsBehindPoint(after)),
  ]
}

function digitsBeforePoint({ precision, scale = 0 }: FieldOf<'numeric'>): number | undefined {
  return precision === undefined ? undefined : precision - scale
}

function digitsBehindPoint({ precision, scale }: FieldOf<'numeric'>): number | undefined {
  return scale ?? (precision === undefined ? undefined : 0)
}

function valueChanges(before: FieldOf<'enum'>, after: FieldOf<'enum'>): readonly Change[] {
  const lost = before.enumValues.filter((value) => !after.enumValues.includes(value))
  const gained = after.enumValues.filter((value) => !before.enumValues.includes(value))
  return [
    ...lost.map((value) => breaking(`The value ${quoted(value)} was removed.`)),
    ...gained.map((value) => compatible(`The value ${quoted(value)} was added.`)),
  ]
}
