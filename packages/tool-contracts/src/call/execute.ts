import type { Contract } from '../contract/declare.ts'
import type { MaybePromise } from '../outcome.ts'
import { type Executed, hostFailure } from './ended.ts'
import { Notes } from './notes.ts'
import type { CallerSignal, World } from './ports.ts'
import type { Received } from './received.ts'
import { mayRetry } from './retryable.ts'
import { Run } from './run.ts'
import type { CallOther, Task } from './task.ts'

/** Runs the tool under its limits, again where a retry is configured and safe. Never throws: the tool may have acted. */
export function execute(
  contract: Contract,
  input: unknown,
  received: Received,
  { runtime }: World,
  callOther: CallOther,
): MaybePromise<Executed> {
  const task = { contract, input, received, runtime, callOther, notes: new Notes() }
  try {
    const first = new Run(task, 1).start()
    return runtime.retry.attempts > 1 ? retried(first, task) : first
  } catch (error) {
    return failed(error, task, 1)
  }
}

async function retried(first: MaybePromise<Executed>, task: Task): Promise<Executed> {
  const { contract, runtime, received } = task
  const { attempts: maxAttempts, backoffMs } = runtime.retry
  const { signal } = received.request
  let executed = await first
  for (let attempts = 1; attempts < maxAttempts; attempts += 1) {
    const { produced } = executed
    if (produced.ok || !mayRetry(contract, produced.error.code)) break
    await pause(Math.min(backoffMs * 2 ** (attempts - 1), MAX_PAUSE_MS), signal)
    if (signal?.aborted === true) break
    try {
      executed = await new Run(task, attempts + 1).start()
    } catch (error) {
      return failed(error, task, attempts + 1)
    }
  }
  return executed
}

function failed(error: unknown, { notes }: Task, attempts: number): Executed {
  const execution = { attempts, endedAt: undefined, isTimedOut: false, notes }
  return { produced: hostFailure('execute', error), execution }
}

const MAX_PAUSE_MS = 60_000

function pause(delayMs: number, signal: CallerSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, delayMs)
    signal?.addEventListener('abort', go)
    if (signal?.aborted === true) go()
  })
}
