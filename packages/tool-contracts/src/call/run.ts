import { type MaybePromise, type Refused, type Result, isThenable, pass, refuse } from '../outcome.ts'
import { CallContext, type Running } from './context.ts'
import { type Deadline, type Watch, watchOver } from './deadlines.ts'
import type { Executed } from './ended.ts'
import { failure } from './failure.ts'
import type { Produced } from './ports.ts'
import type { Task } from './task.ts'

/** One run of a tool. The caller has an answer when the time is up, whether or not the handler minds its signal. */
export class Run implements Deadline, Running {
  previous: Deadline | undefined
  next: Deadline | undefined
  readonly task: Task
  ended: string | undefined
  controller: AbortController | undefined
  readonly endsAt: number
  private readonly attempt: number
  private endedAt: number | undefined
  private isTimedOut = false
  private resolve: ((executed: Executed) => void) | undefined
  private stopListening: (() => void) | undefined
  private watch: Watch | undefined

  /** `attempt`: which one it is, from 1. */
  constructor(task: Task, attempt: number) {
    this.task = task
    this.attempt = attempt
    this.endsAt = task.runtime.now() + task.contract.limits.timeoutMs
  }

  start(): MaybePromise<Executed> {
    const { contract, input, runtime } = this.task
    try {
      const answer = runtime.invoke(contract, input, new CallContext(this))
      return isThenable(answer) ? this.waitFor(answer) : this.executed(this.answered(answer))
    } catch (error) {
      return this.executed(this.failed(error))
    }
  }

  private executed(produced: Result<Produced>): Executed {
    const { attempt: attempts, endedAt, isTimedOut, task } = this
    return { produced, execution: { attempts, endedAt, isTimedOut, notes: task.notes } }
  }

  leftMs(): number {
    return this.endsAt - this.task.runtime.now()
  }

  expire(): void {
    this.cut(this.timedOut())
  }

  private waitFor(answer: unknown): Promise<Executed> {
    return new Promise((resolve) => {
      this.resolve = resolve
      // Of anything but a plain promise, a promise of our own: a foreign `then` may throw, or do as it likes.
      const isPlain = answer instanceof Promise && answer.then === Promise.prototype.then
      const running = isPlain ? answer : new Promise((settle) => settle(answer))
      running.then(
        (value) => this.resolve && this.finish(this.answered(value)),
        (error: unknown) => this.resolve && this.finish(this.failed(error)),
      )
      this.watch = watchOver(this.task.contract.limits.timeoutMs, this.task.runtime.now)
      this.watch.add(this)
      this.listenToCaller()
    })
  }

  private listenToCaller(): void {
    const { signal } = this.task.received.request
    if (signal === undefined) return
    const cancel = (): void => this.cut(this.cancelled())
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel)
    this.stopListening = () => signal.removeEventListener('abort', cancel)
  }

  /** The caller is answered in the handler's place, and the handler is told; what it says later is not listened to. */
  private cut(refusal: Refused): void {
    this.ended ??= refusal.error.message
    this.controller?.abort(new Error(this.ended))
    this.finish(refusal)
  }

  private finish(result: Result<Produced>): void {
    this.watch?.remove(this)
    this.stopListening?.()
    this.resolve?.(this.executed(result))
    this.resolve = undefined
  }

  /** A handler that blocks cannot be cut off, but its answer comes too late all the same. */
  private answered(answer: unknown): Result<Produced> {
    this.ended ??= 'The call has been answered.'
    if (this.isLate()) return this.timedOut()
    const { runtime, contract } = this.task
    if (runtime.read === undefined) return pass({ output: answer })
    try {
      return pass(runtime.read(answer, contract))
    } catch (error) {
      return this.failed(error)
    }
  }

  private failed(error: unknown): Result<Produced> {
    this.ended ??= 'The call has failed.'
    if (this.isLate()) return this.timedOut()
    try {
      return failure(error, this.task)
    } catch {
      const message = `'${this.task.contract.toolName}' failed with something that cannot be shown.`
      return refuse('execute', 'tool', 'INTERNAL_ERROR', message)
    }
  }

  private isLate(): boolean {
    this.endedAt = this.task.runtime.now()
    return this.endedAt > this.endsAt
  }

  private timedOut(): Refused {
    this.isTimedOut = true
    const { toolName, limits } = this.task.contract
    const message = `'${toolName}' did not answer within ${limits.timeoutMs} ms; it may have acted, and what it answers later is dropped.`
    return refuse('execute', 'tool', 'TIMEOUT', message, { timeoutMs: limits.timeoutMs })
  }

  private cancelled(): Refused {
    const message = `The caller cancelled '${this.task.contract.toolName}' while it ran; it may have acted.`
    return refuse('execute', 'caller', 'CANCELLED', message)
  }
}
