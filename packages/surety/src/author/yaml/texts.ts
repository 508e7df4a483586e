import { CODE_PATTERN, suggestion } from '@surety/tool-contracts/tools'
import { type Reader, formed } from './reader.ts'
import { RULE_CODES } from '../../judge/rules/index.ts'

/** Text that matches, as it is. */
function matching(expected: string, pattern: RegExp): Reader<string> {
  return formed(expected, (text) => (pattern.test(text) ? text : undefined), { pattern: pattern.source })
}

export const errorCode: Reader<string> = matching(
  'a code of upper-case letters, digits and _, starting with a letter',
  CODE_PATTERN,
)

export const ruleCode: Reader<string> = formed(
  "a rule's code such as W022",
  (text) => RULE_CODES.find((code) => code === text),
  { enum: RULE_CODES },
  (text) => suggestion(text, RULE_CODES).trim() || '`surety explain` lists all of them.',
)

export const variableName: Reader<string> = matching('the name of an environment variable', /^[A-Za-z_]\w*$/)

export const headerName: Reader<string> = matching('the name of an HTTP header', /^[\w!#$%&'*+.^`|~-]+$/)

const SIZES = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }
const DURATIONS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const MAX_DURATION = 2 ** 31 - 1

/** `10kb` as bytes. */
export const size: Reader<number> = quantity(
  'a size such as 10kb: a number and b, kb, mb or gb',
  SIZES,
  Number.MAX_SAFE_INTEGER,
)

/** `5s` as milliseconds. */
export const duration: Reader<number> = quantity(
  'a duration such as 5s: a number and ms, s, m, h or d',
  DURATIONS,
  MAX_DURATION,
)

function quantity(expected: string, units: Readonly<Record<string, number>>, most: number): Reader<number> {
  const pattern = new RegExp(String.raw`^(\d+(?:\.\d+)?) ?(${Object.keys(units).join('|')})$`, 'i')
  const parse = (text: string): number | undefined => {
    const [, digits = '', unit = ''] = pattern.exec(text) ?? []
    const amount = Math.floor(Number(digits) * (units[unit.toLowerCase()] ?? 0))
    return amount >= 1 && amount <= most ? amount : undefined
  }
  const withUnit = (text: string): string | undefined => {
    const meant = Object.keys(units).map((unit) => `${text.trim()}${unit}`)
    const usable = meant.filter((one) => parse(one) !== undefined)
    return usable.length === 0 ? undefined : `Give the unit: ${usable.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`
  }
  return formed(expected, parse, { pattern: caseless(pattern.source) }, withUnit)
}

/** JSON Schema patterns have no flags. */
function caseless(source: string): string {
  return source.replaceAll(/(?<!\\)[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/** A glob of project paths: relative, inside the project, its brackets closed. */
export const glob: Reader<string> = formed('a glob below the project, such as data/**', relativeGlob)

/** The text if it is a glob that stays below the folder it is relative to. */
export function relativeGlob(text: string): string | undefined {
  const isInside = !/^[/\\~]|^[A-Za-z]:|\\|\0/.test(text) && !text.split('/').includes('..')
  return isInside && isBalanced(text, '[', ']') && isBalanced(text, '{', '}') ? text : undefined
}

function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === open) depth++
    if (letter === close) depth--
    if (depth < 0) return false
  }
  return depth === 0
}

const FIELD = String.raw`(?:[^.[\]\s]+|\[\])(?:\.[^.[\]\s]+|\[\])*`

/** `lines[].product_id` */
export const fieldPath: Reader<string> = matching("a field path such as 'id' or 'items[].id'", new RegExp(`^${FIELD}$`))

/** `input.card_number` */
export const sensitivePath: Reader<string> = matching(
  "a field path such as 'input.card_number' or 'output.lines[].iban'",
  new RegExp(String.raw`^(?:input|output)(?:\.${FIELD}|\[\].*)$`),
)

/** `$.items[*].id` */
export const jsonPath: Reader<string> = matching(
  'a path such as $.created_at or $.items[*].id',
  /^\$(?:\.[^.[\]\s]+|\[(?:\*|\d+)\])+$/,
)

/** A day of the calendar. */
export const date: Reader<string> = formed('a date such as 2027-06-30', (text) => {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  return isDate ? text : undefined
})
