import type { Noise } from '../../connect/session.ts'
import type { CallEvidence } from '../../judge/call-evidence.ts'
import { answerOf, deathOf } from '../call/answer.ts'
import type { AcceptedNeighbours } from '../call/neighbours.ts'
import { type Performed, tookMs } from '../call/perform.ts'
import { brokenPromises } from './promises.ts'
import type { ServerProcess } from '../process/server-process.ts'
import type { PlannedCall } from '../plan/subject.ts'

interface Around {
  readonly processes: readonly ServerProcess[]
  readonly acceptedNeighbours: AcceptedNeighbours
}

/** A call as the rules see it. */
export async function callEvidence(performed: Performed, around: Around): Promise<CallEvidence> {
  const { planned, subject } = performed
  const answer = answerOf(performed)
  const process = around.processes.find(({ number }) => number === performed.process)
  const diedAfter = deathAfter(performed)
  const acceptedVariants = around.acceptedNeighbours.get(planned.id)
  return {
    id: planned.id,
    purpose: planned.purpose,
    input: planned.input,
    test: planned.test?.name,
    testAt: planned.test?.at,
    base: planned.base,
    expectsError: planned.purpose === 'test' && planned.test?.expect?.error !== undefined,
    ...(planned.purpose === 'test' && expectedFailure(planned)),
    ignorePaths: planned.test?.ignorePaths ?? [],
    variation: planned.variation,
    process: performed.process,
    answer,
    durationMs: tookMs(performed),
    noise: (process?.noise ?? []).filter((noise) => isDuring(noise, performed)).map(({ line }) => line),
    broken: await brokenPromises(planned, answer, subject),
    ...(diedAfter !== undefined && { diedAfter }),
    ...(acceptedVariants !== undefined && { acceptedVariants }),
  }
}

/** An input that is to be refused is answered by an error, which no finding speaks of. */
function expectedFailure({ test }: PlannedCall): Pick<CallEvidence, 'expects'> {
  const { type, details = {} } = test?.expect?.error ?? {}
  if (test === undefined || type === undefined || type === 'input_validation') return {}
  return { expects: { type, at: [...test.at, 'expect', 'error'], details } }
}

/** How the server ended by itself after the answer, if it did; one that took too much memory was ended. */
function deathAfter({ reply, exit }: Performed): CallEvidence['diedAfter'] {
  if (exit === undefined || exit.overMemory !== undefined || reply.kind === 'closed') return undefined
  return deathOf(exit)
}

/** An invalid input that was accepted counts only if it really breaks the schema. */
export function isMisjudged({ planned: { purpose, input }, reply, subject }: Performed): boolean {
  if (purpose !== 'invalid' || reply.kind !== 'result' || reply.result['isError'] === true) return false
  return subject.input === undefined || subject.input.parse(input).ok
}

export function isDuring({ at }: Noise, { reply }: Performed): boolean {
  return at >= reply.sentAt && at <= reply.endedAt
}
