import { type Json, isRecord } from '@surety/tool-contracts/tools'
import { boundaryValues } from './boundary-values.ts'
import { distinct, sameJson } from './json.ts'
import type { Maker } from './maker.ts'
import { type Path, put } from './path.ts'
import { positionsIn } from './positions.ts'
import type { Root } from './schema.ts'

export interface BoundaryOptions {
  readonly isValid: (input: Json) => boolean
  readonly count: number
}

interface Place {
  readonly path: Path
  readonly value: Json
  /** The boundary values that no input has had there yet. */
  readonly left: Json[]
}

const MAX_PLACES = 60
const MAX_CHARACTERS = 50_000

/**
 * Inputs that have a boundary value in as many places as can be at once: all small ends first, then all large ends, then
 * whatever else there is, until every place had all of its own.
 */
export function boundaryInputs(
  root: Root,
  make: Maker,
  base: Json,
  { isValid, count }: BoundaryOptions,
): readonly Json[] {
  const isUsable = (input: Json): boolean => JSON.stringify(input).length <= MAX_CHARACTERS && isValid(input)
  if (!isUsable(base)) return []
  const places = positionsIn(root, base)
    .slice(0, MAX_PLACES)
    .map((position, nth) => ({
      path: position.path,
      value: position.value,
      left: [
        // An object as a whole waits until its parts had their ends.
        ...(isRecord(position.value) ? [position.value, position.value] : []),
        ...distinct(boundaryValues(root, make, position, nth)).filter((value) =>
          isUsable(put(base, position.path, value)),
        ),
      ],
    }))
  const inputs: Json[] = []
  while (inputs.length < count && places.some(({ left }) => left.length > 0))
    inputs.push(nextInput(base, places, isUsable))
  return inputs
}

/** Takes the next value of each place that can have it beside those before it, and has no part in them. */
function nextInput(base: Json, places: readonly Place[], isUsable: (input: Json) => boolean): Json {
  let input = base
  const taken: Path[] = []
  for (const { path, value, left } of places) {
    const [boundary] = left
    if (boundary === undefined || taken.some((outer) => isWithin(path, outer))) continue
    const next = put(input, path, boundary)
    if (!isUsable(next)) continue
    left.shift()
    if (sameJson(boundary, value)) continue
    input = next
    taken.push(path)
  }
  return input
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step)
}
