import { setTimeout as sleep } from 'node:timers/promises'
import type { CellProcess } from './cell-process.ts'
import { type Thread, threadsOf } from './process-tree.ts'

/** What has had a processor for so long and still wants one is busy by nature, not late. */
const MAX_WORK_MS = 100
/** What has none for so long will not get one. */
const MAX_WAIT_MS = 30_000
const LOOK_MS = 5

/**
 * Waits until nothing in the cell is under way: on a busy machine what a timer or an answer has set off may wait long for
 * a processor, and so may the tracer that is to tell of it. False if it waited so long in vain.
 */
export async function untilQuiet(cell: Pick<CellProcess, 'pids' | 'tracer'>): Promise<boolean> {
  const end = performance.now() + MAX_WAIT_MS
  const begun = workOf(threads(cell))
  let before = threads(cell)
  while (performance.now() < end && workOf(before) - begun < MAX_WORK_MS) {
    const now = threads(cell)
    // Whoever sleeps and had no turn since the last look slept all the time between the two.
    if (turnsOf(now) === turnsOf(before) && !now.some(({ isAtWork }) => isAtWork)) return true
    await sleep(LOOK_MS)
    before = threads(cell)
  }
  return performance.now() < end
}

interface Seen extends Thread {
  readonly isAtWork: boolean
}

function threads(cell: Pick<CellProcess, 'pids' | 'tracer'>): readonly Seen[] {
  const tracer = cell.tracer()
  const own = tracer === undefined ? [] : seen(tracer, /[RDT]/)
  return [...own, ...cell.pids().flatMap((pid) => seen(pid, /[RD]/))]
}

function seen(pid: number, atWork: RegExp): readonly Seen[] {
  return threadsOf(pid).map((thread) => ({ ...thread, isAtWork: atWork.test(thread.state) }))
}

function turnsOf(threads: readonly Seen[]): string {
  return threads.map(({ id, turns }) => `${id} ${turns}`).join()
}

function workOf(threads: readonly Seen[]): number {
  return threads.reduce((sum, { ranMs }) => sum + ranMs, 0)
}
