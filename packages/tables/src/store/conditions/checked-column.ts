/** What CHECK conditions say of one column. A null passes them all. */
export interface CheckedColumn {
  readonly column: string
  /** What is said holds only for a column of integers: others would be rounded before. */
  readonly ofInteger?: true
  readonly min?: number
  readonly max?: number
  /** More than this. */
  readonly above?: number
  /** Less than this. */
  readonly below?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly values?: readonly (string | number)[]
  /** The texts that the column takes: JSON, or datetimes as a store writes them. */
  readonly format?: 'json' | 'datetime'
}

/** What a store writes for a datetime, as a condition of SQLite. */
export const DATETIME_GLOB = '????-??-??T*Z'

/** What holds where both hold; of the same column. */
export function both(one: CheckedColumn, other: CheckedColumn): CheckedColumn {
  const min = last(one.min, other.min, Math.max)
  const max = last(one.max, other.max, Math.min)
  const above = last(one.above, other.above, Math.max)
  const below = last(one.below, other.below, Math.min)
  const minLength = last(one.minLength, other.minLength, Math.max)
  const maxLength = last(one.maxLength, other.maxLength, Math.min)
  const values = common(one.values, other.values)
  const format = one.format ?? other.format
  const ofInteger = one.ofInteger ?? other.ofInteger
  return {
    column: one.column,
    ...(ofInteger && { ofInteger }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(above !== undefined && { above }),
    ...(below !== undefined && { below }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(values !== undefined && { values }),
    ...(format !== undefined && { format }),
  }
}

/** One for each column. */
export function mergeChecked(checked: readonly CheckedColumn[]): readonly CheckedColumn[] {
  const merged = new Map<string, CheckedColumn>()
  for (const each of checked) {
    const known = merged.get(each.column)
    merged.set(each.column, known === undefined ? each : both(known, each))
  }
  return [...merged.values()]
}

function last(
  one: number | undefined,
  other: number | undefined,
  choose: (a: number, b: number) => number,
): number | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return choose(one, other)
}

function common(one: CheckedColumn['values'], other: CheckedColumn['values']): CheckedColumn['values'] {
  if (one === undefined || other === undefined) return one ?? other
  return one.filter((value) => other.includes(value))
}
