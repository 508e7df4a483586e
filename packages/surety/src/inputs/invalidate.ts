import type { Json } from '@surety/tool-contracts/tools'
import { describeMembers, describeTypes } from './expectation.ts'
import { fits } from './fits.ts'
import { textsAt } from './json.ts'
import { once } from './once.ts'
import { drop, pointerOf, propertyAt, put } from './path.ts'
import { type Place, placesIn } from './places.ts'
import { outOfRange } from './out-of-range.ts'
import { openSchema } from './schema.ts'
import { membersOf, strangerTo } from './members.ts'
import type { JsonType } from './types.ts'
import { allowedTypes, wrongTypes } from './wrong-type.ts'

const PROBLEMS_OF_INPUTS = ['missing', 'wrong type', 'out of range', 'not a member'] as const
export type InputProblem = (typeof PROBLEMS_OF_INPUTS)[number]

/** A valid input with one thing wrong. */
export interface Invalidated {
  readonly input: Json
  /** JSON pointer to what is wrong. */
  readonly path: string
  readonly problem: InputProblem
  /** What would have been right: `an integer`, `at most 10`, `one of "a", "b"`. */
  readonly expected: string
  /** The property that is wrong, whichever item of a list it is of. */
  readonly property: string
}

export interface InvalidateOptions {
  /** Confirms that an input is invalid. */
  readonly validate?: (input: Json) => boolean
  readonly limit?: number
  /** Whether the right number or truth value as text is a fault too: many tools take it for what it says. */
  readonly asText?: boolean
}

/** Inputs that differ from a valid one by one fault each; the first few have a fault of every kind there is. @internal */
export function invalidate(schema: unknown, input: Json, options: InvalidateOptions = {}): readonly Invalidated[] {
  return invalidations(schema, input, options).invalid
}

/** The same, with the properties that were looked at, whether or not anything can be wrong with them. */
export function invalidations(
  schema: unknown,
  input: Json,
  options: InvalidateOptions,
): { readonly invalid: readonly Invalidated[]; readonly properties: ReadonlySet<string> } {
  const opened = openSchema(schema)
  if (!opened.ok || !fits(opened.root, opened.root.schema, input)) return { invalid: [], properties: new Set() }
  const { root } = opened
  const { validate, limit = 20, asText = false } = options
  const isInvalid = (value: Json): boolean => !fits(root, root.schema, value) && validate?.(value) !== true
  const places = placesIn(root, input).map(({ input: host, position }) => ({
    input: host,
    position,
    types: once(() => allowedTypes(root, position)),
    isInvalid,
    asText,
  }))
  const byProblem = PROBLEMS_OF_INPUTS.map((problem) => {
    const found: Invalidated[] = []
    for (const place of places) {
      if (found.length >= limit) break
      const { path } = place.position
      const where = { path: pointerOf(path), property: propertyAt(path) }
      found.push(...FAULTS[problem](place).map((fault) => ({ ...fault, ...where, problem })))
    }
    return found
  })
  const properties = new Set(places.map(({ position }) => propertyAt(position.path)))
  return { invalid: inTurn(byProblem).slice(0, limit), properties }
}

interface InvalidPlace extends Place {
  /** The types allowed there. */
  readonly types: () => readonly JsonType[]
  readonly isInvalid: (value: Json) => boolean
  readonly asText: boolean
}

type Fault = Pick<Invalidated, 'input' | 'expected'>

/** The faults of each kind that can be made at a place. */
const FAULTS: Readonly<Record<InputProblem, (place: InvalidPlace) => readonly Fault[]>> = {
  missing({ input, position: { path, parent }, types, isInvalid }) {
    const isRequired = parent?.nodes.some((node) => textsAt(node, 'required').includes(String(path.at(-1))))
    if (isRequired !== true) return []
    const without = drop(input, path)
    return isInvalid(without) ? [{ input: without, expected: `${describeTypes(types())}, which is required` }] : []
  },

  'wrong type'({ input, position, types: typesOf, isInvalid, asText }) {
    const types = typesOf()
    const isWrong = (value: Json): boolean =>
      isInvalid(put(input, position.path, value)) &&
      (!types.includes('array') || isInvalid(put(input, position.path, [value])))
    const value = wrongTypes(types).find(isWrong)
    const expected = describeTypes(types)
    const wrong = value === undefined ? [] : [{ input: put(input, position.path, value), expected }]
    const text = asText ? textFor(position.value) : undefined
    return text === undefined || !isWrong(text)
      ? wrong
      : [...wrong, { input: put(input, position.path, text), expected: `${expected}, not its text` }]
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

/** The right value as text: `"5"` for 5. */
function textFor(value: Json): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}
