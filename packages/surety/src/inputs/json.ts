import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'

/** What stands under a key of the object's own: `constructor` is nothing unless somebody wrote it there. */
export function at(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function listAt(object: JsonObject, key: string): readonly Json[] {
  const value = at(object, key)
  return isList(value) ? value : []
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = at(object, key)
  return isRecord(value) ? value : {}
}

export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = at(object, key)
  return typeof value === 'number' ? value : undefined
}

export function textsAt(object: JsonObject, key: string): readonly string[] {
  return listAt(object, key).filter((item) => typeof item === 'string')
}

/** Equal as JSON: the order of keys does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

/** Length as JSON Schema counts it: in code points. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The list with every value once. */
export function distinct(list: readonly Json[]): readonly Json[] {
  return list.filter((item, index) => list.findIndex((other) => sameJson(item, other)) === index)
}
