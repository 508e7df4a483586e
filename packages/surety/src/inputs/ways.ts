import { type JsonObject, isList } from '@surety/tool-contracts/tools'
import { at } from './json.ts'
import { isSchema, type Root, type Schema, schemasAt } from './schema.ts'
import { commonTypes } from './types.ts'

/** One way to satisfy a schema: every alternative decided, so that these nodes hold side by side. */
export type Way = readonly JsonObject[]

export interface Ways {
  readonly ways: readonly Way[]
  /** Why some of the ways, or all, cannot be taken. */
  readonly problems: readonly string[]
}

const MAX_WAYS = 32

/** Stands for the ways of a schema that are being looked for: to need them means to go in circles. */
const OPEN: readonly Way[] = []

/** What asks for nothing. */
const ANY: readonly Way[] = [[]]

/** The ways to satisfy all the schemas at once; keywords that take something away (`not`, `oneOf`) are left to a check. */
export function waysOf(root: Root, schemas: readonly Schema[]): Ways {
  const problems: string[] = []
  const known = new Map<JsonObject, readonly Way[]>()

  function all(schemas: readonly Schema[]): readonly Way[] {
    return schemas.reduce<readonly Way[]>((ways, schema) => (ways.length === 0 ? ways : both(ways, one(schema))), ANY)
  }

  function any(schemas: readonly Schema[]): readonly Way[] {
    return schemas.flatMap((schema) => one(schema)).slice(0, MAX_WAYS)
  }

  function one(schema: Schema): readonly Way[] {
    if (typeof schema === 'boolean') return schema ? ANY : []
    const before = known.get(schema)
    if (before === OPEN) problems.push('it refers to itself without an end')
    if (before !== undefined) return before
    known.set(schema, OPEN)
    const ways = [references, conjunction, alternatives, condition].reduce<readonly Way[]>(
      (ways, part) => (ways.length === 0 ? ways : both(ways, part(schema))),
      // None, if it allows no type at all.
      both(ANY, [[schema]]),
    )
    known.set(schema, ways)
    return ways
  }

  function references(node: JsonObject): readonly Way[] {
    const reference = at(node, '$ref') ?? at(node, '$dynamicRef')
    if (typeof reference !== 'string') return ANY
    const target = root.resolve(reference)
    if (target !== undefined) return one(target)
    problems.push(`it refers to ${JSON.stringify(reference.slice(0, 100))}, which is not in the schema`)
    return []
  }

  function conjunction(node: JsonObject): readonly Way[] {
    return all(schemasAt(node, 'allOf'))
  }

  function alternatives(node: JsonObject): readonly Way[] {
    const listed = ['anyOf', 'oneOf'].filter((key) => isList(at(node, key)))
    return listed.map((key) => any(schemasAt(node, key))).reduce(both, ANY)
  }

  function condition(node: JsonObject): readonly Way[] {
    const [asked, met, unmet] = [at(node, 'if'), at(node, 'then') ?? true, at(node, 'else') ?? true]
    if (!isSchema(asked) || !isSchema(met) || !isSchema(unmet)) return ANY
    return [...all([asked, met]), ...one(unmet)]
  }

  return { ways: all(schemas), problems }
}

/** Every pair of ways that one value could go. */
function both(a: readonly Way[], b: readonly Way[]): readonly Way[] {
  if (b === ANY) return a
  const pairs: Way[] = []
  for (const left of a)
    for (const right of b) {
      if (pairs.length >= MAX_WAYS) return pairs
      const way = [...new Set([...left, ...right])]
      if (commonTypes(way).length > 0) pairs.push(way)
    }
  return pairs
}
