import type { Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { commonMultiple } from './decimal.ts'
import { at, numberAt } from './json.ts'
import { type Made, narrow, none, values } from './made.ts'

interface Range {
  readonly least: number
  readonly most: number
  /** Whether the schema itself says where the range ends. */
  readonly bounded: boolean
}

const USUAL = 1_000_000_000
const TRIES = 50

/** Numbers within every bound; its ends come often. */
export function numberValues(nodes: readonly JsonObject[], integer: boolean): Made {
  const range = rangeOf(nodes)
  if (range.least > range.most) return none(`no number is at least ${range.least} and at most ${range.most}`)
  const steps = stepsOf(nodes)
  if (integer || steps.length > 0) return multiples(range, integer ? [...steps, 1] : steps)
  return values(fc().oneof({ weight: 2, arbitrary: roundNumbers(range) }, { weight: 1, arbitrary: anyNumber(range) }))
}

/** The most ordinary numbers, to be tried in this order. */
export function plainNumbers(nodes: readonly JsonObject[]): readonly Json[] {
  const { least, most } = rangeOf(nodes)
  return [1, 0, 10, ...stepsOf(nodes), Math.ceil(least), Math.floor(most), least, most].filter(Number.isFinite)
}

/** Where the range of the numbers ends, the low end first; where the schema leaves it open, one and `large` stand for the ends. */
export function numberEnds(nodes: readonly JsonObject[], integer: boolean, large: number): readonly number[] {
  const { least, most } = rangeOf(nodes)
  const low = isOpen(least) ? Math.min(1, most) : least
  const high = isOpen(most) ? Math.max(large, low) : most
  const steps = integer ? [...stepsOf(nodes), 1] : stepsOf(nodes)
  if (steps.length > 0) {
    const { first, last, numberOf } = countsIn({ least: low, most: high }, steps)
    const inward = Array.from({ length: Math.max(0, Math.min(TRIES, last - first + 1)) }, (_, index) => index)
    const ends = [inward.map((count) => numberOf(first + count)), inward.map((count) => numberOf(last - count))]
    return ends.flatMap((numbers) => numbers.find((number) => isBinaryMultiple(number, steps)) ?? [])
  }
  const stated = ['minimum', 'maximum'].flatMap((keyword) => nodes.map((node) => numberAt(node, keyword) ?? NaN))
  const isWithin = (value: number): boolean => value >= low && value <= high
  const written = (end: number, round: (value: number) => number): number =>
    stated.includes(end) ? end : ([round(end * 100) / 100].find(isWithin) ?? end)
  return [written(low, Math.ceil), written(high, Math.floor)].map(positiveZero)
}

/** Libraries state the last exact integer where they mean no bound at all. */
function isOpen(bound: number): boolean {
  return Math.abs(bound) >= Number.MAX_SAFE_INTEGER
}

function rangeOf(nodes: readonly JsonObject[]): Range {
  const least = Math.max(...nodes.map((node) => numberAt(node, 'minimum') ?? -Infinity))
  const above = Math.max(...nodes.map((node) => numberAt(node, 'exclusiveMinimum') ?? -Infinity))
  const most = Math.min(...nodes.map((node) => numberAt(node, 'maximum') ?? Infinity))
  const below = Math.min(...nodes.map((node) => numberAt(node, 'exclusiveMaximum') ?? Infinity))
  const is32 = nodes.some((node) => at(node, 'format') === 'int32')
  const low = Math.max(least, next(above, 1), is32 ? -(2 ** 31) : -Infinity)
  const high = Math.min(most, next(below, -1), is32 ? 2 ** 31 - 1 : Infinity)
  return { least: low, most: high, bounded: Number.isFinite(low) || Number.isFinite(high) }
}

/** The nearest number on that side. */
function next(value: number, direction: 1 | -1): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return direction * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 === direction > 0 ? 1n : -1n))
  return view.getFloat64(0)
}

function stepsOf(nodes: readonly JsonObject[]): readonly number[] {
  return nodes.map((node) => numberAt(node, 'multipleOf') ?? 0).filter((step) => step > 0)
}

/** Whole counts of the one step that every step divides; integers are multiples of 1. */
function multiples(range: Range, steps: readonly number[]): Made {
  const { first, last, numberOf } = countsIn(range, steps)
  if (first > last) return none(`no multiple of ${numberOf(1)} that can be written exactly is within its bounds`)
  const near = { min: Math.max(first, Math.min(last, 0) - 100), max: Math.min(last, Math.max(first, 0) + 100) }
  const counts = fc().oneof(
    { weight: 2, arbitrary: fc().integer(near) },
    { weight: 1, arbitrary: fc().integer({ min: first, max: last }) },
    { weight: range.bounded ? 1 : 0, arbitrary: fc().constantFrom(first, last) },
  )
  const numbers = values(counts.map(numberOf))
  if (steps.every(Number.isInteger)) return numbers
  return narrow(numbers, (value) => isBinaryMultiple(Number(value), steps))
}

/** Many validators divide in binary, where 0.29 is no multiple of 0.01: such numbers are left out. */
function isBinaryMultiple(value: number, steps: readonly number[]): boolean {
  return steps.every((each) => Number.isInteger(value / each))
}

interface Counts {
  readonly first: number
  readonly last: number
  readonly numberOf: (count: number) => number
}

/** Which counts of the common step are within the range. */
function countsIn({ least, most }: Pick<Range, 'least' | 'most'>, steps: readonly number[]): Counts {
  const { digits, scale } = commonMultiple(steps)
  // The quotient of two exact integers is the very number that its decimal notation names.
  const numberOf = (count: number): number => positiveZero((count * Number(digits)) / Number(scale))
  const step = numberOf(1)
  const far = Math.floor(Number.MAX_SAFE_INTEGER / Number(digits))
  const first = Math.max(-far, around(least / step).find((count) => numberOf(count) >= least) ?? Infinity)
  const last = Math.min(far, around(most / step).findLast((count) => numberOf(count) <= most) ?? -Infinity)
  return { first, last, numberOf }
}

/** The whole numbers next to a quotient that may be off by its last bit. */
function around(quotient: number): readonly number[] {
  const whole = Math.round(quotient)
  return [whole - 1, whole, whole + 1]
}

/** Numbers as people write them: whole ones and two decimals. */
function roundNumbers(range: Range): Arbitrary<number> {
  const [min, max] = [Math.ceil(Math.max(range.least, -USUAL) * 100), Math.floor(Math.min(range.most, USUAL) * 100)]
  const ends = [range.least, range.most].filter(Number.isFinite)
  if (min > max || !Number.isSafeInteger(min) || !Number.isSafeInteger(max))
    return ends.length > 0 ? fc().constantFrom(...ends) : anyNumber(range)
  const rounded = fc()
    .integer({ min, max })
    .map((hundredths) => positiveZero(clamp(hundredths / 100, range)))
  return ends.length > 0 ? fc().oneof(rounded, fc().constantFrom(...ends.map(positiveZero))) : rounded
}

/** Any at all, but exact where the bounds do not ask for more: not everybody can read 1e300. */
function anyNumber({ least, most }: Range): Arbitrary<number> {
  const far = Number.MAX_SAFE_INTEGER
  const min = Number.isFinite(least) ? least : Math.min(-far, most)
  const max = Number.isFinite(most) ? most : Math.max(far, least)
  return fc().double({ min, max, noNaN: true }).map(positiveZero)
}

function clamp(value: number, { least, most }: Range): number {
  return Math.min(Math.max(value, least), most)
}

/** JSON has no negative zero. */
function positiveZero(value: number): number {
  return value === 0 ? 0 : value
}
