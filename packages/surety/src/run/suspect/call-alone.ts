import { NO_PASS, type Pass, type PassOptions, mergePasses } from '../call/pass.ts'
import type { ServerUnderTest } from '../call/server-under-test.ts'
import type { PlannedCall, Subject, Task } from '../plan/subject.ts'
import { freshTasks, tasksOf } from '../plan/tasks.ts'
import type { Suspicion } from './suspicions.ts'
import { unmeasuredIn } from '../evidence/unmeasured.ts'

/** How often more an answer that differed is asked for, and how often the spy is set on what a tool hides: either may come by chance. */
const MORE_REPEATS = 12
const MORE_BASES = 3
const MORE_SPIED = 3
/** How often it is called, on a machine too busy to measure its memory each time. */
const MEASURED_TRIES = 4

/** What it takes to call a tool alone. */
export interface AloneOptions {
  readonly server: ServerUnderTest
  readonly options: Omit<PassOptions, 'watch' | 'workers'>
  readonly nextId: () => number
}

/** The tool in processes of its own: whatever happens there, nobody else did it. */
export async function callAlone(subject: Subject, suspicion: Suspicion, alone: AloneOptions): Promise<Pass> {
  const { server, options, nextId } = alone
  const inOneProcess = { ...options, workers: 1 }
  const late = await retryUnwatched(server, subject, suspicion.timedOut, inOneProcess)
  const inTime = late.performed.every(({ reply }) => reply.kind !== 'timeout')
  const skippedCalls = inTime ? new Set<number>() : idsWithBases(suspicion.timedOut)
  const calls = subject.plan.calls.filter(
    (call) => !skippedCalls.has(call.id) && !(call.base !== undefined && skippedCalls.has(call.base)),
  )
  const planned = suspicion.nonDeterministic ? [...calls, ...moreRepeats(calls, nextId)] : calls
  const [own, fresh] = await Promise.all([
    callTraced(server, tasksOf(subject, inOrder(planned)), inOneProcess),
    callSpied(subject, calls, suspicion.hasHiddenCalls ? MORE_SPIED : Number(suspicion.nonDeterministic), alone),
  ])
  return mergePasses([
    inTime ? NO_PASS : late,
    own,
    fresh,
    suspicion.dependsOnClock ? await callLater(subject, calls, alone) : NO_PASS,
  ])
}

/** Traced, unless it answers in time only without a tracer: then nobody sees what it does, but what it answers. */
async function callTraced(
  server: ServerUnderTest,
  tasks: readonly Task[],
  options: Omit<PassOptions, 'watch'>,
): Promise<Pass> {
  let traced = await server.call(tasks, { ...options, watch: 'traced' })
  for (let tries = 1; tries < MEASURED_TRIES && isUnmeasured(traced); tries += 1) {
    traced = await server.call(tasks, { ...options, watch: 'traced' })
  }
  const isHindered = server.isTraceable && traced.performed.some(({ reply }) => reply.kind === 'timeout')
  if (!isHindered) return traced
  return server.call(tasks, { ...options, watch: 'unwatched' })
}

/** Did nobody get to look at its memory for a while? */
function isUnmeasured(pass: Pass): boolean {
  return [...unmeasuredIn(pass).values()].some(({ isTemporary }) => isTemporary)
}

/** Each time in a fresh process; it is waited once for what comes after the answers. */
async function callSpied(
  subject: Subject,
  calls: readonly PlannedCall[],
  times: number,
  { server, options, nextId }: AloneOptions,
): Promise<Pass> {
  const passes: Pass[] = []
  for (let made = 0; made < times; made += 1) {
    const settleMs = made === 0 ? options.settleMs : 0
    const tasks = freshTasks(subject, calls, nextId)
    passes.push(await server.call(tasks, { ...options, settleMs, workers: 1, watch: 'spied' }))
  }
  return mergePasses(passes)
}

/** By then a clock of seconds has moved on. */
const LATER_MS = 1100

async function callLater(
  subject: Subject,
  calls: readonly PlannedCall[],
  { server, options, nextId }: AloneOptions,
): Promise<Pass> {
  await server.stop.pause(LATER_MS)
  const tasks = freshTasks(subject, calls, nextId)
  return server.call(tasks, { ...options, workers: 1, watch: 'unwatched', settleMs: 0 })
}

/** A tracer slows a server down; only what is late without one is late. */
async function retryUnwatched(
  server: ServerUnderTest,
  subject: Subject,
  [first]: readonly PlannedCall[],
  options: Omit<PassOptions, 'watch'>,
): Promise<Pass> {
  if (first === undefined) return NO_PASS
  const task: Task = { subject, profile: first.profile, calls: [first] }
  return server.call([task], { ...options, watch: 'unwatched', settleMs: 0 })
}

function idsWithBases(calls: readonly PlannedCall[]): Set<number> {
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
