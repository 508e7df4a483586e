import { EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent, getScalarValue } from 'js-yaml'

/** From the root of a file: `['tests', 0, 'name']`. */
export type Path = readonly (string | number)[]

/** A parsed document: its values follow one another, each with all it holds. */
export interface Parsed {
  readonly text: string
  readonly events: readonly Event[]
}

/** The first value, after the document's own event. */
const ROOT = 1

/** Where in the text the path's key starts, or the nearest key around it that exists. */
export function offsetOf(parsed: Parsed, path: Path): number {
  let value = ROOT
  let offset = startAt(parsed, ROOT)
  for (const key of path) {
    const next = step(parsed, anchored(parsed, value), key)
    if (next === undefined) return offset
    value = next.value
    offset = startAt(parsed, next.at)
  }
  return offset
}

/** The keys of the mapping there, in their order; none where there is no mapping. */
export function keysAt(
  parsed: Parsed,
  index: number,
): readonly { readonly at: number; readonly key: string | undefined }[] {
  if (parsed.events[index]?.type !== EVENT_ID.MAPPING) return []
  const keys = partsOf(parsed, index).filter((_, part) => part % 2 === 0)
  return keys.map((at) => ({ at, key: textOf(parsed, at) }))
}

export function startAt({ events }: Parsed, index: number): number {
  const event = events[index]
  return event === undefined ? 0 : startOf(event)
}

function step(
  parsed: Parsed,
  index: number,
  key: string | number,
): { readonly at: number; readonly value: number } | undefined {
  const parts = partsOf(parsed, index)
  const isList = parsed.events[index]?.type === EVENT_ID.SEQUENCE
  const found = isList
    ? Number(key)
    : parts.findIndex((at, part) => part % 2 === 0 && textOf(parsed, at) === String(key))
  const [at, value = at] = isList ? parts.slice(found, found + 1) : found < 0 ? [] : parts.slice(found, found + 2)
  return at === undefined || value === undefined ? undefined : { at, value }
}

/** Where what a list or a mapping holds begins: its items, or its keys and values in turn. */
function partsOf({ events }: Parsed, index: number): number[] {
  const type = events[index]?.type
  const parts: number[] = []
  if (type !== EVENT_ID.SEQUENCE && type !== EVENT_ID.MAPPING) return parts
  let depth = 0
  for (let at = index + 1; at < events.length; at += 1) {
    const inner = events[at]?.type
    if (inner === EVENT_ID.POP) depth -= 1
    else if (depth === 0) parts.push(at)
    if (depth < 0) break
    if (inner === EVENT_ID.SEQUENCE || inner === EVENT_ID.MAPPING) depth += 1
  }
  return parts
}

function textOf({ text, events }: Parsed, index: number): string | undefined {
  const event = events[index]
  return event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined
}

/** What an alias stands for. */
function anchored({ text, events }: Parsed, index: number): number {
  const event = events[index]
  if (event?.type !== EVENT_ID.ALIAS) return index
  const name = text.slice(event.anchorStart, event.anchorEnd)
  const before = events.slice(0, index)
  return before.findLastIndex(
    (one) => 'anchorStart' in one && one.type !== EVENT_ID.ALIAS && text.slice(one.anchorStart, one.anchorEnd) === name,
  )
}

/** Where the event's text starts, with its quotation mark, anchor and tag. */
export function startOf(event: Event): number {
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return 0
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
  const start = event.type === EVENT_ID.SCALAR ? scalarStart(event) : event.start
  const before = [event.anchorStart - 1, event.tagStart].filter((offset) => offset >= 0)
  return Math.min(start, ...before)
}

function scalarStart({ valueStart, style }: ScalarEvent): number {
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED
  return isQuoted ? valueStart - 1 : valueStart
}
