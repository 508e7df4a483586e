import { describeMembers, describeTypes } from './expectation.ts'
import { fits } from './fits.ts'
import { type Json, textsAt } from './json.ts'
import { once } from './once.ts'
import { drop, pointerOf, put } from './path.ts'
import { type Position, positionsIn } from './positions.ts'
import { outOfRange } from './out-of-range.ts'
import { openSchema } from './schema.ts'
import { membersOf, strangerTo } from './members.ts'
import type { JsonType } from './types.ts'
import { allowedTypes, wrongTypes } from './wrong-type.ts'

const SPOILAGES = ['missing', 'wrong type', 'out of range', 'not a member'] as const
export type Spoilage = (typeof SPOILAGES)[number]

/** A valid input with one thing wrong. */
export interface Spoiled {
  readonly input: Json
  /** JSON pointer to what is wrong. */
  readonly path: string
  readonly problem: Spoilage
  /** What would have been right: `an integer`, `at most 10`, `one of "a", "b"`. */
  readonly expected: string
}

export interface SpoilOptions {
  /** Confirms that an input is invalid. */
  readonly validate?: (input: Json) => boolean
  readonly limit?: number
}

/** Inputs that differ from a valid one by one fault each; the first few have a fault of every kind there is. */
export function spoil(schema: unknown, input: Json, options: SpoilOptions = {}): readonly Spoiled[] {
  const opened = openSchema(schema)
  if (!opened.ok || !fits(opened.root, opened.root.schema, input)) return []
  const { root } = opened
  const { validate, limit = 20 } = options
  const isInvalid = (value: Json): boolean => !fits(root, root.schema, value) && validate?.(value) !== true
  const [, ...positions] = positionsIn(root, input)
  const places = positions.map((position) => ({
    input,
    position,
    types: once(() => allowedTypes(root, position)),
    isInvalid,
  }))
  const byProblem = SPOILAGES.map((problem) => {
    const found: Spoiled[] = []
    for (const place of places) {
      if (found.length >= limit) break
      const path = pointerOf(place.position.path)
      found.push(...FAULTS[problem](place).map((fault) => ({ ...fault, path, problem })))
    }
    return found
  })
  return inTurn(byProblem).slice(0, limit)
}

interface Place {
  readonly input: Json
  readonly position: Position
  /** The types allowed there. */
  readonly types: () => readonly JsonType[]
  readonly isInvalid: (value: Json) => boolean
}

type Fault = Pick<Spoiled, 'input' | 'expected'>

/** The faults of each kind that can be made at a place. */
const FAULTS: Readonly<Record<Spoilage, (place: Place) => readonly Fault[]>> = {
  missing({ input, position: { path, parent }, types, isInvalid }) {
    const isRequired = parent?.nodes.some((node) => textsAt(node, 'required').includes(String(path.at(-1))))
    if (isRequired !== true) return []
    const without = drop(input, path)
    return isInvalid(without) ? [{ input: without, expected: `${describeTypes(types())}, which is required` }] : []
  },

  'wrong type'({ input, position, types: typesOf, isInvalid }) {
    const types = typesOf()
    const isWrong = (value: Json): boolean =>
      isInvalid(put(input, position.path, value)) &&
      (!types.includes('array') || isInvalid(put(input, position.path, [value])))
    const value = wrongTypes(types).find(isWrong)
    return value === undefined ? [] : [{ input: put(input, position.path, value), expected: describeTypes(types) }]
  },

  'out of range'({ input, position, isInvalid }) {
    const faults = outOfRange(position).map(({ value, expected }) => ({
      input: put(input, position.path, value),
      expected,
    }))
    return faults.filter((fault) => isInvalid(fault.input))
  },

  'not a member'({ input, position, isInvalid }) {
    const members = membersOf(position.nodes)
    if (members === undefined) return []
    const stranger = put(input, position.path, strangerTo(members))
    return isInvalid(stranger) ? [{ input: stranger, expected: describeMembers(members) }] : []
  },
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}
