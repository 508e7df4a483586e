import type { Exit } from '../../sandbox/cell.ts'
import { isWorthStart, spareCore } from '../process/scaling.ts'
import type { Launch } from '../process/launch.ts'
import { NO_PASS, type Pass, type PassOptions, type Uncalled, mergePasses } from './pass.ts'
import { type Performed, SLOW_MS, perform, tookMs } from './perform.ts'
import { ServerSlot } from '../process/server-slot.ts'
import type { PlannedCall, Task } from '../plan/subject.ts'

/** How often to ask whether one more process is worth starting: a core is idle, and the remaining work takes several starts. */
const SCALE_MS = 500

/** Works off the tasks of one kind of process; where that takes long, more processes join in. */
export async function runQueue(
  launch: Launch,
  tasks: readonly Task[],
  options: PassOptions,
  warm: readonly ServerSlot[],
): Promise<Pass> {
  const [first] = tasks
  if (first === undefined) return NO_PASS
  const queue = [...tasks]
  const newSlot = (): ServerSlot => new ServerSlot(launch, first.profile, options.watch, options.quietMs)
  const [slot = newSlot(), ...further] = warm
  await slot.ensureStarted()
  const lanes = [runLane(slot, queue, options), ...further.map((one) => joinIn(one, queue, options))]
  const began = performance.now()
  const hasSpareCore = spareCore()
  const scaling = setInterval(() => {
    if (lanes.length >= options.workers) return
    const perTask = (performance.now() - began) / (tasks.length - queue.length)
    const isWorth = hasSpareCore() && isWorthStart(perTask * queue.length, slot.startMs)
    if (isWorth) lanes.push(joinIn(newSlot(), queue, options))
  }, SCALE_MS)
  const passes: Pass[] = []
  // Lanes that join while others are awaited are awaited too.
  for (const lane of lanes) passes.push(await lane)
  clearInterval(scaling)
  const uncalled = await Promise.all(queue.map((task) => callsLeft(task, [], slot)))
  return mergePasses([...passes, { ...NO_PASS, uncalled: uncalled.flat() }])
}

/** A further process helps if it starts beside the others, before all is done. */
async function joinIn(slot: ServerSlot, queue: Task[], options: PassOptions): Promise<Pass> {
  const isUp = queue.length > 0 && typeof (await slot.warmUp()) !== 'string'
  if (isUp && queue.length > 0) return runLane(slot, queue, options)
  await slot.end()
  return NO_PASS
}

/** Takes tasks until none is left, or the server does not start (again). */
async function runLane(slot: ServerSlot, queue: Task[], options: PassOptions): Promise<Pass> {
  const performed: Performed[] = []
  const uncalled: Uncalled[] = []
  for (let process = await slot.ensureStarted(); typeof process !== 'string'; process = await slot.ensureStarted()) {
    if (slot.stop.reason !== undefined) break
    await process.scan()
    const task = queue.shift()
    if (task === undefined) break
    const own = await perform(slot, task, () => options.progressCounter?.step(task.subject.tool))
    performed.push(...own)
    const later = laterCalls(task, own, slot)
    options.progressCounter?.plan(own.length + later.length - task.calls.length)
    if (later.length > 0) queue.push({ ...task, calls: later })
    else uncalled.push(...(await callsLeft(task, own, slot)))
  }
  const listings = await finish(slot, options)
  const death = await deathIn(slot)
  const last = death === undefined ? undefined : performed.pop()
  if (last !== undefined) performed.push({ ...last, exit: death })
  const process = await slot.current()
  if (typeof process === 'object') await process.leave()
  const ending = slot.end()
  if (options.endsInBackground !== true) await ending
  return { performed, uncalled, processes: slot.processes, listings }
}

/** What a slow tool has yet to be asked once the others were called: after its first call and the repeats of that. */
function laterCalls({ calls }: Task, made: readonly Performed[], slot: ServerSlot): readonly PlannedCall[] {
  const [first] = made
  if (!slot.stop.isTimed || slot.stop.reason !== undefined) return []
  if (first === undefined || first.planned.base !== undefined || tookMs(first) < SLOW_MS) return []
  const isWell = made.every(({ reply: { kind } }) => kind === 'result' || kind === 'error')
  const isOnlyFirst = made.every(({ planned }) => planned === first.planned || planned.base === first.planned.id)
  if (!isWell || !isOnlyFirst) return []
  return calls.filter(({ id }) => !made.some(({ planned }) => planned.id === id))
}

/** How the server ended by itself after its last answer, if it did. */
async function deathIn(slot: ServerSlot): Promise<Exit | undefined> {
  const process = await slot.current()
  return typeof process === 'object' ? process.death : undefined
}

/** The calls of a task that were not made, where it is the server that does not start (again). */
async function callsLeft({ subject, calls }: Task, made: readonly Performed[], slot: ServerSlot): Promise<Uncalled[]> {
  const why =
    slot.stop.reason === undefined
      ? await whyNotCalled(slot)
      : { reason: slot.stop.words, hasRun: true, isCutOff: true as const }
  if (why === undefined) return []
  const left = calls.filter(({ id }) => !made.some(({ planned }) => planned.id === id))
  return left.map((planned) => ({ planned, subject, ...why }))
}

async function whyNotCalled(slot: ServerSlot): Promise<Omit<Uncalled, 'planned' | 'subject'> | undefined> {
  const process = await slot.current()
  if (typeof process !== 'string') return undefined
  return { reason: `The server did not start: ${process}`, hasRun: slot.processes.length > 0 }
}

/** Processes watched from outside are asked again what they list. */
async function finish(slot: ServerSlot, { settleMs, listTimeoutMs, watch }: PassOptions): Promise<Pass['listings']> {
  const process = await slot.current()
  if (typeof process !== 'object') return []
  if (typeof settleMs === 'function') await process.settle(0)
  await process.settle(typeof settleMs === 'function' ? settleMs(process) : settleMs)
  if (watch !== 'traced') return []
  const listed = await process.listAgain(listTimeoutMs)
  return listed === undefined ? [] : [listed]
}
