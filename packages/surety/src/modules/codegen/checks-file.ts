/** The file of every generation that has what JSON Schema asks and Zod has no words for. */
export const CHECKS_FILE: string = String.raw`import { z } from 'zod'

type Check<T> = readonly [holds: (value: T) => boolean, message: string]
type Report = (value: unknown, context: z.RefinementCtx) => void

/** Any value that JSON has. */
export const anything: z.ZodType<unknown, unknown> = z.unknown().refine((value) => value !== undefined, 'Required')

/** What all of the schemas accept, as it is. */
export function allOf<T>(schemas: readonly z.ZodType[]): z.ZodType<T, T> {
  return z.custom<T>().superRefine((value, context) => {
    for (const schema of schemas) also(schema)(value, context)
  })
}

/** An object as it is, with these members. */
export function members(
  list: readonly (readonly [name: string, schema: z.ZodType, isRequired: boolean])[],
): z.ZodType<Record<string, unknown>, Record<string, unknown>> {
  return z.custom<Record<string, unknown>>(isObject, 'Expected an object').superRefine((value, context) => {
    for (const [name, schema, isRequired] of list) {
      if (Object.hasOwn(value, name)) report(schema, read(value, name), context, name)
      else if (isRequired) context.addIssue({ code: 'custom', message: 'Required', path: [name] })
    }
  })
}

/** One of the values, as JSON compares them. */
export function oneOfValues(values: readonly unknown[]): z.ZodType<unknown, unknown> {
  const known = new Set(values.map(canonical))
  return anything.refine((value) => known.has(canonical(value)), 'Expected one of the listed values')
}

export function also(schema: z.ZodType): Report {
  return (value, context) => report(schema, value, context)
}

export function not(schema: z.ZodType): Report {
  return (value, context) => {
    if (accepts(schema, value)) context.addIssue('Must not match the schema under not')
  }
}

export function when(condition: z.ZodType, then: z.ZodType, otherwise: z.ZodType): Report {
  return (value, context) => report(accepts(condition, value) ? then : otherwise, value, context)
}

/** Holds values of one type to the schema, and leaves others alone. */
export function ifType(type: 'string' | 'number' | 'array' | 'object', schema: z.ZodType): Report {
  return (value, context) => {
    const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
    if (actual === type) report(schema, value, context)
  }
}

/** Characters, as JSON Schema counts them. */
export function length(min: number, max: number = Infinity): Check<string> {
  return [(text) => isBetween([...text].length, min, max), range('characters', min, max)]
}

export const integer: Check<number> = [(value) => Number.isInteger(value), 'Expected an integer']

export function multipleOf(step: number): Check<number> {
  return [(value) => Number.isInteger(value / step), 'Expected a multiple of ' + step]
}

export function format<T>(name: string, holds: (value: T) => boolean): Check<T> {
  return [holds, 'Expected the format ' + name]
}

export function items(min: number, max: number = Infinity): Check<readonly unknown[]> {
  return [(list) => isBetween(list.length, min, max), range('items', min, max)]
}

export const unique: Check<readonly unknown[]> = [
  (list) => new Set(list.map(canonical)).size === list.length,
  'Expected no item twice',
]

export function contains(schema: z.ZodType, min: number, max: number = Infinity): Check<readonly unknown[]> {
  return [
    (list) => isBetween(list.filter((item) => accepts(schema, item)).length, min, max),
    range('items that match the schema under contains', min, max),
  ]
}

export function properties(min: number, max: number = Infinity): Report {
  return (value, context) => {
    if (!isBetween(keysOf(value).length, min, max)) context.addIssue(range('properties', min, max))
  }
}

export function names(schema: z.ZodType): Report {
  return (value, context) => {
    for (const key of keysOf(value)) report(schema, key, context, key)
  }
}

export function matching(pattern: RegExp, schema: z.ZodType): Report {
  return (value, context) => {
    for (const key of keysOf(value)) if (pattern.test(key)) report(schema, read(value, key), context, key)
  }
}

/** Holds every property to the schema that is neither known nor matches a pattern. */
export function others(known: readonly string[], patterns: readonly RegExp[], schema: z.ZodType): Report {
  return (value, context) => {
    for (const key of keysOf(value)) {
      if (known.includes(key) || patterns.some((pattern) => pattern.test(key))) continue
      report(schema, read(value, key), context, key)
    }
  }
}

/** Where the one is, the others must be. */
export function together(name: string, needed: readonly string[]): Report {
  return (value, context) => {
    const keys = keysOf(value)
    if (!keys.includes(name)) return
    for (const key of needed) {
      if (!keys.includes(key)) context.addIssue({ code: 'custom', message: 'Required beside ' + name, path: [key] })
    }
  }
}

export function whenPresent(name: string, schema: z.ZodType): Report {
  return (value, context) => {
    if (keysOf(value).includes(name)) report(schema, value, context)
  }
}

export function matches(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text)
}

/** A URI: a reference with a scheme and something after it. */
export function isAbsolute(reference: RegExp): (text: string) => boolean {
  return (text) => /^[a-z][a-z0-9+\-.]*:[^?#"][^"]*$/i.test(text) && reference.test(text)
}

export function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

export function isTime(text: string): boolean {
  return isLocalTime(text) && /(?:z|[+-]\d\d(?::?\d\d)?)$/i.test(text)
}

/** A time, with or without its offset. */
export function isLocalTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(text)
  if (found === null) return false
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number)
  const sign = found[4] === '-' ? -1 : 1
  const [hours = 0, minutes = 0] = found.slice(5, 7).map((part) => Number(part ?? 0))
  if (hours > 23 || minutes > 59) return false
  if (hour <= 23 && minute <= 59 && second < 60) return true
  const utcMinute = minute - minutes * sign
  const utcHour = hour - hours * sign - (utcMinute < 0 ? 1 : 0)
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61
}

export function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/t|\s/i)
  return more.length === 0 && isDate(date) && isTime(time)
}

export function isLocalDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/t|\s/i)
  return more.length === 0 && isDate(date) && isLocalTime(time)
}

export function isRegExp(text: string): boolean {
  if (/[^\\]\\Z/.test(text)) return false
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/m.test(text)
}

export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31
}

function report(schema: z.ZodType, value: unknown, context: z.RefinementCtx, ...path: readonly string[]): void {
  const parsed = schema.safeParse(value)
  if (parsed.success) return
  for (const issue of parsed.error.issues) {
    context.addIssue({ code: 'custom', message: issue.message, path: [...path, ...issue.path] })
  }
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function keysOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : []
}

/** What the object has itself under the name. */
function read(value: unknown, name: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}

/** A text that equal values of JSON have in common, and no others. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']'
  if (!isObject(value)) return String(JSON.stringify(value))
  const keys = Object.keys(value).sort()
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + canonical(read(value, key))).join() + '}'
}

function isBetween(count: number, min: number, max: number): boolean {
  return count >= min && count <= max
}

function range(what: string, min: number, max: number): string {
  if (max === Infinity) return 'Expected at least ' + min + ' ' + what
  return 'Expected ' + min + ' to ' + max + ' ' + what
}
`
