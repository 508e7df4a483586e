import { setTimeout as pause } from 'node:timers/promises'
import type { Launch } from './launch.ts'
import { makePass } from './make-pass.ts'
import { NO_PASS, type Pass, type PassOptions, joined } from './pass.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'
import { freshTasks, tasksOf } from './tasks.ts'

/** How often more a doubtful answer is asked for, and how often it is looked for what a tool hides: either may come by chance. */
const MORE_REPEATS = 12
const MORE_BASES = 3
const MORE_LOOKS = 3

export interface Alone {
  readonly launch: Launch
  readonly options: Omit<PassOptions, 'watch' | 'workers'>
  readonly nextId: () => number
}

/** The tool in processes of its own: whatever happens there, nobody else did it. */
export async function examine(subject: Subject, doubts: Doubts, alone: Alone): Promise<Pass> {
  const { launch, options, nextId } = alone
  const settled = { ...options, workers: 1 }
  const late = await retryUnwatched(launch, subject, doubts.timedOut, settled)
  const inTime = late.performed.every(({ reply }) => reply.kind !== 'timeout')
  const lost = inTime ? new Set<number>() : familyOf(doubts.timedOut)
  const calls = subject.plan.calls.filter(
    (call) => !lost.has(call.id) && !(call.base !== undefined && lost.has(call.base)),
  )
  const planned = doubts.unsteady ? [...calls, ...moreRepeats(calls, nextId)] : calls
  const [own, fresh] = await Promise.all([
    callTraced(launch, tasksOf(subject, inOrder(planned)), settled),
    lookInside(subject, calls, doubts.hidden ? MORE_LOOKS : Number(doubts.unsteady), alone),
  ])
  return joined([inTime ? NO_PASS : late, own, fresh, doubts.timely ? await callLater(subject, calls, alone) : NO_PASS])
}

/** Traced, unless it answers in time only without a tracer: then nobody sees what it does, but what it answers. */
async function callTraced(launch: Launch, tasks: readonly Task[], options: Omit<PassOptions, 'watch'>): Promise<Pass> {
  const traced = await makePass(launch, tasks, { ...options, watch: 'traced' })
  const isHindered = launch.layers.L2.works && traced.performed.some(({ reply }) => reply.kind === 'timeout')
  if (!isHindered) return traced
  return makePass(launch, tasks, { ...options, watch: 'unwatched' })
}

/** Each time in a fresh process; it is waited once for what comes after the answers. */
async function lookInside(
  subject: Subject,
  calls: readonly PlannedCall[],
  times: number,
  { launch, options, nextId }: Alone,
): Promise<Pass> {
  const passes: Pass[] = []
  for (let look = 0; look < times; look += 1) {
    const settleMs = look === 0 ? options.settleMs : 0
    const tasks = freshTasks(subject, calls, nextId)
    passes.push(await makePass(launch, tasks, { ...options, settleMs, workers: 1, watch: 'spied' }))
  }
  return joined(passes)
}

/** By then a clock of seconds has moved on. */
const LATER_MS = 1100

async function callLater(
  subject: Subject,
  calls: readonly PlannedCall[],
  { launch, options, nextId }: Alone,
): Promise<Pass> {
  await pause(LATER_MS)
  const tasks = freshTasks(subject, calls, nextId)
  return makePass(launch, tasks, { ...options, workers: 1, watch: 'unwatched', settleMs: 0 })
}

export interface Doubts {
  /** Calls that had no answer in time under the tracer. */
  readonly timedOut: readonly PlannedCall[]
  /** Its answers differed. */
  readonly unsteady: boolean
  /** It called others, or changed its input. */
  readonly hidden: boolean
  /** It promises the same answer always, and tells the time. */
  readonly timely: boolean
}

export const NO_DOUBTS: Doubts = { timedOut: [], unsteady: false, hidden: false, timely: false }

/** A tracer slows a server down; only what is late without one is late. */
async function retryUnwatched(
  launch: Launch,
  subject: Subject,
  [first]: readonly PlannedCall[],
  options: Omit<PassOptions, 'watch'>,
): Promise<Pass> {
  if (first === undefined) return NO_PASS
  const task: Task = { subject, profile: first.profile, calls: [first] }
  return makePass(launch, [task], { ...options, watch: 'unwatched', settleMs: 0 })
}

function familyOf(calls: readonly PlannedCall[]): Set<number> {
  return new Set(calls.flatMap(({ id, base }) => (base === undefined ? [id] : [id, base])))
}

function moreRepeats(calls: readonly PlannedCall[], nextId: () => number): PlannedCall[] {
  const bases = calls.filter(({ base }) => base === undefined).slice(0, MORE_BASES)
  return bases.flatMap((call) =>
    Array.from({ length: MORE_REPEATS }, () => ({ ...call, id: nextId(), purpose: 'repeat' as const, base: call.id })),
  )
}

/** Repeats right behind the call they repeat: nothing in between can explain a difference. */
function inOrder(calls: readonly PlannedCall[]): PlannedCall[] {
  const bases = calls.filter(({ base }) => base === undefined)
  const rest = calls.filter(({ base, purpose }) => base !== undefined && purpose !== 'repeat')
  const family = bases.flatMap((call) => [
    call,
    ...calls.filter(({ base, purpose }) => base === call.id && purpose === 'repeat'),
  ])
  return [...family, ...rest]
}
