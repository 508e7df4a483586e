import type { Contract } from '../contract/declare.ts'
import { keyedHash } from '../journal/keyed-hash.ts'
import { type Outcome, type Result, PASSED, pass, refuse } from '../outcome.ts'
import type { CallRequest, World } from './ports.ts'

const RETRY_AFTER_MS = 100
const MAX_KEY = 256

/** Was this very call made before under the same idempotency key? Then its outcome is given again, and nothing runs. */
export async function replay(
  { toolName }: Contract,
  { principal, stepId, idempotencyKey: key = '' }: CallRequest,
  sent: unknown,
  { record }: World,
): Promise<Result<Outcome | undefined>> {
  if (key.length > MAX_KEY) {
    const message = `An idempotency key has at most ${MAX_KEY} characters; this one has ${key.length}.`
    return refuse('replay', 'caller', 'INVALID_INPUT', message)
  }
  // With whose and which call it is, or callers could compare their own inputs with those of others.
  const inputHash = keyedHash(await record.hashKey(), [principal, toolName, key, sent])
  const claim = await record.claim({ stepId, principal, toolName, key, inputHash })
  switch (claim.state) {
    case 'claimed':
      return PASSED
    case 'done':
      return pass(claim.outcome)
    case 'running': {
      const message = `A call with the idempotency key '${key}' is still running. Ask again for its outcome.`
      return refuse('replay', 'caller', 'CONFLICT', message, { retryAfterMs: RETRY_AFTER_MS })
    }
    case 'conflict': {
      const message = `The idempotency key '${key}' was used for another input. Use a new key for a new call.`
      return refuse('replay', 'caller', 'CONFLICT', message)
    }
  }
}
