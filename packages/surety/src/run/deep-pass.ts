import type { Launch } from './launch.ts'
import { NO_PASS, type Pass } from './pass.ts'
import { type Performed, perform } from './perform.ts'
import { Seat } from './seat.ts'
import type { Task } from './subject.ts'

/** So many tools may be called before the spy has found the handlers, or never will. */
const MOST_TRIED = 3

/** The calls once more where the spy follows every function that runs; given up at once where it finds no handlers. */
export async function makeDeepPass(launch: Launch, tasks: readonly Task[], settleMs: number): Promise<Pass> {
  const [first] = tasks
  if (first === undefined) return NO_PASS
  const seat = new Seat(launch, first.profile, 'deeply spied')
  const performed: Performed[] = []
  for (const [index, task] of tasks.entries()) {
    const process = await seat.process()
    // What it has changed by now, the next tool did not.
    if (typeof process !== 'string') await process.scan()
    performed.push(...(await perform(seat, task, false)))
    if (index === MOST_TRIED - 1 && !(await seesCalls(seat))) break
  }
  const process = await seat.process()
  if (typeof process !== 'string' && process.sees('calls')) await process.settle(settleMs)
  await seat.end()
  return { performed, uncalled: [], processes: seat.processes, listings: [] }
}

async function seesCalls(seat: Seat): Promise<boolean> {
  const process = await seat.process()
  if (typeof process === 'string') return false
  await process.settle(0)
  return process.sees('calls')
}
