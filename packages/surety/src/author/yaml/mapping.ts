import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import { type Entry, type Reader, cut, nameOf, wrong } from './reader.ts'

type Fields = Readonly<Record<string, Reader<unknown>>>
/** What was read of each field; undefined where it is absent or wrong. */
type Read<F extends Fields> = { readonly [K in keyof F]: (F[K] extends Reader<infer T> ? T : never) | undefined }

/** A mapping with these keys and no others; to whoever misspells one, only those that are not `elsewhere` are offered. */
export function record<F extends Fields>(
  fields: F,
  required: readonly (keyof F & string)[] = [],
  elsewhere: readonly (keyof F & string)[] = [],
): Reader<Read<F>> {
  const entries = Object.entries(fields)
  const offered = Object.keys(fields).filter((key) => !elsewhere.includes(key))
  return {
    read(entry) {
      const { value } = entry
      if (!isRecord(value)) return wrong(entry, 'a mapping')
      for (const key of Object.keys(value)) {
        if (!Object.hasOwn(fields, key)) unknownKey(entry, key, offered)
      }
      for (const key of required) {
        if (!Object.hasOwn(value, key)) entry.say(`${nameOf(entry.path)} must have '${key}'.`)
      }
      const read: Record<string, unknown> = {}
      for (const [key, field] of entries) if (Object.hasOwn(value, key)) read[key] = field.read(entry.at(key))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field's own reader made it
      return read as Read<F>
    },
    get schema() {
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, field]) => [key, field.schema])),
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
      }
    },
  }
}

function unknownKey(entry: Entry, key: string, known: readonly string[]): void {
  const hint = suggestion(key, known)
  const fix = hint === '' ? `Allowed: ${known.join(', ')}.` : hint.trim()
  entry.at(key).say(`${nameOf(entry.path)} has no key '${cut(key)}'.`, fix)
}

/** A mapping from names of one kind to values of one kind. */
export function mapOf<T>(value: Reader<T>, key: Reader<string>): Reader<Readonly<Record<string, T>>> {
  return {
    read(entry) {
      if (!isRecord(entry.value)) return wrong(entry, 'a mapping')
      const pairs = Object.keys(entry.value).flatMap((name) => {
        const at = entry.at(name)
        const read = value.read(at)
        return key.read({ ...at, value: name }) === undefined || read === undefined ? [] : [[name, read] as const]
      })
      return Object.fromEntries(pairs)
    },
    schema: { type: 'object', propertyNames: key.schema, additionalProperties: value.schema },
  }
}

/** Any mapping, as it is. */
export const mapping: Reader<Readonly<Record<string, unknown>>> = {
  read: (entry) => (isRecord(entry.value) ? entry.value : wrong(entry, 'a mapping')),
  schema: { type: 'object' },
}

/** Any value at all. */
export const anything: Reader<unknown> = { read: (entry) => entry.value, schema: {} }
