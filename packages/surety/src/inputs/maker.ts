import { type Made, type MakePart, none, type Wish } from './made.ts'
import type { Root, Schema } from './schema.ts'
import { valuesOf } from './values-of.ts'

/** Makes values that satisfy all the schemas. */
export type Maker = (schemas: readonly Schema[], wish: Wish) => Made

/** Optional parts are made this deep; deeper down values have only what they must. */
const MAX_DEPTH = 4
const TALLEST = 20
const MAX_WORK = 50_000
const TOO_TALL = none(`it refers to itself without an end, or nests more than ${TALLEST} levels deep`)

/** Makes values of any part of one schema: each part once for every depth, and with bounded work. */
export function createMaker(root: Root): Maker {
  const numbers = new Map<Schema, number>()
  const known = new Map<string, { readonly made: Made; readonly cut: boolean }>()
  let work = 0
  /** How often something failed for want of levels: with more of them it may succeed. */
  let cuts = 0

  function make(schemas: readonly Schema[], wish: Wish, levels: number): Made {
    if (wish.keys === 'required' || levels === 0) return least(schemas, wish.plain, TALLEST)
    return once(schemas, wish, levels)
  }

  /** The values of least height: what refers to itself must end somewhere, and there it ends soonest. */
  function least(schemas: readonly Schema[], plain: boolean, tallest: number): Made {
    let made: Made = TOO_TALL
    for (let height = 0; height <= tallest; height++) {
      const before = cuts
      made = once(schemas, { keys: 'required', plain }, height)
      if (made.ok || cuts === before) return made
    }
    cuts++
    return made
  }

  function once(schemas: readonly Schema[], wish: Wish, levels: number): Made {
    const key = [...schemas.map(numberOf), wish.keys, wish.plain, levels].join()
    const found = known.get(key)
    if (found?.cut === true) cuts++
    if (found !== undefined) return found.made
    if (++work > MAX_WORK) return none('it is too entangled to make values for')
    const before = cuts
    const part: MakePart = (schemas, keys = wish.keys) =>
      wish.keys === 'required' ? least(schemas, wish.plain, levels - 1) : make(schemas, { ...wish, keys }, levels - 1)
    const made = valuesOf(schemas, { root, wish, part, spend: (cost) => (work += cost) })
    known.set(key, { made, cut: cuts > before })
    return made
  }

  function numberOf(schema: Schema): number {
    const number = numbers.get(schema) ?? numbers.size
    numbers.set(schema, number)
    return number
  }

  return (schemas, wish) => make(schemas, wish, MAX_DEPTH)
}
