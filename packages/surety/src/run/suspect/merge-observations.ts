import type { Suspicion } from './suspicions.ts'
import type { Observation } from '../evidence/observe.ts'

/**
 * What counts of both passes. Where the tool could not be called alone, what was seen first stands: a server that does
 * not start again says nothing about the tool. Hidden calls are seen in other processes than effects. And answers that differed back to
 * back in one process, with nothing else under way, did differ, whether or not chance repeats it.
 */
export function mergeObservations(
  alone: Observation,
  first: Observation,
  suspicions: Suspicion | undefined,
  nextId: () => number,
): Observation {
  if (alone.calls.length === 0) return first
  const { calls: own, nestedCalls, mutations } = first
  const known = suspicions?.hasHiddenCalls === true ? alone : { ...alone, nestedCalls, mutations }
  if (suspicions?.nonDeterministic !== true) return known
  const bases = own.filter(({ planned }) => planned.base === undefined)
  const kept = bases.flatMap((base) => {
    const id = nextId()
    const repeats = own.filter(
      ({ planned, process }) =>
        planned.purpose === 'repeat' && planned.base === base.planned.id && process === base.process,
    )
    // Its expectations were judged alone: here it only stands to be compared.
    const again = { ...base, planned: { ...base.planned, id, purpose: 'generated' as const } }
    return [again, ...repeats.map((one) => ({ ...one, planned: { ...one.planned, id: nextId(), base: id } }))]
  })
  return { ...known, calls: [...known.calls, ...kept] }
}
