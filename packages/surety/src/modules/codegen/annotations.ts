import { type Json, type JsonObject, isRecord } from '@surety/tool-contracts/tools'
import type { Expression } from './expression.ts'
import { literal } from './source-text.ts'

const SAID = ['title', 'description', 'x-semantic-type']

/** Keywords that Zod does not publish by itself, because checks hold them. */
const CHECKED = [
  'minLength',
  'maxLength',
  'format',
  'multipleOf',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]

/** These are no promises about values, or mean nothing outside the schema they stand in. */
const LEFT_OUT = new Set(
  'default examples example deprecated id $comment $defs definitions $schema $id $anchor'.split(' '),
)

/** What is known of the value besides what Zod knows, so that the JSON Schema made from it says the same again. */
export function annotations(node: JsonObject, main: Expression): string {
  const isOpaque = main.code.startsWith('checks.')
  const entries = Object.entries(node).filter(([key, value]) => {
    if (SAID.includes(key)) return typeof value === 'string'
    return (isOpaque ? !LEFT_OUT.has(key) : isChecked(node, key)) && !hasReference(value) && key !== '$ref'
  })
  // Zod knows no whole numbers that are larger than those it counts exactly.
  const whole = !isOpaque && node['type'] === 'integer' ? ([['type', 'integer']] as const) : []
  const known = [...entries, ...whole]
  return known.length === 0 ? '' : `.meta(${literal(Object.fromEntries(known))})`
}

function isChecked(node: JsonObject, key: string): boolean {
  if (key === 'additionalProperties') return typeof node[key] === 'object' && Object.hasOwn(node, 'properties')
  return CHECKED.includes(key) && !(key === 'minLength' && node[key] === 1)
}

function hasReference(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (isRecord(value) && ['$ref', '$dynamicRef', '$id'].some((key) => Object.hasOwn(value, key))) return true
  return Object.values(value).some(hasReference)
}
