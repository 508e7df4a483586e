import { canonicalText } from './pin.ts'

/** Keywords that do not decide which values are valid, and those that are compared elsewhere. */
export const SILENT: ReadonlySet<string> = new Set(
  '$schema $id $comment title description examples deprecated readOnly writeOnly required'.split(' '),
)

type Narrows = (from: unknown, to: unknown) => boolean

/** By keyword: does a schema with the second value admit less than one with the first? */
export const NARROWS: ReadonlyMap<string, Narrows> = new Map<string, Narrows>([
  ['type', (from, to) => to !== undefined && !typesOf(from).every((type) => admits(typesOf(to), type))],
  ['enum', (from, to) => to !== undefined && !isPart(from, to)],
  ['const', isStated],
  ['pattern', isStated],
  ['format', isStated],
  ['multipleOf', isStated],
  ['uniqueItems', (_, to) => to === true],
  ['additionalProperties', (from, to) => from !== false && to !== undefined && to !== true],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((keyword) =>
    pair(keyword, isHigher),
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((keyword) => pair(keyword, isLower)),
])

const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string']

function pair(keyword: string, narrows: Narrows): [string, Narrows] {
  return [keyword, narrows]
}

function isStated(_: unknown, to: unknown): boolean {
  return to !== undefined
}

function isHigher(from: unknown, to: unknown): boolean {
  return typeof to === 'number' && !(typeof from === 'number' && to <= from)
}

function isLower(from: unknown, to: unknown): boolean {
  return typeof to === 'number' && !(typeof from === 'number' && to >= from)
}

function typesOf(type: unknown): readonly unknown[] {
  if (type === undefined) return ALL_TYPES
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types
}

function admits(types: readonly unknown[], type: unknown): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

function isPart(from: unknown, to: unknown): boolean {
  if (!Array.isArray(from) || !Array.isArray(to)) return false
  const allowed = new Set(to.map(canonicalText))
  return from.every((value) => allowed.has(canonicalText(value)))
}
