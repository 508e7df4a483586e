import type { Noise } from '../connect/session.ts'
import type { CallEvidence } from '../judge/call-evidence.ts'
import type { Json } from '../judge/evidence.ts'
import type { Performed } from './perform.ts'
import { readingOf } from './reading.ts'
import type { ServerProcess } from './server-process.ts'

interface Around {
  readonly processes: readonly ServerProcess[]
  readonly acceptedNeighbours: ReadonlyMap<number, Json>
}

/** A call as the rules see it. */
export async function callEvidence(performed: Performed, around: Around): Promise<CallEvidence> {
  const { planned, exit } = performed
  const { answer, broken } = await readingOf(performed)
  const process = around.processes.find(({ number }) => number === performed.process)
  const acceptedVariant = around.acceptedNeighbours.get(planned.id)
  return {
    id: planned.id,
    purpose: planned.purpose,
    input: planned.input,
    test: planned.test?.name,
    testIndex: planned.testIndex,
    base: planned.base,
    expectsError: planned.purpose === 'test' && planned.test?.expect?.error !== undefined,
    ignorePaths: planned.test?.ignorePaths ?? [],
    variation: planned.variation,
    process: performed.process,
    answer,
    durationMs: performed.tookMs,
    noise: (process?.noise ?? []).filter((noise) => isDuring(noise, performed)).map(({ line }) => line),
    broken,
    ...(diesAfter(performed) && { diedAfter: { exitCode: exit?.code ?? null, signal: exit?.signal ?? null } }),
    ...(acceptedVariant !== undefined && { acceptedVariant }),
  }
}

/** Did the server end by itself after the answer? One that took too much memory was ended. */
function diesAfter({ reply, exit }: Performed): boolean {
  return exit !== undefined && exit.overMemory === undefined && reply.kind !== 'closed'
}

/** A spoilt input that was accepted counts only if it really breaks the schema. */
export function isMisjudged({ planned: { purpose, input }, reply, subject }: Performed): boolean {
  if (purpose !== 'spoiled' || reply.kind !== 'result' || reply.result['isError'] === true) return false
  return subject.input === undefined || subject.input.parse(input).ok
}

export function isDuring({ at }: Noise, { reply }: Performed): boolean {
  return at >= reply.sentAt && at <= reply.endedAt
}
