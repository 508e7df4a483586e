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
  let asked = 0
  let thread: Thread | undefined
  let isClosed = false

  function ask(method: keyof Engine, parameters: readonly unknown[]): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('the store is closed'))
    thread ??= startThread(script, place, (ended) => {
      if (thread === ended) thread = undefined
    })
    return thread.ask({ id: ++asked, method, parameters })
  }

  async function close(): Promise<void> {
    if (isClosed) return
    if (thread !== undefined) await ask('close', [])
    isClosed = true
    await thread?.end()
  }

  /* oxlint-disable typescript/no-unsafe-type-assertion -- whatever is asked of it is asked of the engine in the thread */
  const methodOf = (name: string | symbol): unknown =>
    name === 'close' ? close : (...parameters: unknown[]) => ask(name as keyof Engine, parameters)
  return new Proxy({}, { get: (_, name) => methodOf(name) }) as Engine
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}

interface Thread {
  readonly ask: (question: Question) => Promise<unknown>
  readonly end: () => Promise<void>
}

function startThread(script: URL, place: SqlitePlace, onEnd: (thread: Thread) => void): Thread {
  const pending = new Map<number, Pending>()
  // Without the options of this process, which may be for its main script alone.
  const worker = new Worker(script, { workerData: place, execArgv: [] })
  const thread: Thread = {
    ask: (question) =>
      new Promise((resolve, reject) => {
        worker.ref()
        pending.set(question.id, { resolve, reject })
        worker.postMessage(question)
      }),
    async end() {
      worker.ref()
      await worker.terminate()
    },
  }
  const lose = (error: Error): void => {
    onEnd(thread)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', (answer: Answer) => {
    const question = pending.get(answer.id)
    pending.delete(answer.id)
    // Nobody waits: it need not keep the process alive.
    if (pending.size === 0) worker.unref()
    if ('value' in answer) question?.resolve(answer.value)
    else question?.reject(answer.isRow ? new RowError(answer.failure) : new Error(answer.failure))
  })
  worker.on('error', lose)
  worker.on('exit', () => lose(new Error('the thread of the store has ended')))
  return thread
}
