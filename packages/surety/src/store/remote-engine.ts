import { Worker } from 'node:worker_threads'
import { RowError } from './database.ts'
import type { Engine } from './engine.ts'

export interface SqlitePlace {
  readonly file: string
  readonly mustExist: boolean
}

/** One question to the engine in the other thread, and its answer. */
export interface Question {
  readonly id: number
  readonly method: keyof Engine
  readonly parameters: readonly unknown[]
}

export type Answer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: string; readonly isRow: boolean }
)

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** An engine in a thread of its own: a commit that waits for the disk does not keep the calls waiting. */
export function remoteEngine(script: URL, place: SqlitePlace): Engine {
  const pending = new Map<number, Pending>()
  let asked = 0
  let worker: Worker | undefined
  let isClosed = false

  function started(): Worker {
    if (worker !== undefined) return worker
    const thread = new Worker(script, { workerData: place })
    thread.on('message', (answer: Answer) => settle(answer, thread))
    thread.on('error', (error: Error) => lose(thread, error))
    thread.on('exit', () => lose(thread, new Error('the thread of the store has ended')))
    worker = thread
    return thread
  }

  function settle(answer: Answer, thread: Worker): void {
    const question = pending.get(answer.id)
    pending.delete(answer.id)
    // Nobody waits: it need not keep the process alive.
    if (pending.size === 0) thread.unref()
    if ('value' in answer) question?.resolve(answer.value)
    else question?.reject(answer.isRow ? new RowError(answer.failure) : new Error(answer.failure))
  }

  function lose(thread: Worker, error: Error): void {
    if (worker === thread) worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function ask(method: keyof Engine, parameters: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isClosed) throw new Error('the store is closed')
      const thread = started()
      thread.ref()
      const question: Question = { id: ++asked, method, parameters }
      pending.set(question.id, { resolve, reject })
      thread.postMessage(question)
    })
  }

  async function close(): Promise<void> {
    if (worker !== undefined) await ask('close', [])
    isClosed = true
    worker?.ref()
    await worker?.terminate()
  }

  /* oxlint-disable typescript/no-unsafe-type-assertion -- whatever is asked of it is asked of the engine in the thread */
  const methodOf = (name: string | symbol): unknown =>
    name === 'close' ? close : (...parameters: unknown[]) => ask(name as keyof Engine, parameters)
  return new Proxy({}, { get: (_, name) => methodOf(name) }) as Engine
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}
