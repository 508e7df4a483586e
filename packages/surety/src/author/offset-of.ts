import { EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent, getScalarValue } from 'js-yaml'

/** From the root of a file: `['tests', 0, 'name']`. */
export type Path = readonly (string | number)[]

/** One value of a document, and where it starts. */
export interface Spot {
  readonly start: number
  /** Of a mapping: its pairs in their order. */
  readonly pairs: readonly Pair[]
  /** Of a sequence. */
  readonly items: readonly Spot[]
}

export interface Pair {
  readonly start: number
  /** Undefined where the key is no text. */
  readonly key: string | undefined
  readonly value: Spot
}

/** Where in the text the path's key starts, or the nearest key around it that exists. */
export function offsetOf(root: Spot, path: Path): number {
  let spot = root
  let offset = root.start
  for (const key of path) {
    const pair = spot.pairs.find((one) => one.key === String(key))
    const next = pair?.value ?? spot.items[Number(key)]
    if (next === undefined) return offset
    offset = pair?.start ?? next.start
    spot = next
  }
  return offset
}

/** The first document's values, read from the parser's events. */
export function spotsOf(text: string, events: readonly Event[]): Spot {
  const anchors = new Map<string, Spot>()
  const queue = events.values()
  const next = (): Event => queue.next().value ?? { type: EVENT_ID.POP }

  const spotOf = (event: Event): Spot => {
    if (event.type === EVENT_ID.ALIAS) {
      const spot = anchors.get(text.slice(event.anchorStart, event.anchorEnd))
      return { pairs: [], items: [], ...spot, start: startOf(event) }
    }
    const [pairs, items]: [Pair[], Spot[]] = [[], []]
    const spot = { start: startOf(event), pairs, items }
    if ('anchorStart' in event) anchors.set(text.slice(event.anchorStart, event.anchorEnd), spot)
    if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) return spot
    for (let part = next(); part.type !== EVENT_ID.POP; part = next()) {
      const own = spotOf(part)
      if (event.type === EVENT_ID.SEQUENCE) items.push(own)
      else pairs.push({ start: own.start, key: keyOf(text, part), value: spotOf(next()) })
    }
    return spot
  }

  next()
  return spotOf(next())
}

function keyOf(text: string, event: Event): string | undefined {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined
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
