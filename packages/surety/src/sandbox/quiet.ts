import { setTimeout as sleep } from 'node:timers/promises'
import type { CellProcess } from './cell-process.ts'
import type { Thread } from './processes/process-facts.ts'
import { isStopped, processSource, threadsOf } from './processes/process-tree.ts'

/** What has had a processor for so long and still wants one is busy by nature, not late. */
const MAX_WORK_MS = 100
/** One that keeps its tracer busy meanwhile is given more: a burst of calls takes long under a tracer. */
const MAX_TRACED_WORK_MS = 1000
/** Lines of the tracer's in that time; a server at rest causes none. */
const MANY_LINES = 10
/** What has none for so long will not get one. */
const MAX_WAIT_MS = 30_000
/** A tracer that is stopped for so long is not late: somebody stopped it, and only they can let it go on. */
const MAX_STOPPED_MS = 4000
const LOOK_MS = 5
/** Where nobody tells who is at work: what is set off at once is done by then. */
const UNSEEN_MS = 50
/** Looks in a row at which it must rest. */
const LOOKS = 2

/**
 * How a cell came to rest: `quiet`; `busy`: it does not, and its tracer cannot follow; `starved`: it got no processor for
 * what it had begun; `stopped`: its tracer was.
 */
export type QuietResult = 'quiet' | 'busy' | 'starved' | 'stopped'

type Watched = Pick<CellProcess, 'pids' | 'tracer'> & { readonly log: Pick<CellProcess['log'], 'lines'> }

/**
 * Waits until nothing in the cell is under way: on a busy machine what a timer or an answer has set off may wait long for
 * a processor, and so may the tracer that is to tell of it. Work is counted in processor time, which no other load changes.
 */
export async function untilQuiet(cell: Watched): Promise<QuietResult> {
  if (processSource() === 'none') return sleep(UNSEEN_MS, 'quiet')
  const begunAt = performance.now()
  const lines = cell.log.lines
  let before = threads(cell)
  const begun = workOf(before)
  let ranAt = begunAt
  for (let restful = 0; performance.now() - begunAt < MAX_WAIT_MS;) {
    await sleep(LOOK_MS)
    const now = threads(cell)
    if (!isStopped(cell.tracer())) ranAt = performance.now()
    if (performance.now() - ranAt > MAX_STOPPED_MS) return 'stopped'
    // Whoever sleeps and had no turn since the last look slept all the time between the two.
    const isResting = turnsOf(now) === turnsOf(before) && !now.some(({ isAtWork }) => isAtWork)
    restful = isResting ? restful + 1 : 0
    if (restful === LOOKS) return 'quiet'
    const isTraced = cell.log.lines - lines > MANY_LINES
    if (workOf(now) - begun >= (isTraced ? MAX_TRACED_WORK_MS : MAX_WORK_MS)) return isTraced ? 'busy' : 'quiet'
    before = now
  }
  return 'starved'
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
