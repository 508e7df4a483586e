import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { schemasOfIndex, schemasOfKey } from './children.ts'
import { fits } from './fits.ts'
import { numberAt, objectAt, sameJson } from './json.ts'
import { createMaker, type Maker } from './maker.ts'
import { put } from './path.ts'
import { type Position, positionsIn } from './positions.ts'
import { openSchema, type Root, type Schema } from './schema.ts'

export interface NeighbourOptions {
  /** The last word on whether an input is valid. */
  readonly validate?: (input: Json) => boolean
  readonly limit?: number
}

const FAR = 2 ** 31

/**
 * Valid inputs close to this one: one more optional key, or one value moved off its bound.
 * When a tool refuses an input and accepts a neighbour, it was the shape that it refused.
 */
export function neighbours(schema: unknown, input: Json, options: NeighbourOptions = {}): readonly Json[] {
  const opened = openSchema(schema)
  if (!opened.ok) return []
  const { root } = opened
  const { validate, limit = 10 } = options
  const make = createMaker(root)
  const isValid = (value: Json): boolean =>
    fits(root, root.schema, value, { formats: true }) && validate?.(value) !== false
  const positions = positionsIn(root, input)
  const found: Json[] = []
  for (const group of alternately(keysAdded(root, make, input, positions), valuesMoved(make, input, positions))) {
    if (found.length >= limit) return found
    for (const value of group)
      if (![input, ...found].some((other) => sameJson(value, other)) && isValid(value)) found.push(value)
  }
  return found
}

/** Inputs of which all are tried or none. */
type Group = readonly Json[]

/** Many optional keys leave room for a value on its bound, and the other way round. */
function* alternately(...lists: readonly Generator<Group, undefined>[]): Generator<Group, undefined> {
  let open = lists
  while (open.length > 0) {
    const next = open.map((list) => ({ list, ...list.next() }))
    for (const { value } of next) if (value !== undefined) yield value
    open = next.filter(({ done }) => done !== true).map(({ list }) => list)
  }
}

function* keysAdded(root: Root, make: Maker, input: Json, positions: readonly Position[]): Generator<Group, undefined> {
  for (const position of positions) for (const value of withOneMoreKey(root, make, input, position)) yield [value]
}

/** Both sides of each value on a bound: one alone does not tell a bound from a hole. */
function* valuesMoved(make: Maker, input: Json, positions: readonly Position[]): Generator<Group, undefined> {
  for (const position of positions) {
    const moved = movedInside(position, () => oneItem(make, position))
    if (moved.length > 0) yield moved.map((value) => put(input, position.path, value))
  }
}

function* withOneMoreKey(
  root: Root,
  make: Maker,
  input: Json,
  { path, value, nodes }: Position,
): Generator<Json, undefined> {
  if (!isRecord(value)) return
  const absent = new Set(nodes.flatMap((node) => Object.keys(objectAt(node, 'properties'))))
  for (const key of Object.keys(value)) absent.delete(key)
  for (const key of absent) {
    const schemas = nodes.flatMap((node) => schemasOfKey(root, node, key))
    for (const part of sampled(make, schemas)) yield put(input, [...path, key], part)
  }
}

function oneItem(make: Maker, { nodes }: Position): readonly Json[] {
  return sampled(
    make,
    nodes.flatMap((node) => schemasOfIndex(node, 0)),
  )
}

/** One plain value, if there is any. */
function sampled(make: Maker, schemas: readonly Schema[]): readonly Json[] {
  const made = make(schemas, { keys: 'required', plain: true })
  return made.ok ? fc().sample(made.arbitrary, { seed: 1, numRuns: 1 }) : []
}

/** The value one step away from the bound it sits on; empty and very large count as bounds. */
function movedInside({ value, nodes }: Position, item: () => readonly Json[]): readonly Json[] {
  const sitsOn = (size: number, ...keywords: readonly string[]): boolean =>
    nodes.some((node) => keywords.some((keyword) => numberAt(node, keyword) === size))
  if (typeof value === 'number') {
    if (Math.abs(value) > FAR) return [1, -1]
    const step = stepIn(nodes)
    const onBound =
      value === 0 ||
      sitsOn(value, 'minimum', 'maximum') ||
      sitsOn(value - 1, 'exclusiveMinimum') ||
      sitsOn(value + 1, 'exclusiveMaximum')
    return onBound ? [value + step, value - step] : []
  }
  if (typeof value === 'string') {
    const characters = Array.from(value)
    const onBound = characters.length === 0 || sitsOn(characters.length, 'minLength', 'maxLength')
    return onBound ? [`${value}a`, characters.slice(0, -1).join('')] : []
  }
  if (!isList(value)) return []
  if (value.length === 0) return item().map((one) => [one])
  const onBound = sitsOn(value.length, 'minItems', 'maxItems')
  return onBound ? [value.slice(0, -1), [...value, ...value.slice(-1)]] : []
}

/** One, or what the number must be a multiple of; in a narrow range half of that, so that it does not end on the other bound. */
function stepIn(nodes: readonly JsonObject[]): number {
  const bound = (keyword: string): readonly number[] => nodes.flatMap((node) => numberAt(node, keyword) ?? [])
  const multiple = Math.max(0, ...bound('multipleOf'))
  if (multiple > 0 || nodes.some((node) => node['type'] === 'integer')) return multiple || 1
  const least = Math.max(...bound('minimum'), ...bound('exclusiveMinimum'))
  const most = Math.min(...bound('maximum'), ...bound('exclusiveMaximum'))
  return most > least ? Math.min(1, (most - least) / 2) : 1
}
