import type { Contract } from '../contract/declare.ts'
import type { MaybePromise, Result } from '../outcome.ts'
import type { Produced, Runtime } from './ports.ts'
import { mayRetry } from './retryable.ts'
import { Run } from './run.ts'
import type { OpenStep } from './step.ts'

/** Runs the tool under its limits, again where a retry is configured and safe. */
export function execute(
  contract: Contract,
  input: unknown,
  step: OpenStep,
  runtime: Runtime,
): MaybePromise<Result<Produced>> {
  step.started = true
  step.attempts = 1
  const first = new Run(contract, input, step, runtime).start()
  return runtime.retry.attempts > 1 ? retried(first, contract, input, step, runtime) : first
}

async function retried(
  first: MaybePromise<Result<Produced>>,
  contract: Contract,
  input: unknown,
  step: OpenStep,
  runtime: Runtime,
): Promise<Result<Produced>> {
  const { attempts, backoffMs } = runtime.retry
  let result = await first
  while (!result.ok && step.attempts < attempts && mayRetry(contract, result.error.code)) {
    await pause(Math.min(backoffMs * 2 ** (step.attempts - 1), MAX_PAUSE_MS), step.request.signal)
    if (step.request.signal?.aborted === true) return result
    step.attempts++
    result = await new Run(contract, input, step, runtime).start()
  }
  return result
}

const MAX_PAUSE_MS = 60_000

function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
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
