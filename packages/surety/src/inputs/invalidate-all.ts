import type { Json } from '@surety/tool-contracts/tools'
import { propertiesOf } from './properties.ts'
import { type Invalidated, invalidations } from './invalidate.ts'

interface InvalidOne extends Invalidated {
  /** Which of the inputs was made invalid. */
  readonly of: number
}

interface InvalidatedAll {
  readonly invalid: readonly InvalidOne[]
  /** Properties of which not every fault is among them: no input has room for it, or there are too many. */
  readonly left: readonly string[]
}

/** Every fault of every property once, on the first input that has room for it; a fault of each property before the second of any. */
export function invalidateAll(
  schema: unknown,
  inputs: readonly Json[],
  options: { readonly limit: number; readonly asText: boolean },
): InvalidatedAll {
  const faults = new Map<string, InvalidOne>()
  const reached = new Set<string>()
  for (const [of, input] of inputs.entries()) {
    const { invalid, properties } = invalidations(schema, input, { ...options, limit: Infinity })
    for (const property of properties) reached.add(property)
    for (const fault of invalid) {
      const key = JSON.stringify([fault.property, fault.problem, fault.expected])
      if (!faults.has(key)) faults.set(key, { ...fault, of })
    }
  }
  const ordered = byTurns([...faults.values()])
  const cut = new Set(ordered.slice(options.limit).map(({ property }) => property))
  const left = propertiesOf(schema).filter((property) => !reached.has(property) || cut.has(property))
  return { invalid: ordered.slice(0, options.limit), left }
}

/** The first of each property, then the second of each, and so on. */
function byTurns(faults: readonly InvalidOne[]): readonly InvalidOne[] {
  const turns = new Map<string, number>()
  const placed = faults.map((fault) => {
    const turn = turns.get(fault.property) ?? 0
    turns.set(fault.property, turn + 1)
    return { fault, turn }
  })
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ fault }) => fault)
}
