import type { Json } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { examplesIn } from './examples.ts'
import { listEnds } from './list-ends.ts'
import type { Maker } from './maker.ts'
import { membersOf } from './members.ts'
import { numberEnds } from './numbers.ts'
import type { Position } from './positions.ts'
import type { Root } from './schema.ts'
import { textEnds } from './texts.ts'
import { type JsonType, typesInOrder } from './types.ts'
import { type Way, waysOf } from './ways.ts'

const MAX_MEMBERS = 30
/** Where the sign changes, and where 32 bits end. */
const ODD_NUMBERS = [0, 1, -1, 0.5, 2 ** 31]

/** Stands for the end of a range that has none. */
const LARGE = 1_000_000

/**
 * What could stand in the nth place and is most likely to be mishandled: the small end, the large end, then all else. Not
 * all of it need be valid.
 */
export function boundaryValues(root: Root, make: Maker, { schemas, value }: Position, nth: number): readonly Json[] {
  // Large numbers differ from place to place: of two that are equal neither exceeds the other.
  const large = LARGE - nth
  return waysOf(root, schemas).ways.flatMap((way) => {
    const members = membersOf(way)
    if (members !== undefined) return members.slice(0, MAX_MEMBERS)
    const [types = []] = typesInOrder(way)
    return [...types.flatMap((type) => endsOf(type, way, value, { root, make, large })), ...examplesIn(way)]
  })
}

interface Making {
  readonly root: Root
  readonly make: Maker
  readonly large: number
}

function endsOf(type: JsonType, way: Way, value: Json, { root, make, large }: Making): readonly Json[] {
  switch (type) {
    case 'null':
      return [null]
    case 'boolean':
      return [false, true]
    case 'integer':
    case 'number':
      return [...numberEnds(way, type === 'integer', large), ...ODD_NUMBERS]
    case 'string':
      return textEnds(way, root)
    case 'array':
      return listEnds(way, value, make)
    case 'object': {
      const made = make(way, { keys: 'all', plain: true })
      return made.ok ? fc().sample(made.arbitrary, { seed: 1, numRuns: 1 }) : []
    }
  }
}
