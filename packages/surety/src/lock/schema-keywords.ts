import { canonicalText } from './pin.ts'

/** Keywords that do not decide which values are valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  '$comment title description examples deprecated readOnly writeOnly'.split(' '),
)

/** Which keywords count in a schema, by its `$schema`. */
export function dialectOf($schema: unknown): unknown {
  if (typeof $schema !== 'string') return $schema ?? LATEST
  return $schema.replace(/^https?:\/\//, '').replace(/#$/, '')
}

const LATEST = 'json-schema.org/draft/2020-12/schema'

/** Undefined where it cannot be told. */
type Narrows = (from: unknown, to: unknown) => boolean | undefined

/** By keyword: does a schema with the second value admit less than one with the first? */
export const NARROWS: ReadonlyMap<string, Narrows> = new Map<string, Narrows>([
  ['type', (from, to) => to !== undefined && !typesOf(from).every((type) => admits(typesOf(to), type))],
  ['enum', (from, to) => to !== undefined && !isPart(from, to)],
  ['const', isStated],
  ['pattern', isStated],
  ['format', isStated],
  ['multipleOf', (from, to) => to !== undefined && !isMultiple(from, to)],
  ['uniqueItems', (_, to) => to === true],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((keyword) =>
    limit(keyword, (from, to) => to > from, -Infinity),
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((keyword) =>
    limit(keyword, (from, to) => to < from, Infinity),
  ),
  limit('minContains', (from, to) => to > from, 1),
  limit('maxContains', (from, to) => to < from, Infinity),
  // What asks for more where it stands, whatever it says.
  ...['allOf', 'anyOf', 'oneOf', 'not', 'contains', 'propertyNames', 'dependentRequired', 'dependentSchemas'].map(
    (keyword): readonly [string, Narrows] => [keyword, (_, to) => (to === undefined ? false : undefined)],
  ),
])

const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string']

function limit(
  keyword: string,
  isTighter: (from: number, to: number) => boolean,
  absent: number,
): readonly [string, Narrows] {
  return [
    keyword,
    (from = absent, to = absent) =>
      typeof from === 'number' && typeof to === 'number' ? isTighter(from, to) : undefined,
  ]
}

function isStated(_: unknown, to: unknown): boolean {
  return to !== undefined
}

function isMultiple(of: unknown, what: unknown): boolean {
  return Number.isInteger(of) && Number.isInteger(what) && Number(of) % Number(what) === 0
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
