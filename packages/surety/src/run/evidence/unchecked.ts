import type { Unchecked } from '../../judge/evidence.ts'
import type { Uncalled } from '../call/pass.ts'
import type { Subject } from '../plan/subject.ts'
import { type Unmeasured, unmeasuredOf } from './unmeasured.ts'

/** What the calls of a tool leave unchecked; `missed` are those for which no process could be started. */
export function uncheckedOf(
  subject: Subject,
  missed: readonly Uncalled[],
  unmeasured: Unmeasured | undefined,
): readonly Unchecked[] {
  return [
    ...untested(missed),
    ...invalidInputsNotTried(subject),
    ...unresolved(subject),
    ...unmeasuredOf(subject, unmeasured),
  ]
}

function untested(missed: readonly Uncalled[]): readonly Unchecked[] {
  const test = missed.find(({ planned, hasRun }) => planned.purpose === 'test' && hasRun)
  return test === undefined ? [] : [{ promise: 'tests', code: 'E004', reason: test.reason }]
}

/** Wrong inputs that were not tried, of a contract that has an input schema. */
function invalidInputsNotTried({
  contract,
  plan: { invalidInputsNotTried: reason, mayCallOnlyOnce },
}: Subject): readonly Unchecked[] {
  if (contract?.inputSchema === undefined || reason === undefined) return []
  const fix = mayCallOnlyOnce ? {} : { fix: 'Add a test whose input has these properties.' }
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
