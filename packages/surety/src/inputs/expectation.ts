import type { Json } from '@surety/tool-contracts/tools'
import { JSON_TYPES, type JsonType } from './types.ts'

const NOUNS: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

const MAX_MEMBERS = 10

/** `an integer`, `a string or null`. */
export function describeTypes(types: readonly JsonType[]): string {
  if (types.length === JSON_TYPES.length) return 'a value'
  return types.map((type) => NOUNS[type]).join(' or ') || 'a value'
}

/** `one of "a", "b"`. */
export function describeMembers(members: readonly Json[]): string {
  const [only] = members
  if (only !== undefined && members.length === 1) return JSON.stringify(only)
  const shown = members.slice(0, MAX_MEMBERS).map((member) => JSON.stringify(member))
  return `one of ${shown.join(', ')}${members.length > MAX_MEMBERS ? ', …' : ''}`
}
