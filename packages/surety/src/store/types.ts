import type { Approver, ExecutionStep, Journal, WithheldOutputs } from '@surety/tool-contracts'

/** A record that outlives its process: steps, approvals, idempotency results and tokens, on SQLite or PostgreSQL. */
export interface Store {
  readonly journal: DurableJournal
  /** Puts a call that needs approval in the queue that `approvals` shows, and lets it through once after a yes. */
  readonly approver: Approver
  readonly approvals: Approvals
  readonly tokens: Tokens
  readonly audit: Audit
  /** Throws, with the reason, where a call could not be recorded now. */
  readonly ready: () => Promise<void>
  /** Writes what is waiting and gives everything back. */
  readonly close: () => Promise<void>
}

export interface DurableJournal extends Journal {
  readonly withheld: WithheldOutputs
  /** Every step of a trace, of all principals: for operators. */
  readonly trace: (traceId: string) => Promise<readonly ExecutionStep[]>
}

export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'spent', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** One question to a person: may this principal make this call, once? */
export interface Approval {
  readonly id: string
  readonly tool: string
  readonly description: string
  readonly principal: string
  readonly role: string | null
  /** Without what is sensitive. */
  readonly arguments: unknown
  /** ISO 8601, as all times here. */
  readonly requestedAt: string
  readonly expiresAt: string
  readonly status: ApprovalStatus
  readonly reason: string | null
  /** Who said so: a principal, or `operator`. */
  readonly resolvedBy: string | null
}

export interface Verdict {
  readonly decision: 'approved' | 'denied'
  readonly by: string
  readonly reason?: string
}

export interface Approvals {
  /** Those that still wait; with `all` every one that is kept. */
  readonly list: (options?: { readonly all?: boolean }) => Promise<readonly Approval[]>
  readonly find: (id: string) => Promise<Approval | undefined>
  /** Whoever comes first decides: later ones get `done: false` and what it is. */
  readonly resolve: (id: string, verdict: Verdict) => Promise<{ readonly done: boolean; readonly approval?: Approval }>
  /** How long a call may wait from now on. */
  readonly expireAfter: (milliseconds: number) => void
}

export interface TokenEntry {
  readonly id: string
  readonly role: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

export interface Tokens {
  /** The token, which is stored nowhere. Throws where the id is taken. */
  readonly create: (wanted: {
    readonly id: string
    readonly role: string
    readonly expiresAt?: Date
  }) => Promise<string>
  readonly list: () => Promise<readonly TokenEntry[]>
  /** Whether there was one to revoke. */
  readonly revoke: (id: string) => Promise<boolean>
  /** Whose it is, unless it is unknown, expired or revoked; a revocation counts within a second. Throws where the store is down. */
  readonly find: (token: string) => Promise<{ readonly id: string; readonly role: string } | undefined>
}

/** Is the record whole? */
export interface Audit {
  /** One hash over all writers' heads, recorded as a checkpoint: to be kept where nobody who can touch the store can touch it. */
  readonly head: () => Promise<string>
  /** `retention`: how long steps are kept, where that is not the store's own; without any, every step must be there. */
  readonly verify: (options?: { readonly head?: string; readonly retention?: string }) => Promise<AuditResult>
}

export interface AuditResult {
  readonly ok: boolean
  readonly steps: number
  readonly writers: number
  /** How many of the steps lie before the head that was given. */
  readonly proven: number
  /** What is wrong, the first one first; or, where all is well, what is not proven. */
  readonly message: string
  readonly problem?: 'altered' | 'missing' | 'reordered' | 'unknown head'
  readonly stepId?: string
}
