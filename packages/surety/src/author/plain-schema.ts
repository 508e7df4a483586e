import { isRecord } from '@surety/tool-contracts/tools'

type Check = (value: unknown) => boolean

const TYPES = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

const anything: Check = () => true
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isNumber: Check = (value) => typeof value === 'number'
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const isType: Check = (value) => TYPES.has(value)
const isSchema: Check = (value) => typeof value === 'boolean' || isPlain(value)
const someOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every(check)
const allIn =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(check)

/** Keywords whose right use shows at a glance. */
const KEYWORDS: ReadonlyMap<string, Check> = new Map([
  ...['title', 'description', '$comment', 'format'].map((key) => [key, isText] as const),
  ...['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'].map((key) => [key, isFlag] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((key) => [key, isNumber] as const),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (key) => [key, isCount] as const,
  ),
  ...['anyOf', 'allOf', 'oneOf'].map((key) => [key, someOf(isSchema)] as const),
  ...['items', 'additionalProperties', 'not'].map((key) => [key, isSchema] as const),
  ['default', anything],
  ['const', anything],
  ['enum', (value) => Array.isArray(value) && value.length > 0],
  ['properties', allIn(isSchema)],
  ['required', (value) => Array.isArray(value) && (value.length === 0 || someOf(isText)(value))],
  ['type', (value) => isType(value) || someOf(isType)(value)],
  ['$schema', (value) => typeof value === 'string' && /^https?:\/\/json-schema\.org\//.test(value)],
])

const known = new WeakMap<object, boolean>()

/** Is it a schema of everyday keywords, all used by the book? Others are told right from wrong by compiling them. */
export function isPlain(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  const plain = known.get(schema) ?? Object.entries(schema).every(([key, value]) => KEYWORDS.get(key)?.(value) === true)
  known.set(schema, plain)
  return plain
}
