import type { Contract } from '../contract/declare.ts'
import type { Outcome } from '../outcome.ts'
import type { Notes } from './notes.ts'
import type { Runtime } from './ports.ts'
import type { Received } from './received.ts'

/** What running a tool takes: the parsed input, and all that its handler may use. */
export interface Task {
  readonly contract: Contract
  readonly input: unknown
  readonly received: Received
  readonly runtime: Runtime
  readonly notes: Notes
  readonly callOther: CallOther
}

/** How a handler calls another tool: governed, in the same trace. */
export type CallOther = (toolName: string, input: unknown, signal: AbortSignal) => Promise<Outcome>
