import { EVENT_ID, type Event, SCALAR_STYLE, YAMLException, constructFromEvents, parseEvents } from 'js-yaml'
import type { Place } from './contract-file.ts'
import { MAX_DEPTH, excessOf } from './nesting.ts'
import { type Parsed, type Path, keysAt, offsetOf, startAt, startOf } from './offset-of.ts'

/** What is wrong with a file's text, at its place. */
export interface Fault extends Place {
  readonly message: string
  readonly fix?: string
}

/** One YAML document as plain data, and where everything in it stands. */
export interface ParsedYaml {
  /** Undefined where the text is so broken that nothing can be said of its content. */
  readonly value: unknown
  readonly faults: readonly Fault[]
  readonly locate: (path: Path) => Place
}

interface Slip {
  readonly offset: number
  readonly message: string
  readonly fix?: string
}

const MAX_FAULTS = 50
const MAX_ALIASES = 100
const MAX_PARTS = 100_000
const TOO_DEEP = `It is nested more than ${MAX_DEPTH} levels deep.`

/** Reads exactly one document of JSON-like data; never throws. */
export function parseYaml(text: string): ParsedYaml {
  const parsed = attempt(() => parseEvents(text, { maxDepth: MAX_DEPTH }))
  if (!parsed.ok) return answer(text, undefined, [parsed.slip])
  const events = parsed.made
  const unfit = documentSlip(text, events)
  if (unfit !== undefined) return answer(text, undefined, [unfit])

  const numbers = events.flatMap((event) => numberSlips(text, event))
  const built = attempt(() => constructFromEvents(events, { source: text, maxAliases: MAX_ALIASES })[0])
  if (built.ok) {
    const alias = aliasSlip(events, built.made)
    return alias === undefined ? answer(text, built.made, numbers, events) : answer(text, undefined, [alias])
  }
  const keys = keySlips({ text, events })
  if (keys.length === 0) return answer(text, undefined, [built.slip])
  // Of keys that are there twice the last counts, so that the rest of the file is looked at too.
  const lenient = attempt(() => constructFromEvents(events, { source: text, maxAliases: MAX_ALIASES, json: true })[0])
  return answer(text, lenient.ok ? lenient.made : undefined, [...keys, ...numbers], events)
}

function answer(text: string, value: unknown, slips: readonly Slip[], events: readonly Event[] = []): ParsedYaml {
  const faults = slips.slice(0, MAX_FAULTS).map(({ offset, ...slip }) => ({ ...placeAt(text, offset), ...slip }))
  return { value, faults, locate: (path) => placeAt(text, offsetOf({ text, events }, path)) }
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

type Attempt<Made> = { readonly ok: true; readonly made: Made } | { readonly ok: false; readonly slip: Slip }

function attempt<Made>(make: () => Made): Attempt<Made> {
  try {
    return { ok: true, made: make() }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    const message = /maxDepth/.test(reason) ? TOO_DEEP : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
    return { ok: false, slip: { offset: mark?.position ?? 0, message } }
  }
}

/** A file is one document, and has content. */
function documentSlip(text: string, events: readonly Event[]): Slip | undefined {
  const [first, second] = events.flatMap(({ type }, index) => (type === EVENT_ID.DOCUMENT ? [index] : []))
  if (first === undefined || events[first + 1]?.type === EVENT_ID.POP)
    return { offset: 0, message: 'The file is empty.' }
  if (second === undefined) return undefined
  const node = events[second + 1]
  const end = node === undefined || node.type === EVENT_ID.POP ? text.length : startOf(node)
  const offset = Math.max(text.lastIndexOf('---', end), 0)
  return { offset, message: 'The file has several documents.', fix: 'Write one file per document.' }
}

/** Numbers YAML can write and JSON cannot carry. */
function numberSlips(text: string, event: Event): Slip[] {
  if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return []
  const source = text.slice(event.valueStart, event.valueEnd)
  if (!/^[-+]?\.?[\di]|^\.n/i.test(source)) return []
  const isInfinite = /^[-+]?\.inf$|^\.nan$/i.test(source) || Math.abs(Number(source)) === Number.POSITIVE_INFINITY
  const isInexact = /^[-+]?\d+$/.test(source) && !Number.isSafeInteger(Number(source))
  if (!isInfinite && !isInexact) return []
  const message = `The number ${source} cannot be carried by JSON.`
  return [{ offset: event.valueStart, message, fix: 'Put it in quotes.' }]
}

/** What aliases stand for must have an end. */
function aliasSlip(events: readonly Event[], value: unknown): Slip | undefined {
  const alias = events.find(({ type }) => type === EVENT_ID.ALIAS)
  const excess = alias === undefined ? undefined : excessOf(value, MAX_PARTS)
  if (alias === undefined || excess === undefined) return undefined
  const message = excess === 'depth' ? TOO_DEEP : 'Its aliases stand for too much.'
  return { offset: startOf(alias), message, fix: 'Write the values out.' }
}

/** Keys that are no text, and keys that are there twice. */
function keySlips(parsed: Parsed): Slip[] {
  return parsed.events.flatMap((_, index) => {
    const seen = new Set<string>()
    return keysAt(parsed, index).flatMap(({ at, key }): Slip[] => {
      if (key === undefined) return [{ offset: startAt(parsed, index), message: 'A key must be text.' }]
      const isNew = !seen.has(key)
      seen.add(key)
      const message = `The key '${key}' is there twice.`
      return isNew ? [] : [{ offset: startAt(parsed, at), message, fix: 'Keep one of them.' }]
    })
  })
}
