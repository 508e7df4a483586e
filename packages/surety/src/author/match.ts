import { isRecord } from '@surety/tool-contracts/tools'
import { compilePattern } from './schema/pattern.ts'
import { nameOf, show } from './yaml/reader.ts'
import type { Path } from './yaml/offset-of.ts'

/** One way in which a value is not what was expected. */
export interface Mismatch {
  readonly path: Path
  readonly message: string
}

/** Objects are compared by the expected keys alone, arrays and scalars exactly, matchers (`$type` …) by what they say. */
export function matchOutput(expected: unknown, actual: unknown): readonly Mismatch[] {
  return compare(expected, actual, at([], false))
}

/** The same where a key that begins with `$` is a key like any other. */
export function matchLiterally(expected: unknown, actual: unknown): readonly Mismatch[] {
  return compare(expected, actual, at([], true))
}

/** Where a value stands, and what a sentence calls it; nothing for the whole. */
interface Spot {
  readonly path: Path
  readonly name: string
  /** Nothing here is a matcher. */
  readonly isLiteral: boolean
}

function at(path: Path, isLiteral: boolean): Spot {
  return { path, name: path.length === 0 ? '' : nameOf(path), isLiteral }
}

function within({ path, isLiteral }: Spot, key: string | number): Spot {
  return at([...path, key], isLiteral)
}

function compare(expected: unknown, actual: unknown, spot: Spot): readonly Mismatch[] {
  if (!spot.isLiteral && isMatcher(expected)) return matched(expected, actual, spot)
  if (Array.isArray(expected)) return matchList(expected, actual, spot)
  if (isRecord(expected)) return matchMapping(expected, actual, spot)
  return expected === actual ? [] : [mismatch(spot, show(expected), actual)]
}

/** Is it a mapping of matchers: are its keys `$…`? */
export function isMatcher(expected: unknown): expected is Readonly<Record<string, unknown>> {
  return isRecord(expected) && Object.keys(expected).some((key) => key.startsWith('$'))
}

function matchList(expected: readonly unknown[], actual: unknown, spot: Spot): readonly Mismatch[] {
  const wanted = `a list of ${expected.length}`
  if (!Array.isArray(actual)) return [mismatch(spot, wanted, actual)]
  if (actual.length !== expected.length) return [mismatch(spot, wanted, actual, `a list of ${actual.length}`)]
  return expected.flatMap((item, index) => compare(item, actual[index], within(spot, index)))
}

function matchMapping(expected: Readonly<Record<string, unknown>>, actual: unknown, spot: Spot): readonly Mismatch[] {
  if (!isRecord(actual)) return [mismatch(spot, 'an object', actual)]
  return Object.entries(expected).flatMap(([key, item]) => {
    return compare(item, Object.hasOwn(actual, key) ? actual[key] : undefined, within(spot, key))
  })
}

function mismatch({ path, name }: Spot, wanted: string, actual: unknown, shown: string = shownAs(actual)): Mismatch {
  return { path, message: `Expected ${name === '' ? '' : `${name} to be `}${wanted}, but found ${shown}.` }
}

function shownAs(actual: unknown): string {
  if (actual === undefined) return 'nothing'
  if (actual === null) return 'null'
  return isRecord(actual) ? 'an object' : show(actual)
}

type Matcher = (operand: unknown, actual: unknown, spot: Spot) => readonly Mismatch[]

function matched(matchers: Readonly<Record<string, unknown>>, actual: unknown, spot: Spot): readonly Mismatch[] {
  return Object.entries(matchers).flatMap(([name, operand]) => MATCHERS[name]?.(operand, actual, spot) ?? [])
}

/** Says what is wanted unless the value has it. */
function wanting(wanted: (operand: unknown) => string, has: (actual: unknown, operand: unknown) => boolean): Matcher {
  return (operand, actual, spot) => (has(actual, operand) ? [] : [mismatch(spot, wanted(operand), actual)])
}

export const MATCHERS: Readonly<Record<string, Matcher>> = {
  $type: wanting((type) => `a value of type ${String(type)}`, isOfType),
  $regex: wanting((source) => `text that matches ${String(source)}`, matchesRegex),
  $length: (operand, actual, spot) => {
    const length = lengthOf(actual)
    if (length === undefined) return [mismatch(spot, 'text or a list', actual)]
    return compare(operand, length, { ...spot, name: spot.name === '' ? 'its length' : `the length of ${spot.name}` })
  },
  $min: wanting(
    (least) => `a number of at least ${String(least)}`,
    (actual, least) => isNumber(actual) && actual >= Number(least),
  ),
  $max: wanting(
    (most) => `a number of at most ${String(most)}`,
    (actual, most) => isNumber(actual) && actual <= Number(most),
  ),
  $any: wanting(
    (operand) => (Array.isArray(operand) ? `one of ${operand.length} alternatives` : 'any value'),
    (actual, operand) => (Array.isArray(operand) ? operand.some((one) => isMatch(one, actual)) : actual !== undefined),
  ),
  $not: wanting(
    (refused) => `anything but ${showExpected(refused)}`,
    (actual, refused) => !isMatch(refused, actual),
  ),
}

function isMatch(expected: unknown, actual: unknown): boolean {
  return matchOutput(expected, actual).length === 0
}

export const VALUE_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

function isOfType(actual: unknown, type: unknown): boolean {
  if (type === 'null') return actual === null
  if (type === 'array') return Array.isArray(actual)
  if (type === 'object') return isRecord(actual)
  if (type === 'integer') return Number.isInteger(actual)
  return typeof actual === type
}

function matchesRegex(actual: unknown, source: unknown): boolean {
  return typeof actual === 'string' && compilePattern(String(source)).test(actual)
}

/** Characters as people count them, not UTF-16 units. */
function lengthOf(actual: unknown): number | undefined {
  if (typeof actual === 'string') return Array.from(actual).length
  return Array.isArray(actual) ? actual.length : undefined
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function showExpected(expected: unknown): string {
  return typeof expected === 'object' && expected !== null ? JSON.stringify(expected).slice(0, 80) : show(expected)
}
