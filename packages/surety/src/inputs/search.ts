import type { Json } from '@surety/tool-contracts/tools'
import { bisect } from './bisect.ts'

/** What can be known of values that could stand in place of a failing one. */
export interface Search<Value = Json> {
  /** Asking this costs no call. */
  readonly isValid: (value: Value) => boolean
  /** Is it valid, and does it fail too? */
  readonly fails: (value: Value) => Promise<boolean>
  /** Whether parts in the middle are left out one by one, which takes a call for each. */
  readonly thorough: boolean
}

/** The same search for a part of the value. */
export function within<Part, Whole>(
  { isValid, fails, thorough }: Search<Whole>,
  put: (part: Part) => Whole,
): Search<Part> {
  return { isValid: (part) => isValid(put(part)), fails: (part) => fails(put(part)), thorough }
}

/** The fewest of these items that fail: as few as can be from the start, then to the end, then in between. */
export async function fewest<Item>(items: readonly Item[], search: Search<readonly Item[]>): Promise<readonly Item[]> {
  const leading = (count: number): readonly Item[] => items.slice(0, count)
  const first = leading(await leastFailing(items.length, within(search, leading)))
  const trailing = (count: number): readonly Item[] => first.slice(first.length - count)
  let kept = trailing(await leastFailing(first.length, within(search, trailing)))
  if (!search.thorough) return kept
  for (let index = kept.length - 2; index > 0; index--) {
    const fewer = kept.toSpliced(index, 1)
    if (await search.fails(fewer)) kept = fewer
  }
  return kept
}

/** The least count that fails, up to one that does. */
export async function leastFailing(count: number, { isValid, fails }: Search<number>): Promise<number> {
  const least = isValid(0) ? 0 : await bisect(0, count, async (fewer) => isValid(fewer))
  if (await fails(least)) return least
  // Where nothing can be left out, which is often so, one call tells.
  return (await fails(count - 1)) ? bisect(least, count - 1, fails) : count
}
