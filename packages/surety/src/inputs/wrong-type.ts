import type { Json } from '@surety/tool-contracts/tools'
import { membersOf } from './members.ts'
import type { Position } from './positions.ts'
import type { Root } from './schema.ts'
import { commonTypes, JSON_TYPES, type JsonType, typeOf } from './types.ts'
import { waysOf } from './ways.ts'

/** What to send in place of a value: something no lenient reader could take for one. */
const INSTEAD_OF: Readonly<Record<JsonType, readonly Json[]>> = {
  null: ['not null'],
  boolean: ['maybe'],
  integer: ['not a number'],
  number: ['not a number'],
  string: [{}, []],
  array: [true, 7, {}],
  object: [7, true, 'not an object'],
}

/** The types that any of its alternatives allows here. */
export function allowedTypes(root: Root, { schemas }: Position): readonly JsonType[] {
  const types = new Set(waysOf(root, schemas).ways.flatMap((way) => membersOf(way)?.map(typeOf) ?? commonTypes(way)))
  return JSON_TYPES.filter((type) => types.has(type) && !(type === 'integer' && types.has('number')))
}

/** Values of none of the types, that would not become one by coercion either. */
export function wrongTypes(types: readonly JsonType[]): readonly Json[] {
  return types.flatMap((type) => INSTEAD_OF[type]).filter((value) => !isCoercible(value, types))
}

function isCoercible(value: Json, types: readonly JsonType[]): boolean {
  if (typeof value !== 'object' && types.includes('string')) return true
  return value === true && types.some((type) => type === 'number' || type === 'integer' || type === 'boolean')
}
