import { isRecord } from '@surety/tool-contracts/tools'
import type { Fault, Path } from './fault.ts'
import { NOT_FINITE } from './text/content-faults.ts'
import { MAX_DEPTH, TOO_DEEP } from './text/nesting.ts'

/** A copy of what JSON can carry of a value, and what it cannot. */
export interface PlainData {
  /** Undefined where so much is wrong that the copy was given up. */
  readonly value: unknown
  readonly faults: readonly Fault[]
}

/** Aliases expanded; more than a file of the largest size holds otherwise. */
const MAX_VALUES = 500_000

/** Copies data that others may hold, so that nobody changes it later; keys without a value are left out, as JSON does. */
export function plainData(source: unknown): PlainData {
  const faults: Fault[] = []
  const say = (path: Path, part: Fault['part'], message: string): undefined => void faults.push({ path, part, message })
  let remaining = MAX_VALUES

  const copy = (value: unknown, path: Path): unknown => {
    if (remaining <= 0) return undefined
    remaining--
    const fault = scalarFault(value)
    if (fault !== undefined) return say(path, 'value', fault)
    if (typeof value !== 'object' || value === null) return value
    if (path.length >= MAX_DEPTH) {
      // One is enough: an object that contains itself would have no end.
      remaining = 0
      return say(path, 'value', TOO_DEEP)
    }
    if (Array.isArray(value)) return Array.from(value, (item: unknown, index) => copy(item ?? null, [...path, index]))
    return Object.fromEntries(entriesOf(value).flatMap(([key, part]) => pair(key, part, [...path, key])))
  }

  const pair = (key: string, value: unknown, path: Path): readonly (readonly [string, unknown])[] => {
    const fault = key === '__proto__' ? PROTOTYPE : textFault(key)
    if (fault !== undefined) say(path, 'key', fault)
    return fault === undefined ? [[key, copy(value, path)]] : []
  }

  const value = copy(source, [])
  if (remaining <= 0 && faults.length === 0)
    say([], 'value', `The configuration holds more than ${MAX_VALUES} values. Split it.`)
  return { value: remaining > 0 ? value : undefined, faults }
}

const NO_DATA = 'This is no data: use text, numbers, true, false, lists and mappings.'
const PROTOTYPE = "The key '__proto__' has a meaning of its own in JavaScript. Use another."

/** Why a value is nothing that JSON could carry, as far as can be told without looking into it. */
function scalarFault(value: unknown): string | undefined {
  if (typeof value === 'string') return textFault(value)
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : NOT_FINITE
  if (value === null || typeof value === 'boolean') return undefined
  return typeof value === 'object' && isPlain(value) ? undefined : NO_DATA
}

/** Why a text cannot be stored by a database, if so. */
function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'The text contains a NUL character, which databases refuse. Remove it.'
  return text.isWellFormed()
    ? undefined
    : 'The text contains half of a surrogate pair, which is no character. Remove it.'
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value).filter(([, part]) => part !== undefined) : []
}
