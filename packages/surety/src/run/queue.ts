import type { Exit } from '../sandbox/cell.ts'
import { isWorthStart, spareCore } from './hiring.ts'
import type { Launch } from './launch.ts'
import { NO_PASS, type Pass, type PassOptions, type Uncalled, joined } from './pass.ts'
import { type Performed, perform } from './perform.ts'
import { Seat } from './seat.ts'
import type { Task } from './subject.ts'

/** How often it is asked whether another process would be worth its start: with a core to spare, and a rest that takes several times that. */
const HIRE_MS = 500

/** Works off the tasks of one kind of process; where that takes long, more processes join in. */
export async function runQueue(
  launch: Launch,
  tasks: readonly Task[],
  options: PassOptions,
  warm: readonly Seat[],
): Promise<Pass> {
  const [first] = tasks
  if (first === undefined) return NO_PASS
  const queue = [...tasks]
  const newSeat = (): Seat => new Seat(launch, first.profile, options.watch, options.quietMs)
  const [seat = newSeat(), ...further] = warm
  await seat.process()
  const lanes = [runLane(seat, queue, options), ...further.map((one) => joinIn(one, queue, options))]
  const began = performance.now()
  const hasSpareCore = spareCore()
  const hiring = setInterval(() => {
    if (lanes.length >= options.workers) return
    const perTask = (performance.now() - began) / (tasks.length - queue.length)
    const isWorth = hasSpareCore() && isWorthStart(perTask * queue.length, seat.startMs)
    if (isWorth) lanes.push(joinIn(newSeat(), queue, options))
  }, HIRE_MS)
  const passes: Pass[] = []
  // Lanes that join while others are awaited are awaited too.
  for (const lane of lanes) passes.push(await lane)
  clearInterval(hiring)
  const uncalled = await Promise.all(queue.map((task) => callsLeft(task, [], seat)))
  return joined([...passes, { ...NO_PASS, uncalled: uncalled.flat() }])
}

/** A further process helps if it starts beside the others, before all is done. */
async function joinIn(seat: Seat, queue: Task[], options: PassOptions): Promise<Pass> {
  const isUp = queue.length > 0 && typeof (await seat.warmUp()) !== 'string'
  if (isUp && queue.length > 0) return runLane(seat, queue, options)
  await seat.end()
  return NO_PASS
}

/** Takes tasks until none is left, or the server does not start (again). */
async function runLane(seat: Seat, queue: Task[], options: PassOptions): Promise<Pass> {
  const performed: Performed[] = []
  const uncalled: Uncalled[] = []
  for (let process = await seat.process(); typeof process !== 'string'; process = await seat.process()) {
    await process.scan()
    const task = queue.shift()
    if (task === undefined) break
    const own = await perform(seat, task, options.hurried === true)
    performed.push(...own)
    uncalled.push(...(await callsLeft(task, own, seat)))
    await options.onTask?.({ task, performed: own, seat })
  }
  const listings = await finish(seat, options)
  const death = await deathIn(seat)
  const last = death === undefined ? undefined : performed.pop()
  if (last !== undefined) performed.push({ ...last, exit: death })
  const process = await seat.process()
  if (typeof process !== 'string') await process.leave()
  const ending = seat.end()
  if (options.leaves !== true) await ending
  return { performed, uncalled, processes: seat.processes, listings }
}

/** How the server ended by itself after its last answer, if it did. */
async function deathIn(seat: Seat): Promise<Exit | undefined> {
  const process = await seat.process()
  return typeof process === 'string' ? undefined : process.death
}

/** The calls of a task that were not made, where it is the server that does not start (again). */
async function callsLeft({ subject, calls }: Task, made: readonly Performed[], seat: Seat): Promise<Uncalled[]> {
  const process = await seat.process()
  if (typeof process !== 'string') return []
  const why = { reason: `The server did not start: ${process}`, hasRun: seat.processes.length > 0 }
  const left = calls.filter(({ id }) => !made.some(({ planned }) => planned.id === id))
  return left.map((planned) => ({ planned, subject, ...why }))
}

/** Processes watched from outside are asked again what they list. */
async function finish(seat: Seat, { settleMs, listTimeoutMs, watch }: PassOptions): Promise<Pass['listings']> {
  const process = await seat.process()
  if (typeof process === 'string') return []
  if (typeof settleMs === 'function') await process.settle(0)
  await process.settle(typeof settleMs === 'function' ? settleMs(process) : settleMs)
  if (watch !== 'traced') return []
  const listed = await process.listAgain(listTimeoutMs)
  return listed === undefined ? [] : [listed]
}
