import { type Refused, type Result, type Stage, messageOf, refuse } from '../outcome.ts'
import type { Notes } from './notes.ts'
import type { Produced } from './ports.ts'

/** How a call ended, and what its stages learned for its step. */
export interface Ended {
  readonly result: Result<unknown>
  /** Where the tool was started. */
  readonly execution?: Execution | undefined
  /** The JSON text of the output has no more bytes than this. */
  readonly outputBytes?: number
  /** An output that was too large to deliver, of a tool that changes something: it cannot simply be asked for less. */
  readonly withheld?: unknown
  /** The tool asked for more instead of ending: nothing is settled yet. */
  readonly isInterim?: boolean
  /** The step whose outcome is given again. */
  readonly replayOf?: string
}

/** What running the tool showed, whatever it answered. */
export interface Execution {
  readonly attempts: number
  /** When the handler answered, where it did. */
  readonly endedAt: number | undefined
  readonly isTimedOut: boolean
  readonly notes: Notes
}

/** What the tool gave, and what running it showed. */
export interface Executed {
  readonly produced: Result<Produced>
  readonly execution: Execution
}

/** A port broke its promise not to throw: what it was doing is unknown; from `execute` on the tool may have acted. */
export function hostFailure(stage: Stage, error: unknown): Refused {
  return refuse(stage, 'environment', 'INTERNAL_ERROR', `The host failed: ${messageOf(error)}`)
}
