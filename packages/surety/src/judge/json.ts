import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'

/** Deeper than any honest value; what lies below is left alone, so that no value can exhaust the stack. */
export const DEEPEST = 200

/** The field, if it is the object's own. */
export function fieldOf(value: Json | undefined, key: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The part to which a JSON pointer leads. */
export function atPointer(value: Json | undefined, pointer: string): Json | undefined {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<Json | undefined>((part, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return isList(part) ? part[Number(name)] : fieldOf(part, name)
  }, value)
}

/** Text that is the same for values that differ only in the order of keys. */
export function canonical(value: Json, depth: number = 0): string {
  if (depth > DEEPEST) return '"…"'
  if (isList(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const fields = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field, depth + 1)}`)
  return `{${fields.join(',')}}`
}

/** An integer that parsing would round. */
const TOO_LONG = /[:[,]\s*-?\d{16}/

/** An object or a list written as text; undefined for any other text, and for numbers that parsing would round. */
export function parseStructure(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text) || TOO_LONG.test(text)) return undefined
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** Every string in the value, keys left out; `skip` names fields whose values are not looked at. */
export function stringsIn(value: Json | undefined, skip: readonly string[] = [], depth: number = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > DEEPEST) return []
  if (isList(value)) return value.flatMap((item) => stringsIn(item, skip, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, field]) => (skip.includes(key) ? [] : stringsIn(field, skip, depth + 1)))
}
