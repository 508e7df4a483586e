import type { Contract } from '../contract/declare.ts'
import { type MaybePromise, type Refusal, type Result, isThenable, pass, refuse } from '../outcome.ts'
import { CallContext, type Running } from './context.ts'
import { type Deadline, type Watch, watchOver } from './deadlines.ts'
import { failure } from './failure.ts'
import type { Produced, Runtime } from './ports.ts'
import type { OpenStep } from './step.ts'

type Refused = { readonly ok: false; readonly error: Refusal }

/** One run of a tool. The caller has an answer when the time is up, whether or not the handler minds its signal. */
export class Run implements Deadline, Running {
  previous: Deadline | undefined
  next: Deadline | undefined
  readonly contract: Contract
  private readonly input: unknown
  readonly step: OpenStep
  ended: string | undefined
  controller: AbortController | undefined
  private readonly runtime: Runtime
  readonly endsAt: number
  private resolve: ((result: Result<Produced>) => void) | undefined
  private unheedCaller: (() => void) | undefined
  private watch: Watch | undefined

  constructor(contract: Contract, input: unknown, step: OpenStep, runtime: Runtime) {
    this.contract = contract
    this.input = input
    this.step = step
    this.runtime = runtime
    this.endsAt = runtime.now() + contract.limits.timeoutMs
  }

  start(): MaybePromise<Result<Produced>> {
    this.step.endedAt = undefined
    this.step.timedOut = false
    try {
      const answer = this.runtime.invoke(this.contract, this.input, new CallContext(this))
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

  private waitFor(answer: unknown): Promise<Result<Produced>> {
    return new Promise((resolve) => {
      this.resolve = resolve
      // Of anything but a plain promise, a promise of our own: a stranger's `then` may throw, or do as it likes.
      const isPlain = answer instanceof Promise && answer.then === Promise.prototype.then
      const running = isPlain ? answer : new Promise((settle) => settle(answer))
      running.then(
        (value) => this.resolve && this.finish(this.answered(value)),
        (error: unknown) => this.resolve && this.finish(this.failed(error)),
      )
      this.watch = watchOver(this.contract.limits.timeoutMs, this.runtime.now)
      this.watch.add(this)
      this.heedCaller()
    })
  }

  private heedCaller(): void {
    const { signal } = this.step.request
    if (signal === undefined) return
    const cancel = (): void => this.cut(this.cancelled())
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel)
    this.unheedCaller = () => signal.removeEventListener('abort', cancel)
  }

  /** The caller is answered in the handler's place, and the handler is told; what it says later is not listened to. */
  private cut(refusal: Refused): void {
    this.ended ??= refusal.error.message
    this.controller?.abort(new Error(this.ended))
    this.finish(refusal)
  }

  private finish(result: Result<Produced>): void {
    this.watch?.remove(this)
    this.unheedCaller?.()
    this.resolve?.(result)
    this.resolve = undefined
  }

  /** A handler that blocks cannot be cut off, but its answer comes too late all the same. */
  private answered(answer: unknown): Result<Produced> {
    this.ended ??= 'The call has been answered.'
    if (this.isLate()) return this.timedOut()
    const { read } = this.runtime
    if (read === undefined) return pass({ output: answer })
    try {
      return pass(read(answer, this.contract))
    } catch (error) {
      return this.failed(error)
    }
  }

  private failed(error: unknown): Result<Produced> {
    this.ended ??= 'The call has failed.'
    if (this.isLate()) return this.timedOut()
    try {
      return failure(error, this.contract, this.input, this.step)
    } catch {
      const message = `'${this.contract.toolName}' failed with something that cannot be shown.`
      return refuse('execute', 'tool', 'INTERNAL_ERROR', message)
    }
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
