import { isRecord } from '@surety/tool-contracts/tools'
import type { z } from 'zod'
import type { FieldConfig } from '../config/field-config.ts'
import type { FieldViolation } from '../execute/result.ts'
import { expectedOf, refusalOf, valueSchema } from './field-schema.ts'

type ZodIssue = z.core.$ZodIssue

/** What is wrong with an input, each field once, in words for the model that sent it. */
export function violationsIn(
  schema: z.ZodType,
  fields: readonly FieldConfig[],
  input: unknown,
): readonly FieldViolation[] {
  const { error } = schema.safeParse(input)
  if (error === undefined) return []
  const byField = new Map<string | undefined, FieldViolation>()
  for (const violation of error.issues.flatMap((issue) => violationsOf(issue, fields, input)))
    if (!byField.has(violation.field)) byField.set(violation.field, violation)
  return [...byField.values()]
}

/** Why a value does not satisfy a field, if so. */
export function refusalOfValue(field: FieldConfig, value: unknown): string | undefined {
  const issue = valueSchema(field).safeParse(value).error?.issues[0]
  return issue === undefined ? undefined : refusedField(issue, field, { [field.name]: value }).message
}

function violationsOf(issue: ZodIssue, fields: readonly FieldConfig[], input: unknown): FieldViolation[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_UNKNOWN).map((key) => unknownField(key, fields, input))
  const field = fields.find(({ name }) => name === issue.path[0])
  return [field === undefined ? noObject(fields, input) : refusedField(issue, field, input)]
}

function refusedField(issue: ZodIssue, field: FieldConfig, input: unknown): FieldViolation {
  const value = valueIn(input, field.name)
  const expected = expectedOf(field)
  const received = field.sensitive === true && value !== undefined ? REDACTED : show(value)
  if (value === undefined) {
    const message = `Field '${field.name}' is required`
    return { field: field.name, message, expected, received, code: 'invalid_type' }
  }
  const code = codeOf(issue)
  const message = refusalOf(field, { code, received, bound: boundOf(issue) })
  return { field: field.name, message, expected, received, code: PUBLIC_CODES[code] ?? code }
}

function unknownField(key: string, fields: readonly FieldConfig[], input: unknown): FieldViolation {
  const names = fields.map(({ name }) => name).join(', ')
  // Of a field that nobody configured nobody can say that it is not a sensitive one under another name.
  const isHidden = fields.some(({ sensitive }) => sensitive === true)
  return {
    field: shorten(key),
    message: `Unknown field '${shorten(key)}'; allowed: ${names}`,
    expected: `only the fields ${names}`,
    received: isHidden ? REDACTED : show(valueIn(input, key)),
    code: 'unrecognized_keys',
  }
}

function noObject(fields: readonly FieldConfig[], input: unknown): FieldViolation {
  const expected = `object with the fields ${fields.map(({ name }) => name).join(', ')}`
  const message = `The input must be an ${expected}`
  return { message, expected, received: show(input), code: 'invalid_type' }
}

/** As many fields that nobody knows are told; who sent more has sent something else. */
const MAX_UNKNOWN = 100

const REDACTED = '[redacted]'

/** Codes that are told apart only to word the sentence. */
const PUBLIC_CODES: Readonly<Record<string, string>> = { too_many_digits: 'too_big' }

function codeOf(issue: ZodIssue): string {
  const own: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof own === 'string' ? own : issue.code
}

function boundOf(issue: ZodIssue): number | undefined {
  if (issue.code === 'too_big') return Number(issue.maximum)
  return issue.code === 'too_small' ? Number(issue.minimum) : undefined
}

function valueIn(input: unknown, key: string): unknown {
  return isRecord(input) && Object.hasOwn(input, key) ? input[key] : undefined
}

/** A value as short text. */
export function show(value: unknown): string {
  if (typeof value === 'string') return shorten(value)
  if (typeof value !== 'object' || value === null) return shorten(String(value))
  return Array.isArray(value) ? `an array of ${value.length}` : `an object with ${Object.keys(value).length} keys`
}

const MAX_SHOWN = 100

function shorten(text: string): string {
  const shown = text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 3)}...`
  return shown.toWellFormed()
}
