import type { z } from 'zod'
import { showPath } from './field-path.ts'
import { isRecord } from './record.ts'

/** One way in which a value misses its schema. */
export interface Issue {
  readonly path: readonly (string | number)[]
  /** What is allowed there, as the end of "must be …". */
  readonly expected: string
  /** The value found there; undefined where it is missing. */
  readonly received: unknown
  /** Zod's name for the kind of issue, or `semantic_type`. */
  readonly code: string
}

type ZodIssue = z.core.$ZodIssue

/** Zod's issues in Surety's words, with the values they are about. */
export function describeIssues(issues: readonly ZodIssue[], root: unknown): readonly [Issue, ...Issue[]] {
  const [first, ...rest] = issues.flatMap((issue) => describeIssue(issue, root))
  return [first ?? { path: [], expected: 'valid', received: root, code: 'custom' }, ...rest]
}

function describeIssue(issue: ZodIssue, root: unknown): Issue[] {
  const meant = issue.code === 'invalid_union' ? meantAlternative(issue.errors) : undefined
  if (meant !== undefined)
    return meant.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, root))
  const places = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  const expected = expectation(issue)
  return places.map((place) => ({
    path: place.map((part) => (typeof part === 'number' ? part : String(part).slice(0, MAX_KEY_SHOWN))),
    expected,
    received: place.reduce<unknown>(ownValue, root),
    code: issue.code,
  }))
}

/** The one alternative whose kind the value is of: what is wrong lies within. */
function meantAlternative(alternatives: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] | undefined {
  const [only, ...others] = alternatives.filter((issues) => issues.every(({ path }) => path.length > 0))
  return others.length === 0 ? only : undefined
}

const MAX_KEY_SHOWN = 100

/** `Field 'x' must be …, but received …`: what is wrong, and what is allowed. */
export function sentence({ path, expected, received }: Issue, subject: 'input' | 'output', redacted: boolean): string {
  const field = path.length === 0 ? `The ${subject}` : `Field '${showPath(path)}' of the ${subject}`
  if (received === undefined && expected.startsWith('left out')) return `${field} must be ${expected}.`
  if (received === undefined) return `${field} is required and must be ${expected}.`
  return `${field} must be ${expected}, but received ${redacted ? REDACTED : quote(received)}.`
}

export const REDACTED = '[redacted]'

/** A value as short text. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return shorten(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return `an object with ${Object.keys(value).length} keys`
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value)
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(shorten(value)) : showValue(value)
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}... (${text.length} characters)`
}

function expectation(issue: ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'left out: the schema has no such field'
    case 'invalid_type':
      return TYPES[issue.expected] ?? `a value of type ${issue.expected}`
    case 'too_big':
      return bound(
        issue.origin,
        issue.exact === true ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      )
    case 'too_small':
      return bound(
        issue.origin,
        issue.exact === true ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      )
    case 'invalid_value':
      return issue.values.length === 1 ? allowed(issue.values[0]) : `one of: ${issue.values.map(allowed).join(', ')}`
    case 'invalid_format':
      if ('prefix' in issue) return `text that starts with ${JSON.stringify(issue.prefix)}`
      if ('suffix' in issue) return `text that ends with ${JSON.stringify(issue.suffix)}`
      if ('includes' in issue) return `text that contains ${JSON.stringify(issue.includes)}`
      return issue.format === 'regex'
        ? `text that matches ${issue.pattern ?? 'its pattern'}`
        : `text in the format ${issue.format}`
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) && issue.options.length > 0
        ? `one of: ${issue.options.map(allowed).join(', ')}`
        : alternatives(issue.errors)
    case 'invalid_key':
      return 'left out: its key does not conform to the schema'
    case 'invalid_element':
      return 'a collection whose items conform to its schema'
    case 'custom':
      return ownWords(issue)
  }
}

/** A check of somebody's own may say what it expects as the end of "must be …": in `params`, beside its message. */
function ownWords({ message, params }: Extract<ZodIssue, { readonly code: 'custom' }>): string {
  const expected: unknown = params?.['expected']
  if (typeof expected === 'string') return expected
  return message === UNSAID ? 'a value that its schema accepts' : `such that: ${message}`
}

/** Zod's own words where a check has none. */
const UNSAID = 'Invalid input'

function allowed(value: unknown): string {
  return value === '' ? '""' : String(value)
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'left out',
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'string') return `text of ${relation} ${limit} characters`
  if (origin === 'array' || origin === 'set' || origin === 'map') return `${relation} ${limit} items long`
  return `${relation} ${limit}`
}

function alternatives(errors: readonly (readonly ZodIssue[])[]): string {
  const wanted = errors.flatMap(([issue]) =>
    issue !== undefined && issue.path.length === 0 ? [expectation(issue)] : [],
  )
  return wanted.length === 0 ? 'one of the allowed alternatives' : [...new Set(wanted)].join(' or ')
}

function ownValue(holder: unknown, key: PropertyKey): unknown {
  if (Array.isArray(holder)) return holder[Number(key)]
  return isRecord(holder) && Object.hasOwn(holder, key) ? holder[String(key)] : undefined
}
