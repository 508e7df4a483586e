import { isPlainObject, isRecord } from '../contract/record.ts'

/** RFC 8785 canonical JSON: equal data gives equal text, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('Canonical JSON has no NaN or Infinity.')
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('Canonical JSON has no lone surrogates.')
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`
  if (!isRecord(value)) return scalar(value)
  if (!isPlainObject(value)) throw new TypeError('Canonical JSON has plain objects only.')
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted()
  return `{${keys.map((key) => `${canonicalJson(key)}:${canonicalJson(value[key])}`).join(',')}}`
}

function scalar(value: unknown): string {
  const text = typeof value === 'bigint' ? undefined : JSON.stringify(value)
  if (text === undefined) throw new TypeError(`Canonical JSON has no ${typeof value}.`)
  return text
}
