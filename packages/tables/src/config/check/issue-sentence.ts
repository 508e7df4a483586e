import { suggestion } from '@surety/tool-contracts/tools'
import type { z } from 'zod'
import { type Path, pathText } from '../fault.ts'
import { DATA_TYPES } from '../field-config.ts'
import { dataTypeAdvice } from './mapping-at.ts'

type Issue = z.core.$ZodIssue

/** What Zod found in a value, in a sentence that says what is allowed and quotes nothing. */
export function issueSentence(issue: Issue, value: unknown): string {
  const name = nameOf(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${expectedOf(issue)}, but is ${kindOf(value)}.${typeAdvice(issue, value)}`
    case 'too_small':
      return `${name} ${tooSmall(issue)}.`
    case 'too_big':
      return `${name} ${tooBig(issue)}.`
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}.${valueAdvice(issue, value)}`
    case 'invalid_union':
      return `${name} must be one of ${DATA_TYPES.join(', ')}.${dataTypeAdvice(value)}`
    case 'invalid_format':
      return `${name} is not valid. ${issue.format === 'datetime' ? INSTANT : issue.message}`
    default:
      return `${name} is not valid. ${issue.message}`
  }
}

const INSTANT = 'Give date, time and offset, such as 2025-10-05T14:30:00Z.'

/** The key, and what leads to it within its table or field. */
export function nameOf(path: readonly PropertyKey[]): string {
  let steps: Path = path.map((step) => (typeof step === 'number' ? step : String(step)))
  for (const list of ['tables', 'fields']) if (steps[0] === list && steps.length > 2) steps = steps.slice(2)
  return steps.length === 0 ? 'The configuration' : `'${pathText(steps)}'`
}

const WORDS: Readonly<Partial<Record<string, string>>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
}

function expectedOf({ expected, path }: Issue & { readonly code: 'invalid_type' }): string {
  if (path.length === 0) return "a mapping with the keys 'version' and 'tables'"
  return WORDS[expected] ?? expected
}

/** What a value is, in a sentence. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a number with a fraction'
  return typeof value === 'boolean' ? 'true or false' : 'text'
}

function typeAdvice({ expected, path }: Issue & { readonly code: 'invalid_type' }, value: unknown): string {
  if (path.length === 1 && path[0] === 'version') return ' Put it in quotes and give three numbers: version: "1.0.0".'
  if (value === null && path.length > 0) return ' Give it a value, or remove the key.'
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return ' Put it in quotes.'
  if (typeof value !== 'string') return ''
  if (expected === 'boolean') return ' Write true or false, without quotes.'
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value))
  return isNumber && (expected === 'number' || expected === 'int') ? ' Remove the quotes.' : ''
}

function valueAdvice({ values }: Issue & { readonly code: 'invalid_value' }, value: unknown): string {
  return typeof value === 'string' ? suggestion(value, values.map(String)) : ''
}

function tooSmall({ origin, minimum }: Issue & { readonly code: 'too_small' }): string {
  if (origin === 'string') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`
  return origin === 'array'
    ? `must have at least ${minimum} ${minimum === 1 ? 'entry' : 'entries'}`
    : `must be at least ${minimum}`
}

function tooBig({ origin, maximum }: Issue & { readonly code: 'too_big' }): string {
  return origin === 'string' ? `must have at most ${maximum} characters` : `must be at most ${maximum}`
}
