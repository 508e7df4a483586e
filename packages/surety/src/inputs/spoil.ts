import { describeMembers, describeTypes } from './expectation.ts'
import { fits } from './fits.ts'
import { type Json, textsAt } from './json.ts'
import { drop, pointerOf, put } from './path.ts'
import { type Position, positionsIn } from './positions.ts'
import { outOfRange } from './out-of-range.ts'
import { openSchema, type Root } from './schema.ts'
import { membersOf, strangerTo } from './members.ts'
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
  const positions = positionsIn(root, input).slice(1)
  const byProblem = SPOILAGES.map((problem) => {
    const found: Spoiled[] = []
    for (const position of positions) {
      if (found.length >= limit) break
      const path = pointerOf(position.path)
      const faults = FAULTS[problem]({ root, input, position, isInvalid })
      for (const fault of faults) if (isInvalid(fault.input)) found.push({ ...fault, path, problem })
    }
    return found
  })
  return inTurn(byProblem).slice(0, limit)
}

interface Place {
  readonly root: Root
  readonly input: Json
  readonly position: Position
  readonly isInvalid: (value: Json) => boolean
}

type Fault = Pick<Spoiled, 'input' | 'expected'>

/** The faults of each kind that can be made at a place. */
const FAULTS: Readonly<Record<Spoilage, (place: Place) => readonly Fault[]>> = {
  missing({ root, input, position }) {
    const { path, parent } = position
    const isRequired = parent?.nodes.some((node) => textsAt(node, 'required').includes(String(path.at(-1))))
    if (isRequired !== true) return []
    return [{ input: drop(input, path), expected: `${describeTypes(allowedTypes(root, position))}, which is required` }]
  },

  'wrong type'({ root, input, position, isInvalid }) {
    const types = allowedTypes(root, position)
    const isWrong = (value: Json): boolean =>
      isInvalid(put(input, position.path, value)) &&
      (!types.includes('array') || isInvalid(put(input, position.path, [value])))
    const value = wrongTypes(types).find(isWrong)
    return value === undefined ? [] : [{ input: put(input, position.path, value), expected: describeTypes(types) }]
  },

  'out of range'({ input, position }) {
    return outOfRange(position).map(({ value, expected }) => ({ input: put(input, position.path, value), expected }))
  },

  'not a member'({ input, position }) {
    const members = membersOf(position.nodes)
    if (members === undefined) return []
    return [{ input: put(input, position.path, strangerTo(members)), expected: describeMembers(members) }]
  },
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}
