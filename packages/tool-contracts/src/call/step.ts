import { statusCodeOf } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import type { OpenedStep } from '../journal/journal.ts'
import type { Enforced } from '../journal/step.ts'
import {
  type MaybePromise,
  type Outcome,
  type Result,
  PASSED,
  mayHaveActed,
  messageOf,
  outcomeOf,
  pass,
  refuse,
} from '../outcome.ts'
import { enforcedBy } from './enforced.ts'
import { mayRetry } from './failure.ts'
import { Notes } from './notes.ts'
import type { CallRequest, World } from './ports.ts'
import { BYTES_PER_SIZE, type Snapshot, snapshotInput } from './snapshot.ts'

type Call = (request: CallRequest, world: World) => Promise<Outcome>

const NONE: readonly never[] = []

/** A call under way: all that its step will say, from before anything can refuse it until it is answered. */
export class OpenStep {
  readonly request: CallRequest
  readonly input: Snapshot
  readonly notes: Notes = new Notes()
  /** The tool was started: whatever happens now, it may have acted. */
  started = false
  attempts = 0
  outputBytes: number = Infinity
  timedOut = false
  /** When the handler answered, where it did. */
  endedAt: number | undefined
  private readonly world: World
  private readonly call: Call
  private readonly contract: Contract | undefined
  private readonly startedAt: number
  private opened: OpenedStep | undefined
  private replayOf: string | undefined

  constructor(request: CallRequest, world: World, call: Call) {
    this.request = request
    this.input = snapshotInput(request.input, world.runtime.inputLimits)
    this.world = world
    this.call = call
    this.contract = world.registry.find(request.toolName)
    this.startedAt = world.runtime.now()
  }

  /** A journal that cannot take the step refuses the call: what left no record did not run. */
  open(): MaybePromise<Result<undefined>> {
    const { stepId, traceId, principal, role, parentStepId } = this.request
    const contract = this.contract
    try {
      const opened = this.world.record.open({
        stepId,
        traceId,
        principal,
        role,
        parentStepId,
        toolName: String(this.request.toolName).slice(0, 128),
        input: this.input.ok ? this.input.value : undefined,
        inputBytes: this.input.ok ? this.input.size * BYTES_PER_SIZE : 0,
        sensitive: contract?.sensitive.input ?? NONE,
        changes: contract?.changes ?? false,
      })
      return opened instanceof Promise ? opened.then((step) => this.begin(step), unopened) : this.begin(opened)
    } catch (error) {
      return unopened(error)
    }
  }

  private begin(opened: OpenedStep): Result<undefined> {
    if (typeof opened?.close !== 'function') return unopened('it gave no step that can be closed')
    this.opened = opened
    return PASSED
  }

  /** The outcome, once it is recorded. A tool that ran without a record of how it ended has an unknown outcome. */
  close(ended: Result<unknown>): MaybePromise<Outcome> {
    const { stepId, traceId } = this.request
    const result = this.settle(ended)
    this.notes.close()
    try {
      const recorded = this.record(result)
      const outcome = outcomeOf(result, traceId, stepId)
      if (!(recorded instanceof Promise)) return outcome
      return recorded.then(
        () => outcome,
        (error: unknown) => this.unrecorded(result, error),
      )
    } catch (error) {
      return this.unrecorded(result, error)
    }
  }

  private unrecorded(result: Result<unknown>, error: unknown): Outcome {
    const { stepId, traceId, toolName } = this.request
    if (!result.ok && !mayHaveActed(result.error.stage)) return outcomeOf(result, traceId, stepId)
    const message = `'${toolName}' ran, but its step could not be recorded: ${messageOf(error)}. Find out what it did before you call it again.`
    const unknown = refuse('execute', 'environment', 'OUTCOME_UNKNOWN', message)
    return outcomeOf(this.settle(unknown), traceId, stepId)
  }

  private record(result: Result<unknown>): MaybePromise<void> {
    const endedAt = this.endedAt ?? this.world.runtime.now()
    return this.opened?.close({
      result,
      outputBytes: this.outputBytes,
      sensitive: this.contract?.sensitive.output ?? NONE,
      statusCode: result.ok ? 200 : statusCodeOf(result.error.code, result.error.stage),
      endedAt,
      durationMs: endedAt - this.startedAt,
      operations: this.notes.operations,
      violations: this.notes.violations,
      enforced: this.enforced(),
      attempts: this.attempts,
      replayOf: this.replayOf,
    })
  }

  callNested(toolName: string, input: unknown, signal: AbortSignal): Promise<Outcome> {
    const { stepId: parentStepId, role, principal, traceId } = this.request
    const stepId = this.world.runtime.newId()
    const who = { role, principal, traceId, stepId, parentStepId }
    return this.call({ toolName, input, ...who, signal, idempotencyKey: undefined }, this.world)
  }

  /** The outcome of the earlier call under the same key, in the place of this one's. */
  replay(earlier: Outcome): Result<unknown> {
    this.replayOf = earlier.stepId
    return earlier.ok ? pass(earlier.value) : { ok: false, error: earlier.error }
  }

  /** An executor that limits memory says so when it had to. */
  mayRaise(code: string): boolean {
    return code === 'MEMORY_EXCEEDED' && this.world.runtime.limitsMemory
  }

  /** A refusal is retryable if its code is and the tool is idempotent (INV-MCP-004). */
  private settle(result: Result<unknown>): Result<unknown> {
    if (result.ok || this.contract === undefined || !mayRetry(this.contract, result.error.code)) return result
    return { ok: false, error: { ...result.error, retryable: true } }
  }

  private enforced(): Enforced | undefined {
    if (!this.started || this.contract === undefined) return undefined
    const enforced = enforcedBy(this.contract, this.world.runtime.limitsMemory)
    return this.timedOut ? { ...enforced, lateResult: 'dropped' } : enforced
  }
}

function unopened(error: unknown): Result<undefined> {
  const message = `The journal could not open a step, so nothing ran: ${messageOf(error)}`
  return refuse('admit', 'environment', 'INTERNAL_ERROR', message)
}
