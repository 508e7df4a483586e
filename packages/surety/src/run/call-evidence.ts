import type { Json } from '@surety/tool-contracts/tools'
import type { Noise } from '../connect/session.ts'
import type { CallEvidence } from '../judge/call-evidence.ts'
import { deathOf } from './answer.ts'
import type { Performed } from './perform.ts'
import { readingOf } from './reading.ts'
import type { ServerProcess } from './server-process.ts'

interface Around {
  readonly processes: readonly ServerProcess[]
  readonly acceptedNeighbours: ReadonlyMap<number, Json>
}

/** A call as the rules see it. */
export async function callEvidence(performed: Performed, around: Around): Promise<CallEvidence> {
  const { planned } = performed
  const { answer, broken } = await readingOf(performed)
  const process = around.processes.find(({ number }) => number === performed.process)
  const diedAfter = deathAfter(performed)
  const acceptedVariant = around.acceptedNeighbours.get(planned.id)
  return {
    id: planned.id,
    purpose: planned.purpose,
    input: planned.input,
    test: planned.test?.name,
    testAt: planned.test?.at,
    base: planned.base,
    expectsError: planned.purpose === 'test' && planned.test?.expect?.error !== undefined,
    ignorePaths: planned.test?.ignorePaths ?? [],
    variation: planned.variation,
    process: performed.process,
    answer,
    durationMs: performed.tookMs,
    noise: (process?.noise ?? []).filter((noise) => isDuring(noise, performed)).map(({ line }) => line),
    broken,
    ...(diedAfter !== undefined && { diedAfter }),
    ...(acceptedVariant !== undefined && { acceptedVariant }),
  }
}

/** How the server ended by itself after the answer, if it did; one that took too much memory was ended. */
function deathAfter({ reply, exit }: Performed): CallEvidence['diedAfter'] {
  if (exit === undefined || exit.overMemory !== undefined || reply.kind === 'closed') return undefined
  return deathOf(exit)
}

/** A spoilt input that was accepted counts only if it really breaks the schema. */
export function isMisjudged({ planned: { purpose, input }, reply, subject }: Performed): boolean {
  if (purpose !== 'spoiled' || reply.kind !== 'result' || reply.result['isError'] === true) return false
  return subject.input === undefined || subject.input.parse(input).ok
}

export function isDuring({ at }: Noise, { reply }: Performed): boolean {
  return at >= reply.sentAt && at <= reply.endedAt
}
