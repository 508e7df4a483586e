import type { FieldPath } from '../contract/field-path.ts'
import type { MaybePromise, Outcome, Result } from '../outcome.ts'
import type { Enforced, ExecutionStep, Operation, Violation } from './execution-step.ts'

/** What is known when a call begins. */
export interface Opening {
  readonly stepId: string
  readonly traceId: string
  /** Whose trace it is: the same traceId of another principal is another trace. */
  readonly principal: string
  readonly role: string | undefined
  readonly parentStepId: string | undefined
  readonly toolName: string
  /** A frozen copy of plain JSON data; undefined where the input was none. */
  readonly input: unknown
  /** The input's JSON text has no more bytes than this. */
  readonly inputBytes: number
  readonly sensitive: readonly FieldPath[]
  /** The tool may change something: the opened step must be durable before it runs. */
  readonly changes: boolean
}

/** What is known when it has ended. */
export interface Closing {
  readonly result: Result<unknown>
  /** The JSON text of a result's value has no more bytes than this. */
  readonly outputBytes: number
  /** Texts that a stored output must not contain. */
  readonly secrets: readonly string[]
  readonly sensitive: readonly FieldPath[]
  readonly statusCode: number
  /** Milliseconds since the epoch. */
  readonly endedAt: number
  readonly durationMs: number
  readonly operations: readonly Operation[]
  readonly violations: readonly Violation[]
  readonly enforced: Enforced | undefined
  readonly attempts: number
  readonly replayOf: string | undefined
  /** An output too large to deliver, of a tool that has acted: for a journal that keeps such outputs. */
  readonly withheld?: unknown
  /** The tool asked for more instead of ending: a claim of this step is given back. */
  readonly interim: boolean
}

/** A call that must happen at most once: the same principal, tool and key. */
export interface Claim {
  readonly stepId: string
  readonly principal: string
  readonly toolName: string
  readonly key: string
  /** Made with the journal's `hashKey`; of the same call it is the same. */
  readonly inputHash: string
}

/** What became of a claim: it is ours, or someone made it before. */
export type Replay =
  | { readonly state: 'claimed' }
  | { readonly state: 'running' }
  | { readonly state: 'conflict' }
  | { readonly state: 'done'; readonly outcome: Outcome }

export interface StepQuery {
  readonly traceId: string
  readonly principal?: string
  /** Where the page before this one ended. */
  readonly cursor?: string
  readonly limit?: number
  /** Also the calls that tools made to other tools. */
  readonly nested?: boolean
  /** Tools whose calls are left out, such as those that only read the trace. */
  readonly without?: readonly string[]
}

export interface StepPage {
  readonly steps: readonly ExecutionStep[]
  readonly nextCursor?: string
}

/** A step that has begun and must be closed once. */
export interface OpenedStep {
  close(closing: Closing): MaybePromise<void>
}

/** Where steps are recorded. A journal that throws on open refuses the call. */
export interface Journal {
  readonly open: (opening: Opening) => MaybePromise<OpenedStep>
  readonly claim: (claim: Claim) => MaybePromise<Replay>
  /**
   * A secret of at least 32 characters, the same for as long as claims are kept and for all who share them, and kept apart
   * from them: inputs are hashed with it, or whoever reads the claims could find a PIN by trying all of them.
   */
  readonly hashKey: () => MaybePromise<string>
  /** Has this tool ended well in this trace? */
  readonly succeeded: (principal: string, traceId: string, toolName: string) => MaybePromise<boolean>
  readonly steps: (query: StepQuery) => MaybePromise<StepPage>
  /** Where a journal keeps outputs that were too large to deliver. */
  readonly withheld?: WithheldOutputs
}

/** Outputs that were too large to deliver; each is for the principal whose call gave it, until its step is forgotten. */
export interface WithheldOutputs {
  /** Where the output of that step will be read. */
  readonly uriOf: (stepId: string) => string
  /** Its JSON text, without what is sensitive. */
  readonly read: (principal: string, uri: string) => MaybePromise<string | undefined>
}

/** Who calls where nobody says. */
export const LOCAL_PRINCIPAL = 'local'
