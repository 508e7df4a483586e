import type { ListedTool } from '../connect/session.ts'
import type { Profile, Watch } from './launch.ts'
import type { Performed } from './perform.ts'
import type { Seat } from './seat.ts'
import type { ServerProcess } from './server-process.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'

/** What came of many calls: the calls, the processes they were made in, and what those listed in the end. */
export interface Pass {
  readonly performed: readonly Performed[]
  readonly uncalled: readonly Uncalled[]
  readonly processes: readonly ServerProcess[]
  readonly listings: readonly (readonly ListedTool[])[]
}

/** A call that was not made, because the server did not start. */
export interface Uncalled {
  readonly planned: PlannedCall
  readonly subject: Subject
  readonly reason: string
  /** Whether the server has run at all as this call needs it. */
  readonly hasRun: boolean
}

export interface PassOptions {
  readonly watch: Watch
  /** How long to wait, once, for what comes after the answers. */
  readonly settleMs: number | ((process: ServerProcess) => number)
  /** Processes side by side for each kind of process, at most. */
  readonly workers: number
  readonly listTimeoutMs: number
  /** Send inputs that are to be refused together, to a tool that answers quickly. */
  readonly hurried?: true
  /** Do not wait until the processes are gone: whoever asks for that does. */
  readonly leaves?: true
  /** How long each process is left alone before its first call. */
  readonly quietMs?: number
  /** Seats whose process is already up, or starting. */
  readonly warm?: readonly WarmSeat[]
  /** Awaited before the next task. */
  readonly onTask?: (done: TaskDone) => Promise<void> | void
}

export interface TaskDone {
  readonly task: Task
  readonly performed: readonly Performed[]
  readonly seat: Seat
}

export interface WarmSeat {
  readonly seat: Seat
  readonly profile: Profile
}

export const NO_PASS: Pass = { performed: [], uncalled: [], processes: [], listings: [] }

export function joined(passes: readonly Pass[]): Pass {
  return {
    performed: passes.flatMap(({ performed }) => performed),
    uncalled: passes.flatMap(({ uncalled }) => uncalled),
    processes: passes.flatMap(({ processes }) => processes),
    listings: passes.flatMap(({ listings }) => listings),
  }
}
