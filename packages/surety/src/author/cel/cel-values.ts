import { isRecord } from '@surety/tool-contracts/tools'

/** Lists and maps may be longer, but no macro walks further. */
const MAX_RANGE = 1000

/** JSON as CEL sees it: whole numbers are ints, and objects are maps, in which no key means anything special. */
export function toCel(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return bounded(value.map(toCel))
  if (!isRecord(value)) return value
  const map = new Map(Object.entries(value).map(([key, part]) => [key, toCel(part)]))
  return map.size > MAX_RANGE ? Object.defineProperty(map, 'keys', { value: tooLong }) : map
}

function bounded(list: unknown[]): unknown[] {
  return list.length > MAX_RANGE ? Object.defineProperty(list, MAX_RANGE, { get: tooLong }) : list
}

function tooLong(): never {
  throw new RangeError(`A macro walks at most ${MAX_RANGE} items.`)
}
