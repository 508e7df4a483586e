import type { Json } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { examplesIn, someOf, withExamples } from './examples.ts'
import { fits } from './fits.ts'
import { listValues } from './lists.ts'
import { type Made, type MakePart, narrow, none, oneOf, type Values, values, type Wish } from './made.ts'
import { membersOf } from './members.ts'
import { numberValues, plainNumbers } from './numbers.ts'
import { objectValues } from './objects.ts'
import type { Root, Schema } from './schema.ts'
import { plainTexts, textValues } from './texts.ts'
import { type JsonType, typesInOrder } from './types.ts'
import { type Way, waysOf } from './ways.ts'

/** What the values of one place in a schema are made with. */
export interface Making {
  readonly root: Root
  readonly wish: Wish
  readonly part: MakePart
  /** Told before work that takes its time. */
  readonly spend: (cost: number) => void
}

type Test = (value: Json) => boolean
type Check = (made: Values) => Made

const MAX_MEMBERS = 500

/** Keywords that building a value does not assure: their values are checked. */
const CHECKED = [
  'not',
  'oneOf',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'contains',
  'uniqueItems',
  'pattern',
  'format',
] as const

/** Values that satisfy all the schemas; its alternatives are checked together, and one by one only where that finds nothing. */
export function valuesOf(schemas: readonly Schema[], making: Making): Made {
  const { root, spend } = making
  const { ways, problems } = waysOf(root, schemas)
  const passes: Test = (value) => schemas.every((schema) => fits(root, schema, value, { formats: true }))
  const along = (check: Check): Made => {
    const made = ways.map((way) => alongWay(way, making, passes, check))
    return oneOf(made, problems[0] ?? 'nothing satisfies it')
  }
  const made = along((unchecked) => unchecked)
  if (!made.ok || !ways.some(needsCheck)) return made
  const check: Check = (unchecked) => {
    spend((unchecked.size * ways.length) / 10)
    return narrow(unchecked, passes)
  }
  const checked = check(made)
  return checked.ok ? checked : along(check)
}

function needsCheck(way: Way): boolean {
  return way.some((node) => CHECKED.some((keyword) => Object.hasOwn(node, keyword)))
}

function alongWay(way: Way, making: Making, passes: Test, check: Check): Made {
  const { wish } = making
  const members = membersOf(way)?.slice(0, MAX_MEMBERS).filter(passes)
  if (members !== undefined) return someOf(members, wish) ?? none('none of its members satisfies the rest of it')
  let made: Made = none('nothing satisfies it')
  for (const types of typesInOrder(way)) {
    const typed = types.map((type) => ofType(type, way, making, passes))
    made = oneOf(
      typed.map((each) => (each.ok ? check(each) : each)),
      made.reason,
    )
    if (made.ok) break
  }
  return withExamples(made, examplesIn(way).filter(passes), wish)
}

function ofType(type: JsonType, way: Way, making: Making, passes: Test): Made {
  const { root, wish, part } = making
  const plain = wish.plain ? plainValues(type, way).find(passes) : undefined
  if (plain !== undefined) return values(fc().constant(plain))
  switch (type) {
    case 'null':
      return values(fc().constant(null))
    case 'boolean':
      return values(fc().boolean())
    case 'integer':
    case 'number':
      return numberValues(way, type === 'integer')
    case 'string':
      return textValues(way, root)
    case 'array':
      return listValues(way, wish, part)
    case 'object':
      return objectValues(way, wish, root, part)
  }
}

/** The most ordinary values of a type that has no parts. */
function plainValues(type: JsonType, way: Way): readonly Json[] {
  if (type === 'string') return plainTexts(way)
  if (type === 'integer' || type === 'number') return plainNumbers(way)
  return type === 'boolean' ? [true] : []
}
