import { statusCodeOf } from '../codes.ts'
import type { Journal, OpenedStep, Opening } from '../journal/journal.ts'
import type { Enforced } from '../journal/execution-step.ts'
import {
  type MaybePromise,
  type Outcome,
  type Result,
  isThenable,
  mayHaveActed,
  messageOf,
  outcomeOf,
  pass,
  refuse,
} from '../outcome.ts'
import type { Ended, Execution } from './ended.ts'
import { enforcedBy } from './enforced.ts'
import type { World } from './ports.ts'
import { type Received, finalize, sentInput } from './received.ts'
import { shownInput } from './shown-input.ts'
import { BYTES_PER_SIZE } from './snapshot.ts'

const NONE: readonly never[] = []
const OK = 200
const ACCEPTED = 202

/** Opens the call's step. A journal that cannot take it refuses the call: what left no record did not run. */
export function openStep(received: Received, { record }: World): MaybePromise<Result<OpenedStep>> {
  try {
    const opened = record.open(openingOf(received))
    return isThenable(opened) ? Promise.resolve(opened).then(checked, unopened) : checked(opened)
  } catch (error) {
    return unopened(error)
  }
}

function openingOf(received: Received): Opening {
  const { request, contract, input, secrets } = received
  const { stepId, traceId, principal, role, parentStepId } = request
  const sent = sentInput(received)
  // Of a tool nobody knows, nobody knows what is sensitive either.
  const shown = contract === undefined ? undefined : shownInput(contract, sent)
  return {
    stepId,
    traceId,
    principal,
    role,
    parentStepId,
    toolName: String(request.toolName).slice(0, 128),
    input: secrets.hide(shown),
    inputBytes: input.ok && shown === sent && secrets.texts.length === 0 ? input.size * BYTES_PER_SIZE : Infinity,
    sensitive: contract?.sensitive.input ?? NONE,
    changes: contract?.changes ?? false,
  }
}

function checked(opened: OpenedStep): Result<OpenedStep> {
  return typeof opened?.close === 'function' ? pass(opened) : unopened('it gave no step that can be closed')
}

function unopened(error: unknown): Result<OpenedStep> {
  const message = `The journal could not open a step, so nothing ran: ${messageOf(error)}`
  return refuse('admit', 'environment', 'INTERNAL_ERROR', message)
}

/** Writes how the call ended; gives its outcome once that is recorded. */
export function closeStep(
  step: OpenedStep,
  received: Received,
  ended: Ended,
  { runtime, record }: World,
): MaybePromise<Outcome> {
  const { request, contract, secrets } = received
  const result = finalize(withUri(ended, record, request.stepId), received)
  const { execution } = ended
  execution?.notes.close()
  try {
    const endedAt = execution?.endedAt ?? runtime.now()
    const recorded: unknown = step.close({
      result,
      outputBytes: ended.outputBytes ?? Infinity,
      secrets: secrets.texts,
      sensitive: contract?.sensitive.output ?? NONE,
      statusCode: statusOf(result, ended),
      withheld: ended.withheld,
      interim: ended.isInterim === true,
      endedAt,
      durationMs: endedAt - received.startedAt,
      operations: secrets.hide(execution?.notes.operations ?? NONE),
      violations: secrets.hide(execution?.notes.violations ?? NONE),
      enforced: execution && enforced(received, execution, runtime.limitsMemory),
      attempts: execution?.attempts ?? 0,
      replayOf: ended.replayOf,
    })
    const outcome = outcomeOf(result, request.traceId, request.stepId, ended.replayOf)
    if (!isThenable(recorded)) return outcome
    return Promise.resolve(recorded).then(
      () => outcome,
      (error: unknown) => unrecorded(result, received, error),
    )
  } catch (error) {
    return unrecorded(result, received, error)
  }
}

/** The result; the refusal of an output that the journal keeps says where to read it. */
function withUri({ result, withheld }: Ended, journal: Journal, stepId: string): Result<unknown> {
  const uri = withheld === undefined ? undefined : journal.withheld?.uriOf(stepId)
  if (result.ok || uri === undefined) return result
  const { message, details } = result.error
  const error = { ...result.error, message: `${message} It is kept at ${uri}.`, details: { ...details, uri } }
  return { ok: false, error }
}

/** A tool that ran without a record of how it ended has an unknown outcome. */
function unrecorded(result: Result<unknown>, received: Received, error: unknown): Outcome {
  const { stepId, traceId, toolName } = received.request
  if (!result.ok && !mayHaveActed(result.error.stage)) return outcomeOf(result, traceId, stepId)
  const message = `'${toolName}' ran, but its step could not be recorded: ${messageOf(error)}. Find out what it did before you call it again.`
  const unknown = refuse('execute', 'environment', 'OUTCOME_UNKNOWN', message)
  return outcomeOf(finalize<unknown>(unknown, received), traceId, stepId)
}

function statusOf(result: Result<unknown>, { isInterim }: Ended): number {
  if (!result.ok) return statusCodeOf(result.error.code, result.error.stage)
  return isInterim === true ? ACCEPTED : OK
}

function enforced({ contract }: Received, { isTimedOut }: Execution, limitsMemory: boolean): Enforced | undefined {
  if (contract === undefined) return undefined
  const limits = enforcedBy(contract, limitsMemory)
  return isTimedOut ? { ...limits, lateResult: 'dropped' } : limits
}
