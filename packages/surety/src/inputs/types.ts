import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'
import { at } from './json.ts'

export const JSON_TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/** What to write where anything may stand. */
const ORDINARY: readonly JsonType[] = ['string', 'integer', 'boolean']

/** Which keywords speak of which type: a schema without `type` that uses one means a value of that type. */
const SPOKEN_OF: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties'],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

export function typeOf(value: Json): JsonType {
  if (value === null) return 'null'
  if (isList(value)) return 'array'
  if (isRecord(value)) return 'object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' ? 'string' : 'boolean'
}

export function isOfType(value: Json, type: JsonType): boolean {
  const actual = typeOf(value)
  return actual === type || (actual === 'integer' && type === 'number')
}

/** The types the schema allows by its own `type`; undefined when it does not say. */
export function statedTypes(node: JsonObject): readonly JsonType[] | undefined {
  const stated = at(node, 'type')
  if (stated === undefined) return undefined
  return JSON_TYPES.filter((type) => (isList(stated) ? stated.includes(type) : stated === type))
}

/** The types that all of them allow. */
export function commonTypes(nodes: readonly JsonObject[]): readonly JsonType[] {
  return nodes.map((node) => statedTypes(node) ?? JSON_TYPES).reduce(intersect, JSON_TYPES)
}

/** The types to try, and those to try when they have no values: what the schema means comes before what it merely allows. */
export function typesInOrder(nodes: readonly JsonObject[]): readonly (readonly JsonType[])[] {
  const allowed = commonTypes(nodes)
  if (nodes.some((node) => statedTypes(node) !== undefined)) return [allowed]
  const spoken = allowed.filter((type) =>
    nodes.some((node) => SPOKEN_OF[type]?.some((key) => Object.hasOwn(node, key))),
  )
  const meant = spoken.length > 0 ? spoken : ORDINARY
  return [meant, allowed.filter((type) => !meant.includes(type))]
}

function intersect(a: readonly JsonType[], b: readonly JsonType[]): readonly JsonType[] {
  return JSON_TYPES.filter(
    (type) => admits(a, type) && admits(b, type) && !(type === 'integer' && admits(a, 'number') && admits(b, 'number')),
  )
}

function admits(types: readonly JsonType[], type: JsonType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}
