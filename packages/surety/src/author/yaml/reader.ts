import type { JsonSchema } from '@surety/tool-contracts/tools'
import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import type { Path } from './offset-of.ts'

/** Where a file stands, and how messages call the place. */
export interface Source {
  readonly path: string
  readonly file: string
  /** Whether messages may quote values besides keys; they may unless it says no. */
  readonly quotes?: boolean
}

/** A value of a file at its path; what is wrong with it is said here, and the reading goes on. */
export interface Entry {
  readonly value: unknown
  readonly source: Source
  readonly path: Path
  /** The way a reader gives up: it says why and has nothing. */
  readonly say: (message: string, fix?: string) => undefined
  readonly at: (key: string | number) => Entry
}

/** How an entry is read, and the JSON Schema by which an editor checks it. */
export interface Reader<T> {
  /** Undefined after having said what is wrong. */
  readonly read: (entry: Entry) => T | undefined
  readonly schema: JsonSchema
}

export type Say = (path: Path, message: string, fix?: string) => void

export function entryOf(value: unknown, source: Source, say: Say, path: Path = []): Entry {
  return {
    value,
    source,
    path,
    say(message, fix) {
      say(path, message, fix)
      return undefined
    },
    at(key) {
      const part = isRecord(value) || Array.isArray(value) ? own(value, key) : undefined
      return entryOf(part, source, say, [...path, key])
    },
  }
}

function own(holder: object, key: string | number): unknown {
  return Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined
}

/** `'tests[0].env.NAME' must be …, but is …` */
export function wrong({ path, value, say, source }: Entry, expected: string, fix?: string): undefined {
  // A file that is none of ours may be a secret as a whole.
  const isHidden = source.quotes === false || (path.length === 0 && typeof value === 'string')
  const found = isHidden ? kindOf(value) : `is ${show(value)}`
  return say(`${nameOf(path)} must be ${expected}, but ${found}.`, fix)
}

export function nameOf(path: Path): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return name === '' ? 'The file' : `'${name.replace(/^\./, '')}'`
}

/** A value in a sentence. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : cut(JSON.stringify(value))
}

/** What a value is, without a word of it: it may be of the right kind and still not be what was expected. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'is empty' : 'this text is not'
  return typeof value === 'number' ? 'this number is not' : `is ${show(value)}`
}

/** As much of a text as fits into a sentence. */
export function cut(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}

export const text: Reader<string> = {
  read(entry) {
    const { value } = entry
    if (typeof value === 'string') return value.trim() === '' ? wrong(entry, 'text') : value
    const isScalar = typeof value === 'number' || typeof value === 'boolean'
    if (!isScalar) return wrong(entry, 'text')
    const quoted = entry.source.quotes === false ? '' : `: "${String(value)}"`
    return wrong(entry, 'text', `Put it in quotes${quoted}.`)
  },
  schema: { type: 'string', pattern: '\\S' },
}

/** Text, be it empty. */
export const anyText: Reader<string> = {
  read: (entry) => (entry.value === '' ? '' : text.read(entry)),
  schema: { type: 'string' },
}

/** Text of a certain form, as what it stands for. */
export function formed<T>(
  expected: string,
  parse: (text: string) => T | undefined,
  schema: JsonSchema = {},
  /** What was probably meant by a text that is not of the form. */
  fix: (text: string) => string | undefined = () => undefined,
): Reader<T> {
  return {
    read(entry) {
      const { value } = entry
      const isHopeless = typeof value === 'number' && parse(String(value)) === undefined
      const advice = (text: string): string | undefined => (entry.source.quotes === false ? undefined : fix(text))
      if (isHopeless) return wrong(entry, expected, advice(String(value)))
      const raw = text.read(entry)
      return raw === undefined ? undefined : (parse(raw) ?? wrong(entry, expected, advice(raw)))
    },
    schema: { type: 'string', description: expected, ...schema },
  }
}

export const flag: Reader<boolean> = {
  read: (entry) => (typeof entry.value === 'boolean' ? entry.value : wrong(entry, 'true or false')),
  schema: { type: 'boolean' },
}

export function whole(least: number, most: number): Reader<number> {
  return {
    read(entry) {
      const { value } = entry
      const isWhole = typeof value === 'number' && Number.isInteger(value)
      return isWhole && value >= least && value <= most
        ? value
        : wrong(entry, `a whole number from ${least} to ${most}`)
    },
    schema: { type: 'integer', minimum: least, maximum: most },
  }
}

export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return {
    read(entry) {
      const found = values.find((value) => value === entry.value)
      if (found !== undefined) return found
      const hint = typeof entry.value === 'string' ? suggestion(entry.value, values) : ''
      return wrong(entry, `one of ${values.join(', ')}`, hint.trim() === '' ? undefined : hint.trim())
    },
    schema: { enum: values },
  }
}

export function listOf<T>(item: Reader<T>, least = 0): Reader<readonly T[]> {
  return {
    read(entry) {
      if (!Array.isArray(entry.value)) return wrong(entry, 'a list')
      if (entry.value.length < least) return wrong(entry, `a list of at least ${least}`)
      const items = entry.value.map((_, index) => item.read(entry.at(index)))
      const read = items.filter((one) => one !== undefined)
      if (read.length < items.length)
        positions.set(
          read,
          items.flatMap((one, index) => (one === undefined ? [] : index)),
        )
      return read
    },
    schema: { type: 'array', items: item.schema, ...(least === 0 ? {} : { minItems: least }) },
  }
}

/** Of lists some of whose items are wrong, and so left out. */
const positions = new WeakMap<object, readonly number[]>()

/** Where in its file's list an item stands that was read as this one. */
export function positionIn(list: readonly unknown[], index: number): number {
  return positions.get(list)?.[index] ?? index
}
