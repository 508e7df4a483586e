import type { Json } from '@surety/tool-contracts/tools'
import { canonical } from './json.ts'

const LONGEST = 80
const LISTED = 3

/** A value in a sentence: JSON, cut where it gets long. */
export function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cut(canonical(value), LONGEST)
}

/** A value as evidence: itself, or the start of its text where it is long. */
export function clip(value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : canonical(value)
  return text.length > 400 ? cut(text, 400) : value
}

/** Text cut to a length, never through a surrogate pair. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** `a, b, c and 2 more` */
export function list(items: readonly string[], shown: number = LISTED): string {
  if (items.length > shown) return `${items.slice(0, shown).join(', ')} and ${items.length - shown} more`
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** A sentence that goes on. */
export function withoutDot(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

/** `1 call`, `2 calls` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Text as one word of a command line. */
export function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** ` (and in 2 more calls)`, or nothing. */
export function more(others: number, noun: string = 'call'): string {
  return others <= 0 ? '' : ` (and in ${count(others, `more ${noun}`)})`
}

/** What follows from a network for the calls of tools. */
export const ONCE_ONLINE =
  'What a call does is real then: a tool without tests is called only if it is annotated readOnlyHint: true, or with --explore.'
