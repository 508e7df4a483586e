import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { schemasOfKey } from './children.ts'
import { fits } from './fits.ts'
import { numberAt, objectAt, sameJson } from './json.ts'
import { createMaker, type Maker } from './maker.ts'
import { put } from './path.ts'
import { type Position, positionsIn } from './positions.ts'
import { openSchema, type Root } from './schema.ts'

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
  const found: Json[] = []
  for (const position of positionsIn(root, input))
    for (const value of variants(root, make, input, position)) {
      if (found.length >= limit) return found
      if (![input, ...found].some((other) => sameJson(value, other)) && isValid(value)) found.push(value)
    }
  return found
}

function* variants(root: Root, make: Maker, input: Json, position: Position): Generator<Json, undefined> {
  yield* withOneMoreKey(root, make, input, position)
  for (const value of movedInside(position)) yield put(input, position.path, value)
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
    const made = make(schemas, { keys: 'required', plain: true })
    if (made.ok)
      yield* fc()
        .sample(made.arbitrary, { seed: 1, numRuns: 1 })
        .map((part) => put(input, [...path, key], part))
  }
}

/** The value one step away from the bound it sits on; empty and very large count as bounds. */
function movedInside({ value, nodes }: Position): readonly Json[] {
  const sitsOn = (size: number, ...keywords: readonly string[]): boolean =>
    nodes.some((node) => keywords.some((keyword) => numberAt(node, keyword) === size))
  if (typeof value === 'number') {
    if (Math.abs(value) > FAR) return [1, -1]
    const step = Math.max(...nodes.map((node) => numberAt(node, 'multipleOf') ?? 0)) || 1
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
  const onBound = sitsOn(value.length, 'minItems', 'maxItems')
  return onBound ? [value.slice(0, -1), [...value, ...value.slice(-1)]] : []
}
