import { type Json, isRecord } from '@surety/tool-contracts/tools'
import { fits } from './fits.ts'
import { at, objectAt } from './json.ts'
import { pointerOf, put } from './path.ts'
import { type Position, positionsIn } from './positions.ts'
import { openSchema, type Root } from './schema.ts'

/** An input with one default written out that it left to the tool. */
export interface WrittenDefault {
  readonly input: Json
  /** JSON pointer to the property. */
  readonly path: string
  readonly value: Json
}

/** For each property that has a default and is left out: the same input with that default in it. */
export function writeDefaults(schema: unknown, input: Json): readonly WrittenDefault[] {
  const opened = openSchema(schema)
  if (!opened.ok) return []
  const { root } = opened
  return positionsIn(root, input)
    .flatMap((position) =>
      [...defaultsAt(root, position)].map(([key, value]) => ({ path: [...position.path, key], value })),
    )
    .map(({ path, value }) => ({ input: put(input, path, value), path: pointerOf(path), value }))
    .filter((written) => fits(root, root.schema, written.input))
}

function defaultsAt(root: Root, { value, nodes }: Position): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>()
  if (!isRecord(value)) return found
  for (const node of nodes)
    for (const [key, property] of Object.entries(objectAt(node, 'properties'))) {
      if (Object.hasOwn(value, key) || found.has(key)) continue
      const stated = defaultOf(root, property, new Set())
      if (stated !== undefined) found.set(key, stated)
    }
  return found
}

/** Its own, or that of the schema it refers to. */
function defaultOf(root: Root, schema: Json | undefined, seen: Set<Json>): Json | undefined {
  if (!isRecord(schema) || seen.has(schema)) return undefined
  seen.add(schema)
  const { $ref: reference } = schema
  const stated = at(schema, 'default')
  if (stated !== undefined || typeof reference !== 'string') return stated
  return defaultOf(root, root.resolve(reference), seen)
}
