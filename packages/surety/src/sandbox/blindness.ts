import type { CellProcess } from './cell-process.ts'
import { isStopped, processSource, writtenBytes } from './processes/process-tree.ts'
import type { QuietResult } from './quiet.ts'

const REASONS = {
  busy: 'it was still at work when the watching ended',
  starved: 'the machine was too busy to let it do all that it had begun',
  stopped: 'its tracer was stopped',
} as const

/** Why the tracer may not have told all that the server did up to now; undefined if it has. */
export async function blindnessOf(process: CellProcess, rest: QuietResult): Promise<string | undefined> {
  const tracer = process.tracer()
  if (isStopped(tracer)) return REASONS.stopped
  if (tracer === undefined) return rest === 'starved' ? REASONS.starved : undefined
  if (rest !== 'quiet') return REASONS[rest]
  return (await isHeard(process, tracer)) ? undefined : "part of its tracer's log was lost"
}

const MEMORY_REASONS = {
  files: undefined,
  list: 'memory is looked at only now and then here, by ps, which may miss a peak',
  none: 'nothing here tells how much memory a process takes',
} as const

/** Why more memory may be taken than is ever noticed; undefined where every peak is. */
export function memoryBlindness(): string | undefined {
  return MEMORY_REASONS[processSource()]
}

/** Whether all came out that the tracer, which has one thread, put in: the log can be read by whoever can open it. */
async function isHeard({ log }: CellProcess, tracer: number): Promise<boolean> {
  const written = writtenBytes(tracer) ?? 0
  await log.drained()
  return log.bytes >= written
}
