import type { Message } from './incoming.ts'
import type { CallLimits } from './session.ts'
import type { Failure } from './wire.ts'

/** What becomes of a request. */
export type Outcome =
  | { readonly kind: 'message'; readonly message: Message; readonly bytes: number }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | Failure

/** What a request asks for. */
export interface Asked {
  readonly method: string
  /** The tool that is called, if one is. */
  readonly tool: string | undefined
}

export interface Pending extends Asked {
  readonly limits: CallLimits
  readonly settle: (outcome: Outcome) => void
}

/** What a server may say at once that nobody asked for. */
const IDLE_BYTES = 1 << 20

/** The requests that wait for an answer. */
export class PendingRequests {
  /** The most that any of them takes; it falls again once none is left. */
  maxBytes: number = IDLE_BYTES
  /** Those that were answered by their id. */
  readonly answered: Map<number, Asked> = new Map()
  private readonly requests = new Map<number, Pending>()

  add(id: number, pending: Pending): void {
    this.requests.set(id, pending)
    this.maxBytes = Math.max(this.maxBytes, pending.limits.maxBytes)
  }

  get(id: number | undefined): Pending | undefined {
    return id === undefined ? undefined : this.requests.get(id)
  }

  /** The one request there is, if there is just one: what names no request can only be about that. */
  only(): number | undefined {
    const [id] = this.requests.keys()
    return this.requests.size === 1 ? id : undefined
  }

  /** Each is settled once; later outcomes are nobody's. */
  settle(id: number | undefined, outcome: Outcome): void {
    const pending = this.get(id)
    if (id === undefined || pending === undefined) return
    this.requests.delete(id)
    const { method, tool } = pending
    if (outcome.kind === 'message' && outcome.message['id'] != null) this.answered.set(id, { method, tool })
    if (this.requests.size === 0) this.maxBytes = IDLE_BYTES
    pending.settle(outcome)
  }

  settleAll(outcome: Outcome): void {
    for (const id of this.requests.keys()) this.settle(id, outcome)
  }
}
