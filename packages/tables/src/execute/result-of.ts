import type { Outcome, Refusal } from '@surety/tool-contracts'
import type { z } from 'zod'
import type { TableConfig } from '../config/table-config.ts'
import { violationsIn } from '../schema/violations.ts'
import { failureWithCode } from './failures.ts'
import { type ErrorDetails, type ErrorType, type FieldViolation, ToolExecutionResult } from './result.ts'

/** What an outcome of the governed call means to the caller of a table's tool. */
export function resultOf(table: TableConfig, schema: z.ZodType, outcome: Outcome, input: unknown): ToolExecutionResult {
  if (!outcome.ok) return refused(table, schema, outcome.error, input)
  const { data } = ToolExecutionResult.safeParse(outcome.value)
  return data ?? unexpected()
}

/** The answer to what nobody foresaw. */
function unexpected(): ToolExecutionResult {
  const details = { code: 'internal_error' }
  return failed('UNKNOWN_ERROR', 'An unexpected error occurred during tool execution', details)
}

function refused(table: TableConfig, schema: z.ZodType, refusal: Refusal, input: unknown): ToolExecutionResult {
  const { code, message, details } = refusal
  if (code === 'INVALID_INPUT') return invalid(table, schema, refusal, input)
  const failure = failureWithCode(code)
  if (failure !== undefined) {
    const { field } = details
    return failed(failure.type, message, { code: failure.code, ...(typeof field === 'string' && { field }) })
  }
  if (code === 'INTERNAL_ERROR') return unexpected()
  const { errors: _, ...rest } = Object.fromEntries(Object.entries(details))
  return failed('UNKNOWN_ERROR', message, { ...rest, code })
}

function invalid(table: TableConfig, schema: z.ZodType, refusal: Refusal, input: unknown): ToolExecutionResult {
  const errors = violationsOf(table, schema, input)
  const [first] = errors
  if (first === undefined) return failed('VALIDATION_ERROR', refusal.message, unreadable(refusal))
  const { message, ...details } = first
  return failed('VALIDATION_ERROR', message, { ...details, ...(errors.length > 1 && { errors }) })
}

/** None of an input that cannot be read again: its getters throw, or it has no end. */
function violationsOf({ fields }: TableConfig, schema: z.ZodType, input: unknown): readonly FieldViolation[] {
  try {
    return violationsIn(schema, fields, input)
  } catch {
    return []
  }
}

/** Of an input that is no plain data, so that no schema saw it. */
function unreadable({ details: { field, expected, received } }: Refusal): ErrorDetails {
  const texts = Object.entries({ field: fieldAt(field), expected, received }).filter(
    ([, text]) => typeof text === 'string',
  )
  return { ...Object.fromEntries(texts), code: 'invalid_type' }
}

/** The field that a JSON pointer leads to or into. */
function fieldAt(pointer: unknown): string | undefined {
  const [, name] = typeof pointer === 'string' ? pointer.split('/') : []
  return name === undefined || name === '' ? undefined : name.replaceAll('~1', '/').replaceAll('~0', '~')
}

function failed(type: ErrorType, message: string, details: ErrorDetails): ToolExecutionResult {
  return { success: false, error: { type, message, details } }
}
