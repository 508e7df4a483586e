import type { CheckedColumn } from './conditions/checked-column.ts'
import type { ColumnInfo } from './table-info.ts'

/** What a column's type and its CHECK conditions say of the numbers that it takes. */
export type NumberLimits = Pick<CheckedColumn, 'min' | 'max' | 'above' | 'below'>

export function numberLimits(column: ColumnInfo, checked: Omit<CheckedColumn, 'column'>): NumberLimits {
  const listed = (checked.values ?? []).filter((value) => typeof value === 'number')
  const min = furthest(Math.max, column.min, checked.min, listed.length > 0 ? Math.min(...listed) : undefined)
  const max = furthest(Math.min, column.max, checked.max, listed.length > 0 ? Math.max(...listed) : undefined)
  const { above, below } = checked
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(above !== undefined && { above }),
    ...(below !== undefined && { below }),
  }
}

/** The lowest and the highest number that meets the limits; of the integers, or of the decimals with so many places. */
export function inclusiveLimits(
  { min, max, above, below }: NumberLimits,
  numbers: 'integers' | { readonly scale: number | undefined },
): Pick<NumberLimits, 'min' | 'max'> {
  const isInteger = numbers === 'integers'
  const scale = isInteger ? 0 : numbers.scale
  const low = furthest(Math.max, min, above === undefined ? undefined : next(above, scale, 1))
  const high = furthest(Math.min, max, below === undefined ? undefined : next(below, scale, -1))
  return {
    ...(low !== undefined && { min: isInteger ? Math.ceil(low) + 0 : low }),
    ...(high !== undefined && { max: isInteger ? Math.floor(high) : high }),
  }
}

/** The number after or before this one; without a scale, the next that JavaScript has. */
function next(number: number, scale: number | undefined, direction: 1 | -1): number {
  if (scale === undefined || scale > 15) return nextDouble(number, direction)
  const scaled = number * 10 ** scale
  const whole = direction > 0 ? Math.floor(scaled) : Math.ceil(scaled)
  return Number(((whole + direction) / 10 ** scale).toFixed(Math.max(scale, 0)))
}

function nextDouble(number: number, direction: 1 | -1): number {
  if (number === 0) return direction * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, number)
  const isAwayFromZero = number > 0 === direction > 0
  view.setBigInt64(0, view.getBigInt64(0) + (isAwayFromZero ? 1n : -1n))
  return view.getFloat64(0)
}

function furthest(
  choose: (...numbers: number[]) => number,
  ...numbers: readonly (number | undefined)[]
): number | undefined {
  const known = numbers.filter((number) => number !== undefined)
  return known.length === 0 ? undefined : choose(...known)
}
