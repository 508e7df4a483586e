import type { Contract } from '../contract/declare.ts'
import { type MaybePromise, type Refusal, type Result, pass, refuse } from '../outcome.ts'
import { CallContext } from './context.ts'
import { type Deadline, watchOver } from './deadlines.ts'
import { failure } from './failure.ts'
import type { Produced, Runtime } from './ports.ts'
import type { OpenStep } from './step.ts'

type Refused = { readonly ok: false; readonly error: Refusal }

/** One run of a tool. The caller has an answer when the time is up, whether or not the handler minds its signal. */
export class Run implements Deadline {
  previous: Deadline | undefined
  next: Deadline | undefined
  private readonly contract: Contract
  private readonly input: unknown
  private readonly step: OpenStep
  private readonly runtime: Runtime
  private readonly context: CallContext
  private readonly endsAt: number
  private resolve: ((result: Result<Produced>) => void) | undefined
  private unheedCaller: (() => void) | undefined

  constructor(contract: Contract, input: unknown, step: OpenStep, runtime: Runtime) {
    this.contract = contract
    this.input = input
    this.step = step
    this.runtime = runtime
    this.context = new CallContext(step, contract)
    this.endsAt = runtime.now() + contract.limits.timeoutMs
  }

  start(): MaybePromise<Result<Produced>> {
    if (this.step.request.signal?.aborted === true) return this.cancelled()
    try {
      const answer = this.runtime.invoke(this.contract, this.input, this.context)
      return isThenable(answer) ? this.waitFor(answer) : this.answered(answer)
    } catch (error) {
      return this.failed(error)
    }
  }

  leftMs(): number {
    return this.endsAt - this.runtime.now()
  }

  expire(): void {
    this.cut(this.timedOut())
  }

  private waitFor(running: PromiseLike<unknown>): Promise<Result<Produced>> {
    return new Promise((resolve) => {
      this.resolve = resolve
      watchOver(this.contract.limits.timeoutMs).add(this)
      this.heedCaller()
      running.then(
        (answer) => this.finish(this.answered(answer)),
        (error: unknown) => this.finish(this.failed(error)),
      )
    })
  }

  private heedCaller(): void {
    const { signal } = this.step.request
    if (signal === undefined) return
    const cancel = (): void => this.cut(this.cancelled())
    signal.addEventListener('abort', cancel)
    this.unheedCaller = () => signal.removeEventListener('abort', cancel)
  }

  /** The caller is answered in the handler's place, and the handler is told. */
  private cut(refusal: Refused): void {
    this.context.end(refusal.error.message, true)
    this.finish(refusal)
  }

  private finish(result: Result<Produced>): void {
    watchOver(this.contract.limits.timeoutMs).remove(this)
    this.unheedCaller?.()
    this.resolve?.(result)
  }

  /** A handler that blocks cannot be cut off, but its answer comes too late all the same. */
  private answered(answer: unknown): Result<Produced> {
    this.context.end('The call has been answered.', false)
    if (this.isLate()) return this.timedOut()
    const { read } = this.runtime
    return pass(read === undefined ? { output: answer } : read(answer))
  }

  private failed(error: unknown): Result<Produced> {
    this.context.end('The call has failed.', false)
    return this.isLate() ? this.timedOut() : failure(error, this.contract, this.input, this.step)
  }

  private isLate(): boolean {
    this.step.endedAt = this.runtime.now()
    return this.step.endedAt > this.endsAt
  }

  private timedOut(): Refused {
    this.step.timedOut = true
    const { toolName, limits } = this.contract
    const message = `'${toolName}' did not answer within ${limits.timeoutMs} ms; it may have acted, and what it answers later is dropped.`
    return refuse('execute', 'tool', 'TIMEOUT', message, { timeoutMs: limits.timeoutMs })
  }

  private cancelled(): Refused {
    const message = `The caller cancelled '${this.contract.toolName}' while it ran; it may have acted.`
    return refuse('execute', 'caller', 'CANCELLED', message)
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
