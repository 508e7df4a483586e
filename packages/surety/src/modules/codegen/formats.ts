import { createRequire } from 'node:module'
import type { Json } from '@surety/tool-contracts/tools'
// oxlint-disable-next-line no-restricted-imports -- the package exports its table of formats nowhere else
import type * as Formats from 'ajv-formats/dist/formats.js'
import { literal } from './source-text.ts'

// As loaded by author/schema/ajv.ts: generated schemas must mean by a format what contracts mean by it.
const load = createRequire(import.meta.url)

/** Those that are no regular expression, by their functions in the generated checks. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  date: 'checks.isDate',
  time: 'checks.isTime',
  'date-time': 'checks.isDateTime',
  'iso-time': 'checks.isLocalTime',
  'iso-date-time': 'checks.isLocalDateTime',
  regex: 'checks.isRegExp',
  byte: 'checks.isBase64',
}

const NUMBERS: Readonly<Record<string, string>> = { int32: 'checks.isInt32', int64: 'Number.isInteger' }

/** The call that holds a text or a number to a format; none for a format that nobody checks. */
export function formatCheck(format: Json | undefined, type: 'string' | 'number'): string {
  if (typeof format !== 'string') return ''
  const test = type === 'number' ? ownEntry(NUMBERS, format) : textTest(format)
  return test === undefined ? '' : `.refine(...checks.format(${literal(format)}, ${test}))`
}

function textTest(format: string): string | undefined {
  const named = ownEntry(FUNCTIONS, format)
  if (named !== undefined) return named
  if (format === 'uri') return `checks.isAbsolute(${patternOf('uri-reference')})`
  const pattern = patternOf(format)
  return pattern === undefined ? undefined : `checks.matches(${pattern})`
}

function patternOf(format: string): string | undefined {
  const { fullFormats }: typeof Formats = load('ajv-formats/dist/formats.js')
  const known: unknown = Object.hasOwn(fullFormats, format) ? Reflect.get(fullFormats, format) : undefined
  return known instanceof RegExp ? `new RegExp(${literal(known.source)}, ${literal(known.flags)})` : undefined
}

function ownEntry(entries: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}
