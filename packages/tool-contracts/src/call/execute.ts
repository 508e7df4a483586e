import type { Contract } from '../contract/declare.ts'
import type { MaybePromise, Result } from '../outcome.ts'
import { mayRetry } from './failure.ts'
import type { Produced, Runtime } from './ports.ts'
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
    if (step.request.signal?.aborted === true) return result
    await new Promise((resolve) => setTimeout(resolve, backoffMs * 2 ** (step.attempts - 1)))
    step.attempts++
    result = await new Run(contract, input, step, runtime).start()
  }
  return result
}
