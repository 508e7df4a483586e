import { statusCodeOf } from '../codes.ts'
import type { Contract } from '../contract/declare.ts'
import type { OpenedStep } from '../journal/journal.ts'
import { redact } from '../journal/redact.ts'
import type { Enforced } from '../journal/step.ts'
import {
  type MaybePromise,
  type Outcome,
  type Result,
  MAX_MESSAGE,
  PASSED,
  isThenable,
  mayHaveActed,
  messageOf,
  outcomeOf,
  pass,
  refuse,
} from '../outcome.ts'
import { enforcedBy } from './enforced.ts'
import { Notes } from './notes.ts'
import type { CallRequest, World } from './ports.ts'
import { settled } from './retryable.ts'
import { Secrets } from './secrets.ts'
import { BYTES_PER_SIZE, type Snapshot, snapshotInput } from './snapshot.ts'

type Call = (request: CallRequest, world: World) => Promise<Outcome>

const NONE: readonly never[] = []
const OK = 200
const ACCEPTED = 202

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
  /** The tool asked for more instead of ending: nothing is settled yet. */
  interim = false
  /** When the handler answered, where it did. */
  endedAt: number | undefined
  private readonly world: World
  private readonly call: Call
  private readonly contract: Contract | undefined
  private readonly startedAt: number
  private readonly secrets: Secrets
  private opened: OpenedStep | undefined
  private replayOf: string | undefined

  constructor(request: CallRequest, world: World, call: Call) {
    this.request = request
    this.input = snapshotInput(request.input, world.runtime.inputLimits)
    this.world = world
    this.call = call
    this.contract = found(request.toolName, world)
    this.startedAt = world.runtime.now()
    this.secrets = new Secrets(request.secrets)
    if (this.input.ok) this.learn('input', this.input.value)
  }

  learn(side: 'input' | 'output', value: unknown): void {
    if (this.contract !== undefined) this.secrets.learn(value, this.contract.sensitive[side])
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
        // Of a tool nobody knows, nobody knows what is sensitive either.
        input: contract === undefined ? undefined : this.secrets.hide(redact(this.sent, contract.sensitive.input)),
        inputBytes: this.input.ok && this.secrets.texts.length === 0 ? this.input.size * BYTES_PER_SIZE : Infinity,
        sensitive: contract?.sensitive.input ?? NONE,
        changes: contract?.changes ?? false,
      })
      if (!isThenable(opened)) return this.begin(opened)
      return Promise.resolve(opened).then((step) => this.begin(step), unopened)
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
    const result = this.told(ended)
    this.notes.close()
    try {
      const recorded: unknown = this.record(result)
      const outcome = outcomeOf(result, traceId, stepId)
      if (!isThenable(recorded)) return outcome
      return Promise.resolve(recorded).then(
        () => outcome,
        (error: unknown) => this.unrecorded(result, error),
      )
    } catch (error) {
      return this.unrecorded(result, error)
    }
  }

  /** The result as it may be told: settled, and without the secrets a refusal would quote. */
  told<T>(ended: Result<T>): Result<T> {
    return this.secrets.hideIn(settled(ended, this.contract))
  }

  /** What was thrown, as a sentence that is cut only after it is hidden: half of a secret nobody would recognise. */
  quote(thrown: unknown): string {
    return this.secrets.hide(messageOf(thrown, Infinity)).slice(0, MAX_MESSAGE)
  }

  reveals(value: unknown): boolean {
    return this.secrets.areIn(value)
  }

  private unrecorded(result: Result<unknown>, error: unknown): Outcome {
    const { stepId, traceId, toolName } = this.request
    if (!result.ok && !mayHaveActed(result.error.stage)) return outcomeOf(result, traceId, stepId)
    const message = `'${toolName}' ran, but its step could not be recorded: ${messageOf(error)}. Find out what it did before you call it again.`
    const unknown = refuse('execute', 'environment', 'OUTCOME_UNKNOWN', message)
    return outcomeOf(this.told<unknown>(unknown), traceId, stepId)
  }

  private record(result: Result<unknown>): MaybePromise<void> {
    const endedAt = this.endedAt ?? this.world.runtime.now()
    return this.opened?.close({
      result,
      outputBytes: this.outputBytes,
      secrets: this.secrets.texts,
      sensitive: this.contract?.sensitive.output ?? NONE,
      statusCode: this.statusOf(result),
      interim: this.interim,
      endedAt,
      durationMs: endedAt - this.startedAt,
      operations: this.secrets.hide(this.notes.operations),
      violations: this.secrets.hide(this.notes.violations),
      enforced: this.enforced(),
      attempts: this.attempts,
      replayOf: this.replayOf,
    })
  }

  callNested(toolName: string, input: unknown, signal: AbortSignal): Promise<Outcome> {
    const { stepId: parentStepId, role, principal, traceId } = this.request
    const stepId = this.world.runtime.newId()
    const who = { role, principal, traceId, stepId, parentStepId }
    const own = { idempotencyKey: undefined, approvalId: undefined, signal, secrets: this.secrets.texts }
    return this.call({ toolName, input, ...who, ...own }, this.world)
  }

  /** The input as it was sent. */
  get sent(): unknown {
    return this.input.ok ? this.input.value : undefined
  }

  /** The tool asks its caller for more; a tool that called it has nobody to ask. */
  toBeContinued(): Result<unknown> {
    if (this.request.parentStepId !== undefined) {
      const message = `'${this.request.toolName}' asks for more input, which a tool that calls it cannot give.`
      return refuse('execute', 'tool', 'UPSTREAM_FAILED', message)
    }
    this.interim = true
    return pass({})
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

  private statusOf(result: Result<unknown>): number {
    if (!result.ok) return statusCodeOf(result.error.code, result.error.stage)
    return this.interim ? ACCEPTED : OK
  }

  private enforced(): Enforced | undefined {
    if (!this.started || this.contract === undefined) return undefined
    const enforced = enforcedBy(this.contract, this.world.runtime.limitsMemory)
    return this.timedOut ? { ...enforced, lateResult: 'dropped' } : enforced
  }
}

/** A registry that throws does so again in `admit`, where the refusal is recorded. */
function found(toolName: string, { registry }: World): Contract | undefined {
  try {
    return registry.find(toolName)
  } catch {
    return undefined
  }
}

function unopened(error: unknown): Result<undefined> {
  const message = `The journal could not open a step, so nothing ran: ${messageOf(error)}`
  return refuse('admit', 'environment', 'INTERNAL_ERROR', message)
}
