import { setTimeout as sleep } from 'node:timers/promises'
import type { CellProcess } from './cell-process.ts'
import { isActive, isStopped, writtenBytes } from './process-tree.ts'

/** How long it is waited for a server that does more than its tracer can follow, and how often it must be found at rest. */
const BUSY_MS = 2000
const LOOK_MS = 5
const LOOKS = 3

/** Why the tracer may not have told all that the server did up to now; undefined if it has. */
export async function blindnessOf(process: CellProcess): Promise<string | undefined> {
  const tracer = process.tracer()
  if (tracer === undefined) return undefined
  if (isStopped(tracer)) return 'its tracer was stopped'
  if (!(await comesToRest(process))) return 'it was still at work when the watching ended'
  return (await isHeard(process, tracer)) ? undefined : "part of its tracer's log was lost"
}

/** Whether all came out that the tracer, which has one thread, put in: the log can be read by whoever can open it. */
async function isHeard({ log }: CellProcess, tracer: number): Promise<boolean> {
  const written = writtenBytes(tracer) ?? 0
  await log.drained()
  return log.bytes >= written
}

/** What is done in a burst is done long after it would be without a tracer. */
async function comesToRest(process: CellProcess): Promise<boolean> {
  const until = Date.now() + BUSY_MS
  for (let resting = 0; process.log.isFull && resting < LOOKS;) {
    if (Date.now() > until) return false
    resting = process.pids().some(isActive) ? 0 : resting + 1
    await sleep(LOOK_MS)
  }
  await process.log.drained()
  return true
}
