import * as fc from 'fast-check'
import type { Inputs } from './arbitrary.ts'
import { distinct, type Json } from './json.ts'

export interface SampleOptions {
  readonly seed: number
  readonly count: number
}

/** Inputs to call a tool with, no two the same: ordinary ones first, then by chance; the same for the same seed. */
export function sampleInputs(
  inputs: Pick<Inputs, 'arbitrary' | 'typical'>,
  { seed, count }: SampleOptions,
): readonly Json[] {
  // Few schemas have only as many values as that; where they do, fewer are returned.
  const drawn = fc.sample(inputs.arbitrary, { seed, numRuns: count * 4 })
  return distinct([...inputs.typical, ...drawn]).slice(0, count)
}
