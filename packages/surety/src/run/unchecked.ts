import type { Unchecked } from '../judge/evidence.ts'
import type { Uncalled } from './pass.ts'
import type { ServerProcess } from './server-process.ts'
import type { Subject } from './subject.ts'

/**
 * What the calls of a tool leave unchecked; `missed` are those for which no process could be started, `processes` those
 * that the others were made in.
 */
export function uncheckedOf(
  subject: Subject,
  missed: readonly Uncalled[],
  processes: readonly Pick<ServerProcess, 'sightings'>[],
): readonly Unchecked[] {
  return [...untested(missed), ...unspoiled(subject), ...unresolved(subject), ...unmeasured(subject, processes)]
}

/** Memory that is in no process cannot be measured. */
function unmeasured(
  { contract }: Subject,
  processes: readonly Pick<ServerProcess, 'sightings'>[],
): readonly Unchecked[] {
  if (contract?.guarantees.memoryBytes === undefined) return []
  const reasons = processes.flatMap(({ sightings }) =>
    sightings.flatMap((one) => (one.kind === 'memory unseen' ? [one.reason] : [])),
  )
  return reasons.slice(0, 1).map((reason) => ({ promise: 'memory', code: 'E006', reason }))
}

function untested(missed: readonly Uncalled[]): readonly Unchecked[] {
  const test = missed.find(({ planned, hasRun }) => planned.purpose === 'test' && hasRun)
  return test === undefined ? [] : [{ promise: 'tests', code: 'E004', reason: test.reason }]
}

/** Wrong inputs that were not tried, of a contract that has an input schema. */
function unspoiled({ contract, plan: { unspoiled: reason, once } }: Subject): readonly Unchecked[] {
  if (contract?.inputSchema === undefined || reason === undefined) return []
  const fix = once ? {} : { fix: 'Add a test whose input has these properties.' }
  return [{ promise: 'input_schema', code: 'E008', reason, ...fix }]
}

/** A schema that a test names and nobody has; where the contract names it too, that is told as W021. */
function unresolved({ contract, output, contradicted }: Subject): readonly Unchecked[] {
  if (contract === undefined || output !== undefined || contract.outputSchema !== undefined) return []
  const test = contract.tests.find(
    ({ expect }, index) => expect?.outputSchema?.kind === 'name' && !contradicted.has(index),
  )
  if (test === undefined) return []
  const reason = `test '${test.name}' names an output schema, and the tool has none`
  return [
    { promise: 'tests', code: 'E007', reason, fix: 'Give the tool an output schema, or write it into the contract.' },
  ]
}
