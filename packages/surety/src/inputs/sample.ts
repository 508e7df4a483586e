import type { Json } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import type { Inputs } from './arbitrary.ts'
import { distinct } from './json.ts'

export interface SampleOptions {
  readonly seed: number
  readonly count: number
}

/**
 * Inputs to call a tool with, no two the same: an ordinary one, the small end, the large end, one with everything, the
 * other boundaries, then by chance; the same for the same seed.
 */
export function sampleInputs(
  { arbitrary, typical, boundaries }: Pick<Inputs, 'arbitrary' | 'typical' | 'boundaries'>,
  { seed, count }: SampleOptions,
): readonly Json[] {
  const [small, large, ...others] = boundaries(count).map((input) => [input])
  const [ordinary, everything] = typical.map((input) => [input])
  // Few schemas have only as many values as that; where they do, fewer are returned.
  const drawn = fc().sample(arbitrary, { seed, numRuns: count * 4 })
  const inOrder = [ordinary, small, large, everything, ...others, drawn].flatMap((inputs) => inputs ?? [])
  return distinct(inOrder).slice(0, count)
}
