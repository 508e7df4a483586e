import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { at, listAt, numberAt, textsAt } from './json.ts'
import { schemasOfIndex, schemasOfKey } from './children.ts'
import { membersOf } from './members.ts'
import type { Root, Schema } from './schema.ts'
import { type JsonType, typesInOrder } from './types.ts'
import { type Way, waysOf } from './ways.ts'

const MAX_DEPTH = 6
const MAX_LENGTH = 1000

/** A small value of these schemas, made by hand; undefined where that takes more, such as a text of some form. */
export function plainValue(root: Root, schemas: readonly Schema[], depth: number = 0): Json | undefined {
  if (depth > MAX_DEPTH) return undefined
  for (const way of waysOf(root, schemas).ways) {
    const shown = way.flatMap((node) => [at(node, 'default'), ...listAt(node, 'examples')]).find(isThere)
    const [member] = membersOf(way) ?? []
    const value = member ?? shown ?? ofType(root, way, depth)
    if (value !== undefined) return value
  }
  return undefined
}

function isThere(value: Json | undefined): value is Json {
  return value !== undefined
}

function ofType(root: Root, way: Way, depth: number): Json | undefined {
  const type = typesInOrder(way).flat()[0]
  return type === undefined ? undefined : MAKERS[type](root, way, depth)
}

const MAKERS: Readonly<Record<JsonType, (root: Root, way: Way, depth: number) => Json | undefined>> = {
  null: () => null,
  boolean: () => true,
  integer: (_, way) => Math.ceil(numberIn(way)),
  number: (_, way) => numberIn(way),
  string: (_, way) => textIn(way),
  array: listIn,
  object: objectIn,
}

function numberIn(way: Way): number {
  const least = Math.max(...way.map((node) => numberAt(node, 'minimum') ?? -Infinity))
  const above = Math.max(...way.map((node) => numberAt(node, 'exclusiveMinimum') ?? -Infinity))
  const most = Math.min(...way.map((node) => numberAt(node, 'maximum') ?? Infinity))
  return Math.min(most, Math.max(least, above + 1, Math.min(1, most)))
}

function textIn(way: Way): string | undefined {
  if (way.some((node) => at(node, 'pattern') !== undefined || at(node, 'format') !== undefined)) return undefined
  const least = Math.max(1, ...way.map((node) => numberAt(node, 'minLength') ?? 0))
  const most = Math.min(...way.map((node) => numberAt(node, 'maxLength') ?? Infinity))
  return 'a'.repeat(Math.min(least, most, MAX_LENGTH))
}

function listIn(root: Root, way: Way, depth: number): Json | undefined {
  const least = Math.max(0, ...way.map((node) => numberAt(node, 'minItems') ?? 0))
  if (least > MAX_DEPTH) return undefined
  const items = Array.from({ length: least }, (_, index) =>
    plainValue(
      root,
      way.flatMap((node) => schemasOfIndex(node, index)),
      depth + 1,
    ),
  )
  return items.every(isThere) ? items : undefined
}

function objectIn(root: Root, way: Way, depth: number): Json | undefined {
  const keys = [...new Set(way.flatMap((node: JsonObject) => textsAt(node, 'required')))]
  const entries = keys.map((key) => {
    const schemas = way.flatMap((node) => schemasOfKey(root, node, key))
    return [key, plainValue(root, schemas, depth + 1)] as const
  })
  const made = entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
  return made.length === keys.length ? Object.fromEntries(made) : undefined
}
