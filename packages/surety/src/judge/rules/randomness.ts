import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { DEEPEST } from '../json.ts'
import { deeper } from '../json-path.ts'

/**
 * How much of an output, by characters of its values, is different in every answer and looks like chance: 0 to 1.
 * `fresh` are answers of other processes, where a counter starts anew.
 */
export function shareOfChance(outputs: readonly Json[], fresh: readonly Json[] = []): number {
  const [first, ...others] = outputs.map((output) => leavesOf(output))
  if (first === undefined) return 0
  const elsewhere = fresh.map((output) => leavesOf(output))
  let total = 0
  let chance = 0
  for (const [path, value] of first) {
    total += String(value).length
    chance += chanceIn(path, [value, ...valuesAt(path, others)], valuesAt(path, elsewhere))
  }
  return total === 0 ? 0 : chance / total
}

function valuesAt(path: string, outputs: readonly ReadonlyMap<string, Leaf>[]): readonly Leaf[] {
  return outputs.map((leaves) => leaves.get(path)).filter((leaf) => leaf !== undefined)
}

type Leaf = string | number | boolean | null

function leavesOf(
  value: Json,
  path: string = '$',
  into: Map<string, Leaf> = new Map(),
  depth: number = 0,
): Map<string, Leaf> {
  if (depth > DEEPEST) return into
  if (isList(value)) value.forEach((item, index) => leavesOf(item, deeper(path, index), into, depth + 1))
  else if (isRecord(value))
    for (const [key, field] of Object.entries(value)) leavesOf(field, deeper(path, key), into, depth + 1)
  else into.set(path, value)
  return into
}

/** How many characters of the first value chance may have written. */
function chanceIn(path: string, together: readonly Leaf[], fresh: readonly Leaf[]): number {
  const values = [...together, ...fresh]
  if (values.length < 2 || new Set(values).size < values.length) return 0
  if (values.every(isNumeric)) {
    const isChance = !isMeasured(path, values.map(Number)) && !isCounter(together.map(Number))
    return isChance ? String(values[0]).length : 0
  }
  const [first = [], ...others] = values.map((value) => (typeof value === 'string' ? tokensOf(value) : []))
  const random = first.filter((token, index) =>
    isRandom(
      token,
      others.map((tokens) => tokens[index] ?? ''),
    ),
  )
  return random.join('').length
}

function isNumeric(value: Leaf): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value))
}

const MEASURED = /(?:_?ms|elapsed|duration|took|time|latency|uptime|timestamp|_at|date)$/i

/** Numbers that stay close to each other, as clocks and meters do, or are named like one. */
function isMeasured(path: string, values: readonly number[]): boolean {
  const spread = Math.max(...values) - Math.min(...values)
  return MEASURED.test(path) || spread < 0.1 * Math.max(...values.map(Math.abs))
}

/** Whole numbers that go one way in small steps. */
function isCounter(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
  const oneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0)
  return oneWay && values.every(Number.isInteger) && steps.every((step) => Math.abs(step) <= 1000)
}

const CLOCK =
  /\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\d\d?:\d\d(?::\d\d)?(?:\.\d+)?|(?<!\w)1\d{9}(?:\d{3}){0,3}(?!\w)/g

/** Words without what a clock says. */
function tokensOf(text: string): readonly string[] {
  return text.replaceAll(CLOCK, ' ').match(/[\w+/=-]{8,}/g) ?? []
}

/** Words as different as chance makes them, most of them of the kind no language has: now and then chance writes one that looks like any other. */
function isRandom(one: string, others: readonly string[]): boolean {
  const words = [one, ...others]
  return words.filter(looksRandom).length > words.length / 2 && others.every((other) => isDifferent(one, other))
}

function isDifferent(one: string, other: string): boolean {
  const same = Array.from(one).filter((character, index) => character === other[index]).length
  return other !== '' && same < one.length / 2
}

function looksRandom(word: string): boolean {
  const switches = word.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  if (switches >= 2) return true
  return /^\d{12,}$/.test(word) || /[b-df-hj-np-tv-xz]{6}/i.test(word)
}
