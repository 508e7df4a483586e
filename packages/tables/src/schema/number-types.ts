import { z } from 'zod'
import type { FieldOf } from '../config/field-config.ts'
import { type FieldType, type Problem, checked } from './field-type.ts'

type Bounds = Pick<FieldOf<'numeric'>, 'min' | 'max'>

export const integerType: FieldType<'integer'> = {
  schema: ({ min, max }) => bounded(z.int(), { min, max }),
  expected: (field) => `integer${range(field)}`,
  refusal(field, problem) {
    return isOutOfRange(problem) ? outOfRange(field, problem) : `must be an integer${range(field)}`
  },
}

/** Beyond it a number may have been another one before JSON was read. */
const EXACT = Number.MAX_SAFE_INTEGER

/** Of `toFixed`; no number has as many. */
const MAX_PLACES = 100

export const numericType: FieldType<'numeric'> = {
  schema(field) {
    const { min = -EXACT, max = EXACT } = field
    const number = bounded(z.number(), { min: Math.max(min, -EXACT), max: Math.min(max, EXACT) })
    const places = placesOf(field)
    if (places === Infinity) return number
    return checked(number, `a ${numericType.expected(field)}`, (value) => {
      if (Number(value.toFixed(Math.min(places, MAX_PLACES))) !== value) return 'not_multiple_of'
      return Math.abs(value) < 10 ** digitsOf(field) ? undefined : 'too_many_digits'
    })
  },
  expected: (field) => `number${range(field)}${digits(field)}`,
  refusal(field, problem) {
    if (isOutOfRange(problem)) return outOfRange(field, problem)
    if (problem.code === 'not_multiple_of') return `must be a number${digits(field)}`
    if (problem.code === 'too_many_digits')
      return `must be a number with max ${digitsOf(field)} digits before the decimal point, but received ${problem.received}`
    return `must be a number${range(field)}, but received ${problem.received}`
  },
}

function bounded<T extends z.ZodNumber>(
  number: T,
  { min, max }: { min: number | undefined; max: number | undefined },
): T {
  const above = min === undefined ? number : number.min(min)
  return max === undefined ? above : above.max(max)
}

/** How many digits may stand behind the decimal point: with a precision alone none, as in SQL. */
function placesOf({ precision, scale }: FieldOf<'numeric'>): number {
  return scale ?? (precision === undefined ? Infinity : 0)
}

function digitsOf({ precision, scale = 0 }: FieldOf<'numeric'>): number {
  return precision === undefined ? Infinity : precision - scale
}

function digits(field: FieldOf<'numeric'>): string {
  const places = placesOf(field)
  return places === Infinity ? '' : ` with max ${places} decimal places`
}

function range({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`
  if (min !== undefined) return ` of at least ${min}`
  return max === undefined ? '' : ` of at most ${max}`
}

function isOutOfRange({ code }: Problem): boolean {
  return code === 'too_big' || code === 'too_small'
}

function outOfRange({ min, max }: Bounds, { code, received, bound }: Problem): string {
  if (min !== undefined && max !== undefined) return `must be between ${min} and ${max}, but received ${received}`
  const limit = code === 'too_big' ? `at most ${max ?? bound}` : `at least ${min ?? bound}`
  return `must be ${limit}, but received ${received}`
}
