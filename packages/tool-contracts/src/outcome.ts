import type { DetailsOf, Refusal } from './refusal.ts'

/** Where a call ended. From `execute` on the tool may have acted; before it, it has not. */
export const STAGES = [
  'admit',
  'authorize',
  'validate',
  'preconditions',
  'dependencies',
  'replay',
  'approve',
  'execute',
  'validateOutput',
  'postconditions',
] as const
export type Stage = (typeof STAGES)[number]

/** Whose fault a refusal is. */
export type Blame = 'caller' | 'tool' | 'contract' | 'environment'

/** `Declared`: the codes of its own that the contract declares. */
export type Result<T, Declared extends string = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Refusal<Declared> }

/** A result, and the step that records it. */
export type Outcome<T = unknown, Declared extends string = string> = Result<T, Declared> & {
  readonly traceId: string
  readonly stepId: string
  /** The step whose outcome is given again, for the same idempotency key. */
  readonly replayOf?: string
}

/** The result as the outcome of that step. */
export function outcomeOf<T>(result: Result<T>, traceId: string, stepId: string, replayOf?: string): Outcome<T> {
  const outcome = result.ok
    ? { ok: true as const, value: result.value, traceId, stepId }
    : { ok: false as const, error: result.error, traceId, stepId }
  return replayOf === undefined ? outcome : { ...outcome, replayOf }
}

export type MaybePromise<T> = T | Promise<T>

/** Anything that will answer later, of whichever library or realm. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Nobody waits for what came where no promise was asked for: its rejection must not end the process. */
export function ignoreRejection(value: unknown): void {
  if (isThenable(value)) value.then(undefined, () => undefined)
}

export function pass<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Nothing stands against it. */
export const PASSED: Result<undefined> = { ok: true, value: undefined }

export type Refused = { readonly ok: false; readonly error: Refusal }

/** Refuses; whether it is retryable is settled when the call ends, by its contract. */
export function refuse<Code extends string>(
  stage: Stage,
  blame: Blame,
  code: Code,
  message: string,
  details?: DetailsOf<Code> & object,
): Refused {
  return { ok: false, error: { code, stage, blame, message, details: { ...details }, retryable: false } }
}

/** Did the tool have the chance to act before the call ended here? */
export function mayHaveActed(stage: Stage): boolean {
  return STAGES.indexOf(stage) >= STAGES.indexOf('execute')
}

export const MAX_MESSAGE = 1000

/** The sentence that a thrown value carries, whatever was thrown. */
export function messageOf(thrown: unknown, maxLength: number = MAX_MESSAGE): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown).slice(0, maxLength)
  } catch {
    return 'something that cannot be shown as text'
  }
}
