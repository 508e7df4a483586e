import type { ErrorObject } from 'ajv'
import type { Issue, JsonSchema } from '@surety/tool-contracts/tools'
import { isRecord } from '@surety/tool-contracts/tools'
import { show } from '../yaml/reader.ts'
import { localTarget } from './schema-fault.ts'

const MAX_ERRORS = 2000
const MAX_ISSUES = 100

/** Ajv's errors in Surety's words, with the values they are about. */
export function issuesOf(
  errors: readonly ErrorObject[],
  schema: JsonSchema,
  root: unknown,
): readonly [Issue, ...Issue[]] {
  const told = withoutAlternatives(errors.slice(0, MAX_ERRORS)).slice(0, MAX_ISSUES)
  const [first, ...rest] = told.map((error) => issueOf(error, schema, root))
  return [first ?? { path: [], expected: 'valid', received: root, code: 'custom' }, ...rest]
}

/** Why each alternative failed is told by the alternatives as a whole, which comes after them. */
function withoutAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.flatMap(({ keyword, instancePath }, index) =>
    UNIONS.has(keyword) ? [{ instancePath, index }] : [],
  )
  return errors.filter(({ keyword, schemaPath, instancePath }, index) => {
    if (keyword === 'if' || /\/(?:anyOf|oneOf)\/\d+\//.test(schemaPath)) return false
    // Behind a reference the path no longer tells whose alternative it was.
    const isReferred = /^#\/(?:\$defs|definitions)\//.test(schemaPath)
    return !(
      isReferred &&
      unions.some((union) => union.index > index && `${instancePath}/`.startsWith(`${union.instancePath}/`))
    )
  })
}

const UNIONS = new Set(['anyOf', 'oneOf'])

function issueOf(error: ErrorObject, schema: JsonSchema, root: unknown): Issue {
  const { keyword, params, instancePath } = error
  const field: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  const { path, value } = follow(root, pointer(instancePath))
  const rule = RULES[keyword] ?? { code: 'custom', expected: () => `such that \`${keyword}\` of its schema holds` }
  const operand = localTarget(schema, error.schemaPath)
  return {
    path: typeof field === 'string' ? [...path, field] : path,
    expected: rule.expected(params, operand),
    received: typeof field === 'string' ? follow(value, [field]).value : value,
    code: rule.code,
  }
}

interface Rule {
  /** Zod's name for the kind of issue. */
  readonly code: string
  /** The end of "must be …". */
  readonly expected: (params: Readonly<Record<string, unknown>>, operand: unknown) => string
}

function limit(code: string, words: (limit: string) => string): Rule {
  return { code, expected: (params) => words(String(params['limit'])) }
}

function fixed(code: string, expected: string): Rule {
  return { code, expected: () => expected }
}

const UNKNOWN_KEY = fixed('unrecognized_keys', 'left out: the schema has no such field')

const RULES: Readonly<Record<string, Rule>> = {
  type: { code: 'invalid_type', expected: ({ type }) => typeWords(type) },
  required: fixed('invalid_type', 'there, as the schema requires'),
  additionalProperties: UNKNOWN_KEY,
  unevaluatedProperties: UNKNOWN_KEY,
  'false schema': fixed('invalid_type', 'left out'),
  enum: { code: 'invalid_value', expected: ({ allowedValues }) => oneOfWords(allowedValues) },
  const: { code: 'invalid_value', expected: ({ allowedValue }) => show(allowedValue) },
  minimum: limit('too_small', (least) => `at least ${least}`),
  maximum: limit('too_big', (most) => `at most ${most}`),
  exclusiveMinimum: limit('too_small', (bound) => `more than ${bound}`),
  exclusiveMaximum: limit('too_big', (bound) => `less than ${bound}`),
  minLength: limit('too_small', (least) => `text of at least ${least} characters`),
  maxLength: limit('too_big', (most) => `text of at most ${most} characters`),
  minItems: limit('too_small', (least) => `at least ${least} items long`),
  maxItems: limit('too_big', (most) => `at most ${most} items long`),
  minProperties: limit('too_small', (least) => `an object of at least ${least} fields`),
  maxProperties: limit('too_big', (most) => `an object of at most ${most} fields`),
  multipleOf: { code: 'not_multiple_of', expected: (_, step) => `a multiple of ${String(step)}` },
  pattern: { code: 'invalid_format', expected: ({ pattern }) => `text that matches ${String(pattern)}` },
  format: { code: 'invalid_format', expected: ({ format }) => `text in the format ${String(format)}` },
  uniqueItems: fixed('custom', 'an array without repeated items'),
  contains: fixed('invalid_element', 'an array with an item that its `contains` describes'),
  anyOf: { code: 'invalid_union', expected: (_, operand) => alternatives(operand) },
  oneOf: { code: 'invalid_union', expected: (_, operand) => alternatives(operand) },
  not: fixed('custom', 'something that its `not` does not describe'),
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

function typeWords(type: unknown): string {
  const types = (Array.isArray(type) ? type : String(type).split(',')).map(String)
  return types.map((name) => TYPES[name] ?? name).join(' or ')
}

function oneOfWords(values: unknown): string {
  return Array.isArray(values) ? `one of: ${values.map(show).join(', ')}` : 'one of the allowed values'
}

function alternatives(operand: unknown): string {
  const types = (Array.isArray(operand) ? operand : []).map((part: unknown) =>
    isRecord(part) ? part['type'] : undefined,
  )
  const isPlain = types.length > 0 && types.every((type) => typeof type === 'string')
  return isPlain ? [...new Set(types.map(typeWords))].join(' or ') : 'one of the allowed alternatives'
}

function pointer(instancePath: string): readonly string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at the keys, which are indices where they lead through arrays. */
function follow(
  root: unknown,
  keys: readonly string[],
): { readonly path: readonly (string | number)[]; readonly value: unknown } {
  let value = root
  const path = keys.map((key) => {
    const isIndex = Array.isArray(value)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    return isIndex ? Number(key) : key
  })
  return { path, value }
}
