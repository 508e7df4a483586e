import type { Arbitrary } from 'fast-check'
import type { Json } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import type { Schema } from './schema.ts'

/** Values of a schema, or why there are none to be had. */
export type Made = Values | NoValues

export interface Values {
  readonly ok: true
  readonly arbitrary: Arbitrary<Json>
  /** About how many parts its larger values have. */
  readonly size: number
}

export interface NoValues {
  readonly ok: false
  readonly reason: string
}

/** Which values are wanted. */
export interface Wish {
  /** Optional keys: a chance selection, all, or none. */
  readonly keys: 'some' | 'all' | 'required'
  /** The most ordinary value of each kind instead of chance. */
  readonly plain: boolean
}

/** Makes the values of a part, one level deeper. */
export type MakePart = (schemas: readonly Schema[], keys?: Wish['keys']) => Made

/** Above this a value is too large to be worth a call. */
export const LARGEST = 2_000
/** Optional parts stop being added here. */
export const LARGE = 200

const SEED = 1

export function values(arbitrary: Arbitrary<Json>, size = 1): Values {
  return { ok: true, arbitrary, size }
}

export function none(reason: string): NoValues {
  return { ok: false, reason }
}

/** The reason of a part, with the part named, unless it is named well enough. */
export function noneIn(part: string, { reason }: NoValues): NoValues {
  return none(reason.length > 100 ? reason : `${part}: ${reason}`)
}

/** One of these values; the reason of the first that has none when all have none. */
export function oneOf(alternatives: readonly Made[], otherwise: string): Made {
  const made = alternatives.filter((alternative) => alternative.ok)
  const [first, ...others] = made
  if (first === undefined) return none(alternatives.find((alternative) => !alternative.ok)?.reason ?? otherwise)
  if (others.length === 0) return first
  return values(fc().oneof(...made.map(({ arbitrary }) => arbitrary)), Math.max(...made.map(({ size }) => size)))
}

/** Only the values that pass, with a bounded search; where few do, only those that the search has found. */
export function narrow(made: Values, passes: (value: Json) => boolean): Made {
  const { arbitrary, size } = made
  const few = fc().sample(arbitrary, { seed: SEED, numRuns: 8 })
  const drawn = few.filter(passes).length >= 4 ? few : fc().sample(arbitrary, { seed: SEED, numRuns: tries(size) })
  const found = drawn.filter(passes)
  if (found.length === 0) return none(`no valid one was found among ${drawn.length} values`)
  const spare = fc().constantFrom(...found)
  if (found.length * 4 < drawn.length) return values(spare, size)
  const chosen = fc()
    .tuple(arbitrary, arbitrary, spare)
    .map((candidates) => candidates.find(passes) ?? candidates[2])
  return values(chosen, size)
}

function tries(size: number): number {
  return Math.max(20, Math.min(200, Math.floor(10_000 / size)))
}
