import { canonicalJson } from '@surety/tool-contracts/tools'
import type { Reply } from '../connect/session.ts'
import type { Repetition, RepetitionStep } from '../judge/evidence.ts'
import { type Launch, isContained } from './launch.ts'
import { startServer } from './start-server.ts'
import type { Observation } from './observe.ts'
import type { Performed } from './perform.ts'
import type { Subject } from './subject.ts'

const RUNS = 2
const STEPS = 3

/** What repeats of a call did, for a tool that claims they change nothing further. */
export async function repetitionOf(
  launch: Launch,
  subject: Subject,
  seen: Observation,
  settleMs: number,
): Promise<Repetition | undefined> {
  if (!claimsIdempotency(subject)) return undefined
  const repeats = seen.calls.filter(({ planned, reply }) => planned.purpose === 'repeat' && reply.kind === 'result')
  const [first] = repeats
  if (first !== undefined && seen.effects.length === 0 && repeats.every((repeat) => isSteady(repeat, seen)))
    return { input: first.planned.input, runs: [] }
  const repetition = tried.get(subject) ?? repeatAlone(launch, subject, settleMs)
  tried.set(subject, repetition)
  return repetition
}

/** Whatever else is seen of a tool, what it does alone stays the same: it is tried once. */
const tried = new WeakMap<Subject, Promise<Repetition | undefined>>()

function claimsIdempotency({ contract, listed }: Subject): boolean {
  const { idempotentHint, readOnlyHint } = listed.annotations ?? {}
  return contract?.idempotent ?? (idempotentHint === true && readOnlyHint !== true)
}

function isSteady({ planned: { base }, reply }: Performed, { calls }: Observation): boolean {
  return calls.some(({ planned, reply: other }) => planned.id === base && resultText(other) === resultText(reply))
}

function resultText(reply: Reply): string {
  return reply.kind === 'result' ? canonicalText(reply.result) : reply.kind
}

/** The same call again and again, in processes of their own: does a repeat have a further effect? */
async function repeatAlone(launch: Launch, subject: Subject, settleMs: number): Promise<Repetition | undefined> {
  const call = subject.plan.calls.find(({ base, test }) => base === undefined && test?.expect?.error === undefined)
  if (call === undefined || !isContained(launch)) return undefined
  const run = async (): Promise<RepetitionStep[]> => {
    const started = await startServer(launch, call.profile, 'unwatched')
    if (!started.ok) return []
    const { process } = started
    const steps: RepetitionStep[] = []
    for (let step = 0; step < STEPS; step++) {
      const reply = await process.call(subject.tool, call.input, subject.limits)
      if (reply.kind !== 'result') break
      await process.settle(settleMs)
      const { _meta, ...answer } = reply.result
      steps.push({ answer: canonicalText(answer), ...(await process.state()) })
    }
    await process.end()
    return steps
  }
  return { input: call.input, runs: await Promise.all(Array.from({ length: RUNS }, run)) }
}

function canonicalText(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    return JSON.stringify(value)
  }
}
