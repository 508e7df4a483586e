import type { Json } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { at, listAt } from './json.ts'
import { type Made, type Values, values, type Wish } from './made.ts'
import type { Way } from './ways.ts'

/** The values the schema shows itself. */
export function examplesIn(way: Way): readonly Json[] {
  return way
    .flatMap((node) => [at(node, 'default'), ...listAt(node, 'examples')])
    .filter((value) => value !== undefined)
}

/** One of these values, the first where a plain one is wanted. */
export function someOf(members: readonly Json[], wish: Wish): Values | undefined {
  const [first] = members
  if (first === undefined) return undefined
  return values(wish.plain ? fc().constant(first) : fc().constantFrom(...members))
}

/** What the schema shows itself is the most ordinary of all, unless the least was asked for and it has parts. */
export function withExamples(made: Made, examples: readonly Json[], wish: Wish): Made {
  const usable =
    wish.plain && wish.keys === 'required' ? examples.filter((value) => typeof value !== 'object') : examples
  const shown = someOf(usable, wish)
  if (shown === undefined) return made
  if (!made.ok || wish.plain) return shown
  const arbitrary = fc().oneof({ weight: 3, arbitrary: made.arbitrary }, { weight: 1, arbitrary: shown.arbitrary })
  return values(arbitrary, made.size)
}
