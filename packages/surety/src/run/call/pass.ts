import type { ListedTool } from '../../connect/session.ts'
import type { ObservationMode } from '../process/launch.ts'
import type { Performed } from './perform.ts'
import type { WarmSlot } from '../process/server-slot.ts'
import type { ServerProcess } from '../process/server-process.ts'
import type { PlannedCall, Subject } from '../plan/subject.ts'
import type { ProgressCounter } from '../request/progress-counter.ts'

/** What a round of calls gave: the calls, the processes they were made in, and what those listed in the end. */
export interface Pass {
  readonly performed: readonly Performed[]
  readonly uncalled: readonly Uncalled[]
  readonly processes: readonly ServerProcess[]
  readonly listings: readonly (readonly ListedTool[])[]
}

/** A call that was not made, because the server did not start or the run ended. */
export interface Uncalled {
  readonly planned: PlannedCall
  readonly subject: Subject
  readonly reason: string
  /** Whether the server has run at all as this call needs it. */
  readonly hasRun: boolean
  /** Whether the run ended before it. */
  readonly isCutOff?: true
}

export interface PassOptions {
  readonly watch: ObservationMode
  /** How long to wait, once, for what comes after the answers. */
  readonly settleMs: number | ((process: ServerProcess) => number)
  /** Processes side by side for each kind of process, at most. */
  readonly workers: number
  readonly listTimeoutMs: number
  /** Told of every call. */
  readonly progressCounter?: ProgressCounter
  /** Do not wait until the processes are gone: whoever asks for that does. */
  readonly endsInBackground?: true
  /** How long each process is left alone before its first call. */
  readonly quietMs?: number
  /** Slots whose process is already up, or starting. */
  readonly warm?: readonly WarmSlot[]
}

export const NO_PASS: Pass = { performed: [], uncalled: [], processes: [], listings: [] }

export function mergePasses(passes: readonly Pass[]): Pass {
  return {
    performed: passes.flatMap(({ performed }) => performed),
    uncalled: passes.flatMap(({ uncalled }) => uncalled),
    processes: passes.flatMap(({ processes }) => processes),
    listings: passes.flatMap(({ listings }) => listings),
  }
}
