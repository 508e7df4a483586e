import type { Json } from '@surety/tool-contracts/tools'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import { withSemanticTypes } from '../../author/schema/semantic-schema.ts'
import { arbitraryOf } from '../../inputs/arbitrary.ts'
import { sampleInputs } from '../../inputs/sample.ts'
import { shrinkInput } from '../../inputs/shrink.ts'
import { invalidateAll } from '../../inputs/invalidate-all.ts'
import type { CompiledTool } from '../module.ts'
import { withMoreKeys } from './with-more-keys.ts'

/** Does a value conform to a schema and to what its fields mean? */
export type Accepts = (value: Json) => boolean

/** Undefined where there is no schema, or none that can be used. */
export function acceptsOf(tool: CompiledTool, side: 'input' | 'output'): Accepts | undefined {
  const compiled = compileSchema(side === 'input' ? tool.inputSchema : tool.outputSchema)
  const schema = compiled.ok ? withSemanticTypes(compiled.schema, tool.semanticTypes[side]) : undefined
  return schema === undefined ? undefined : (value) => schema.parse(value).ok
}

interface Sought {
  /** What the values are made from. */
  readonly schema: unknown
  readonly isAllowed: Accepts
  readonly isRefused: Accepts
  /** Values that are likely to be refused, and tried first. */
  readonly likely: readonly Json[]
  /** A schema from which values that it almost allows are made as well. */
  readonly near?: unknown
  readonly isObject: boolean
}

const SAMPLES = 60
const FAULTS = 200
const MAX_TRIES = 400
const MOST_EXTENDED = 5000

/** The simplest value found that is allowed and refused at once; undefined where none was found. Always the same for the same schemas. */
export async function counterexample(sought: Sought): Promise<Json | undefined> {
  const { schema, isAllowed, isRefused } = sought
  const isWitness: Accepts = (value) => isAllowed(value) && isRefused(value)
  const found = firstOf(candidates(sought), isWitness)
  if (found === undefined) return undefined
  return shrinkInput(schema, found, async (value) => isWitness(value), { maxCalls: MAX_TRIES, validate: isAllowed })
}

/** Those that are likely first. */
function* candidates({ schema, isAllowed, near, isObject, likely }: Sought): Generator<Json> {
  yield* likely
  const made = arbitraryOf(schema, { validate: isAllowed, ...(isObject && { type: 'object' as const }) })
  if (!made.ok) return
  const samples = sampleInputs(made, { seed: 1, count: SAMPLES })
  yield* samples
  if (near === undefined) return
  for (const { input } of invalidateAll(near, samples, { limit: FAULTS, asText: true }).invalid) yield input
  let left = MOST_EXTENDED
  for (const value of samples)
    for (const extended of withMoreKeys(value, near)) {
      if (left-- === 0) return
      yield extended
    }
}

function firstOf(values: Iterable<Json>, isSought: Accepts): Json | undefined {
  for (const value of values) if (isSought(value)) return value
  return undefined
}
