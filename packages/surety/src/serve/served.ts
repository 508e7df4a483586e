import type { CallerSignal, Journal, RolePolicy } from '@surety/tool-contracts'
import type { Fields } from './wire/rpc.ts'

type MaybePromise<T> = T | Promise<T>

/** What is served: the tools of a host, or of other servers behind this one. */
export interface Served {
  /** The tools a role may call. */
  readonly list: (role: string | undefined) => MaybePromise<readonly ServedTool[]>
  /** One call, governed and recorded. A refusal is a result with `isError` and the refusal in `_meta["surety.dev/error"]`. */
  readonly call: (call: ServedCall) => MaybePromise<ServedResult>
  /** Tells when the list has changed, until it is told to stop. Without it the list never changes. */
  readonly onChange?: (listener: () => void) => () => void
  /** Which role may do what. Without one everybody may call everything. */
  readonly policy?: RolePolicy | undefined
  /** Where calls are recorded: for the trace tool, and for outputs that were too large to deliver. */
  readonly journal?: Journal | undefined
}

/** A tool definition, as `tools/list` shows it. */
export interface ServedTool {
  readonly name: string
  readonly inputSchema: unknown
}

export interface ServedCall {
  readonly name: string
  readonly arguments: Fields
  readonly role: string | undefined
  readonly principal: string
  /** Undefined: the call starts a trace of its own. */
  readonly traceId: string | undefined
  /** Whether the caller still waits; it costs less than `signal`, which is made for whoever reads it. */
  readonly cancellation: CallerSignal
  readonly signal: AbortSignal
  readonly idempotencyKey: string | undefined
  readonly approvalId: string | undefined
  readonly onProgress: ((done: number, total?: number) => void) | undefined
  readonly client: ServedClient
  /** What the client answers to an earlier `input_required` result of this tool, with the state that came with it. */
  readonly inputResponses?: Fields | undefined
  readonly requestState?: string | undefined
}

/** What a tool that asks its client must know of it. */
export interface ServedClient {
  /** What the client says it can do. */
  readonly capabilities: Fields
  /** Asks it in the middle of the call, as revisions before 2026-07-28 can; undefined where it gives no answer. */
  readonly ask: ((method: string, params: Fields, signal: AbortSignal) => Promise<Fields | undefined>) | undefined
}

/** What `call` throws to have a call answered with an error of the protocol instead of a result. */
export class ServedError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'ServedError'
    this.code = code
    this.data = data
  }
}

/** A `tools/call` result. */
export type ServedResult = Fields
