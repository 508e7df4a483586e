import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import { type Entry, type Reader, nameOf, wrong } from './yaml/reader.ts'
import { MATCHERS, VALUE_TYPES, isMatcher } from './match.ts'
import { compilePattern } from './schema/pattern.ts'

/** What an output is expected to be, its matchers checked. */
export const expectedOutput: Reader<unknown> = {
  read(entry) {
    check(entry)
    return entry.value
  },
  schema: { description: `Partial for objects, exact otherwise; matchers: ${Object.keys(MATCHERS).join(', ')}` },
}

function check(entry: Entry): void {
  const { value } = entry
  if (isMatcher(value)) return checkMatchers(entry, Object.keys(value))
  if (Array.isArray(value)) return value.forEach((_, index) => check(entry.at(index)))
  if (isRecord(value)) Object.keys(value).forEach((key) => check(entry.at(key)))
}

function checkMatchers(entry: Entry, keys: readonly string[]): void {
  for (const key of keys) {
    const at = entry.at(key)
    if (Object.hasOwn(OPERANDS, key)) OPERANDS[key]?.(at)
    else if (key.startsWith('$')) unknownMatcher(at, key)
    else at.say(`${nameOf(entry.path)} mixes matchers with the key '${key}'.`, 'Write either matchers or fields.')
  }
}

function unknownMatcher(at: Entry, key: string): void {
  const hint = suggestion(key, Object.keys(OPERANDS)).trim()
  at.say(`There is no matcher '${key}'.`, hint === '' ? `Known: ${Object.keys(OPERANDS).join(', ')}.` : hint)
}

const OPERANDS: Readonly<Record<keyof typeof MATCHERS, (operand: Entry) => void>> = {
  $type(operand) {
    if (!VALUE_TYPES.some((type) => type === operand.value)) wrong(operand, `one of ${VALUE_TYPES.join(', ')}`)
  },
  $regex(operand) {
    try {
      if (typeof operand.value === 'string') return void compilePattern(operand.value)
      wrong(operand, 'a regular expression')
    } catch (error) {
      wrong(operand, `a regular expression (${error instanceof Error ? error.message : 'it is none'})`)
    }
  },
  $length(operand) {
    if (isMatcher(operand.value)) return check(operand)
    if (!Number.isInteger(operand.value) || Number(operand.value) < 0) wrong(operand, 'a whole number of at least 0')
  },
  $min: bound,
  $max: bound,
  $any(operand) {
    if (Array.isArray(operand.value)) return check(operand)
    if (operand.value !== true) wrong(operand, 'true, or a list of alternatives')
  },
  $not: check,
}

function bound(operand: Entry): void {
  if (typeof operand.value !== 'number') wrong(operand, 'a number')
}
