import type { CapabilityTag } from '../contract/capabilities.ts'
import type { Contract } from '../contract/declare.ts'
import type { Journal } from '../journal/journal.ts'
import type { MaybePromise } from '../outcome.ts'
import type { CallContext } from './context.ts'
import type { SnapshotLimits } from './walk.ts'

/** One call, before anything is known about it. */
export interface CallRequest {
  readonly toolName: string
  readonly input: unknown
  readonly role: string | undefined
  readonly principal: string
  readonly traceId: string
  readonly stepId: string
  readonly parentStepId: string | undefined
  readonly idempotencyKey: string | undefined
  /** The approval this call was told to wait for. */
  readonly approvalId: string | undefined
  readonly signal: CallerSignal | undefined
  /** Sensitive values of the calls around this one: its step shows none of them. */
  readonly secrets: readonly string[]
  /** Told how far the tool has come, by a handler that says so. */
  readonly onProgress?: ProgressListener | undefined
  /** What is asked for besides that no governed call gives, and what to do instead; such a call is refused. */
  readonly unsupported?: string
}

/** Whether the caller still waits: an AbortSignal, or anything that says as much and is cheaper to make. */
export interface CallerSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export type ProgressListener = (done: number, total?: number) => void

/** Which tools there are, right now. */
export interface Registry {
  readonly find: (toolName: string) => Contract | undefined
  readonly names: () => Iterable<string>
  /** Why the tool is not to be called at present. */
  readonly quarantined: (toolName: string) => string | undefined
  readonly reachable: (toolName: string) => boolean
}

/** Who may do what, how often, and in which order. */
export interface CallPolicy {
  /** What the tool needs and the role lacks. */
  readonly missing: (role: string | undefined, contract: Contract) => readonly CapabilityTag[]
  /** Milliseconds until this caller may call; 0 takes a turn, unless it is only asked for. */
  readonly wait: (request: CallRequest, ask: 'take' | 'peek') => number
  readonly dependencyOrder: 'enforce' | 'ignore'
}

/** What one run of the tool gave. */
export interface Produced {
  readonly output: unknown
  /** How many bytes the whole answer has when it carries this output, where there is more to it than the output. */
  readonly bytes?: (output: unknown) => number
  /** The tool asked for more input instead of ending: there is no output to judge yet. */
  readonly interim?: boolean
}

/** What an approver is shown: the parsed input, not the raw one. */
export interface ApprovalRequest {
  readonly toolName: string
  readonly description: string
  readonly input: unknown
  /** The input as it may be stored and shown to others: sensitive fields are hidden. */
  readonly shownInput: unknown
  /** Of what the contract says: whoever approved a call approved it under this contract. */
  readonly contractHash: string
  readonly role: string | undefined
  readonly principal: string
  readonly traceId: string
  readonly stepId: string
  /** The approval an earlier try of this call was told to wait for. */
  readonly approvalId: string | undefined
  /** Aborted when the host stops waiting. */
  readonly signal: AbortSignal
}

export type ApprovalDecision =
  | boolean
  | { readonly decision: 'approved' | 'denied'; readonly reason?: string }
  | {
      readonly decision: 'pending'
      readonly approvalId: string
      readonly expiresAt?: string
      readonly approveWith?: string
      /** What stands in the way of a yes, as the end of "waits for approval, but …". */
      readonly reason?: string
    }

export type Approver = (request: ApprovalRequest) => MaybePromise<ApprovalDecision>

/** Automatic retries, of retryable refusals of idempotent tools only (INV-MCP-004). */
export interface RetryRule {
  /** Runs in all, the first included. */
  readonly attempts: number
  /** Wait before the first retry; doubled for each further one. */
  readonly backoffMs: number
}

/** How things get done. */
export interface Runtime {
  readonly invoke: (contract: Contract, input: unknown, context: CallContext) => unknown
  /** What an answer of `invoke` means, where it is not the output itself. */
  readonly read?: (answer: unknown, contract: Contract) => Produced
  /** Whether `invoke` holds the tool to its memory limit. */
  readonly limitsMemory: boolean
  readonly approver: Approver | undefined
  readonly approvalTimeoutMs: number
  readonly retry: RetryRule
  readonly inputLimits: SnapshotLimits
  /** Milliseconds since the epoch, never going back. */
  readonly now: () => number
  readonly newId: () => string
}

/** Everything a call needs from outside, by reason to change; library, gateway and tests each bring their own. */
export interface World {
  readonly registry: Registry
  readonly policy: CallPolicy
  readonly record: Journal
  readonly runtime: Runtime
}
