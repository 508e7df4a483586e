import { canonicalJson } from '@surety/tool-contracts/tools'
import type { Reply } from '../../connect/session.ts'
import type { Repetition, RepetitionStep } from '../../judge/evidence.ts'
import type { Observation } from '../evidence/observe.ts'
import type { Performed } from '../call/perform.ts'
import type { Repetitions } from '../evidence/evidence-of.ts'
import { pool } from '../pool.ts'
import type { ServerUnderTest } from '../call/server-under-test.ts'
import type { Subject } from '../plan/subject.ts'

/** Each has two processes. */
const AT_ONCE = 4
const RUNS = 2
const STEPS = 3

/** Repeats a call of each tool that claims idempotency, in processes of its own; what was tried so before (`known`) is not tried again. */
export async function repeatCalls(
  server: ServerUnderTest,
  subjects: readonly Subject[],
  observationOf: (subject: Subject) => Observation,
  settleMs: number,
  known: Repetitions = new Map(),
): Promise<Repetitions> {
  const repeated = await pool(subjects, AT_ONCE, async (subject) => {
    const repetition = await repeatCall(server, subject, observationOf(subject), settleMs, known.get(subject))
    return repetition === undefined ? [] : [[subject, repetition] as const]
  })
  return new Map(repeated.flat())
}

/** A repetition that was already made is reused (`known`): other tools do not influence it. */
export async function repeatCall(
  server: ServerUnderTest,
  subject: Subject,
  seen: Observation,
  settleMs: number,
  known?: Repetition,
): Promise<Repetition | undefined> {
  if (!claimsIdempotency(subject)) return undefined
  const repeats = seen.calls.filter(({ planned, reply }) => planned.purpose === 'repeat' && reply.kind === 'result')
  const [first] = repeats
  if (first !== undefined && seen.effects.length === 0 && repeats.every((repeat) => answersLikeItsBase(repeat, seen)))
    return { input: first.planned.input, runs: [] }
  return known !== undefined && known.runs.length > 0 ? known : repeatAlone(server, subject, settleMs)
}

function claimsIdempotency({ contract, listed }: Subject): boolean {
  const { idempotentHint, readOnlyHint } = listed.annotations ?? {}
  return contract?.idempotent ?? (idempotentHint === true && readOnlyHint !== true)
}

function answersLikeItsBase({ planned: { base }, reply }: Performed, { calls }: Observation): boolean {
  return calls.some(({ planned, reply: other }) => planned.id === base && resultText(other) === resultText(reply))
}

function resultText(reply: Reply): string {
  return reply.kind === 'result' ? canonicalText(reply.result) : reply.kind
}

/** The same call again and again, in processes of their own: does a repeat have a further effect? */
async function repeatAlone(
  server: ServerUnderTest,
  subject: Subject,
  settleMs: number,
): Promise<Repetition | undefined> {
  const call = subject.plan.calls.find(({ base, test }) => base === undefined && test?.expect?.error === undefined)
  if (call === undefined || !server.isContained) return undefined
  const run = async (): Promise<RepetitionStep[]> => {
    const started = await server.start(call.profile, 'unwatched')
    if (!started.ok) return []
    const { process } = started
    const steps: RepetitionStep[] = []
    for (let step = 0; step < STEPS; step++) {
      const reply = await server.stop.unlessStopped(process.call(subject.tool, call.input, subject.limits))
      if (reply?.kind !== 'result') break
      await process.settle(settleMs)
      const { _meta, ...answer } = reply.result
      steps.push({ answer: canonicalText(answer), ...(await process.state()) })
    }
    await process.end()
    return steps
  }
  const runs = await Promise.all(Array.from({ length: RUNS }, run))
  return server.stop.reason === undefined ? { input: call.input, runs } : undefined
}

function canonicalText(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    return JSON.stringify(value)
  }
}
