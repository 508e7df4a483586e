import type { ExecutionStep } from '@surety/tool-contracts'
import type { Writable } from '@surety/tool-contracts/journal'

/** A step as its writer knows it: its place in trace and chain is settled when it is stored. */
export type UnsealedStep = Writable<ExecutionStep> & { readonly traceId: string; readonly principal: string }

/** What a writer tells the store, in the order it happened. */
export type Entry =
  /** A call began; `step` is what its step says should the writer end before it closes it. */
  | { readonly kind: 'open'; readonly step: UnsealedStep }
  | { readonly kind: 'close'; readonly step: UnsealedStep; readonly claim?: Settled; readonly withheld?: string }
  /** A call that was told that nothing ran, as its step might not have been stored. */
  | { readonly kind: 'abandon'; readonly stepId: string }

/** What becomes of the idempotency key of a call: the outcome is kept, or the key is given back. */
export type Settled = { readonly outcome: string; readonly keepMs: number } | 'released'
