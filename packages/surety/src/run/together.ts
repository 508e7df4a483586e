import type { Doubts } from './alone.ts'
import type { Observation } from './observe.ts'

/**
 * What counts of both passes. Where the tool could not be called alone, what was seen first stands: a server that will
 * not start again clears nobody. Hidden calls are seen in other processes than effects. And answers that differed back to
 * back in one process, with nothing else under way, did differ, whether or not chance repeats it.
 */
export function together(
  alone: Observation,
  first: Observation,
  doubts: Doubts | undefined,
  nextId: () => number,
): Observation {
  if (alone.calls.length === 0) return first
  const { calls: own, nestedCalls, mutations } = first
  const known = doubts?.hidden === true ? alone : { ...alone, nestedCalls, mutations }
  if (doubts?.unsteady !== true) return known
  const bases = own.filter(({ planned }) => planned.base === undefined)
  const kept = bases.flatMap((base) => {
    const id = nextId()
    const repeats = own.filter(
      ({ planned, process, crowded }) =>
        planned.purpose === 'repeat' && planned.base === base.planned.id && process === base.process && !crowded,
    )
    // Its expectations were judged alone: here it only stands to be compared.
    const again = { ...base, planned: { ...base.planned, id, purpose: 'generated' as const } }
    return [again, ...repeats.map((one) => ({ ...one, planned: { ...one.planned, id: nextId(), base: id } }))]
  })
  return { ...known, calls: [...known.calls, ...kept] }
}
