import type { Contract } from '../contract/declare.ts'
import { MAX_MESSAGE, type Result, messageOf } from '../outcome.ts'
import type { CallRequest, World } from './ports.ts'
import { withRetryable } from './retryable.ts'
import { Secrets } from './secrets.ts'
import { type Snapshot, snapshotInput } from './snapshot.ts'

/** A call as it came in: what is known of it before anything can refuse it. */
export interface Received {
  readonly request: CallRequest
  /** Of the tool, if there is such a tool. */
  readonly contract: Contract | undefined
  readonly input: Snapshot
  /** Grows as the input is parsed and the output comes. */
  readonly secrets: Secrets
  readonly startedAt: number
}

export function receive(request: CallRequest, world: World): Received {
  const startedAt = world.runtime.now()
  const contract = contractOf(request.toolName, world)
  const input = snapshotInput(request.input, world.runtime.inputLimits)
  const secrets = new Secrets(request.secrets)
  if (input.ok && contract !== undefined) secrets.learn(input.value, contract.sensitive.input)
  return { request, contract, input, secrets, startedAt }
}

/** The input as it was sent. */
export function sentInput({ input }: Received): unknown {
  return input.ok ? input.value : undefined
}

/** The call that a handler makes of another tool: in the same trace, by the same caller, hiding the same secrets. */
export function nestedRequest(
  { request, secrets }: Received,
  toolName: string,
  input: unknown,
  signal: AbortSignal,
  { runtime }: World,
): CallRequest {
  const { stepId: parentStepId, role, principal, traceId } = request
  const own = { idempotencyKey: undefined, approvalId: undefined, signal, secrets: secrets.texts }
  return { toolName, input, role, principal, traceId, parentStepId, stepId: runtime.newId(), ...own }
}

/** The result as its caller may see it: it says whether a retry is safe, and shows no secret that a refusal would quote. */
export function finalize<T>(result: Result<T>, { contract, secrets }: Received): Result<T> {
  return secrets.hideIn(withRetryable(result, contract))
}

/** What was thrown, as a sentence that is cut only after it is hidden: half of a secret nobody would recognise. */
export function quote(thrown: unknown, secrets: Secrets): string {
  return secrets.hide(messageOf(thrown, Infinity)).slice(0, MAX_MESSAGE)
}

/** A registry that throws does so again in `admit`, where the refusal is recorded. */
function contractOf(toolName: string, { registry }: World): Contract | undefined {
  try {
    return registry.find(toolName)
  } catch {
    return undefined
  }
}
