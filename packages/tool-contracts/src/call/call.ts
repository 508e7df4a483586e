import type { Contract } from '../contract/declare.ts'
import { type Outcome, type Refused, type Result, isThenable, outcomeOf, pass, refuse } from '../outcome.ts'
import { admit, isFit } from './admit.ts'
import { approve, needsApproval } from './approve.ts'
import { authorize } from './authorize.ts'
import { postconditions, preconditions } from './conditions.ts'
import { dependencies, order } from './dependencies.ts'
import { type Ended, type Executed, type Execution, hostFailure } from './ended.ts'
import { execute } from './execute.ts'
import type { CallRequest, World } from './ports.ts'
import { type Received, finalize, nestedRequest, receive, sentInput } from './received.ts'
import { closeStep, openStep } from './record.ts'
import { replay } from './replay.ts'
import type { CallOther } from './task.ts'
import { validateInput, validateOutput } from './validate.ts'

/** One governed call. Its step is opened before anything can refuse and closed whatever happens: no record, no run. */
export async function call(request: CallRequest, world: World): Promise<Outcome> {
  const received = receive(request, world)
  const opening = openStep(received, world)
  const step = isThenable(opening) ? await opening : opening
  if (!step.ok) return outcomeOf(finalize<unknown>(step, received), request.traceId, request.stepId)
  let ended: Ended
  try {
    ended = await govern(received, world)
  } catch (error) {
    ended = { result: hostFailure('admit', error) }
  }
  return closeStep(step.value, received, ended, world)
}

/** The whole pipeline, top to bottom. The order is the security property: read it here, change it only here. */
async function govern(received: Received, world: World): Promise<Ended> {
  const { request } = received
  const prepared = prepare(received, world, 'take')
  if (!prepared.ok) return { result: prepared }
  const { contract, input } = prepared.value

  if (world.policy.dependencyOrder === 'enforce') {
    const inOrder = await order(contract, request, world.record)
    if (!inOrder.ok) return { result: inOrder }
  }

  if (request.idempotencyKey !== undefined) {
    const earlier = await replay(contract, request, sentInput(received), world)
    if (!earlier.ok) return { result: earlier }
    if (earlier.value !== undefined) return replayed(earlier.value)
  }

  if (needsApproval(contract, request, input)) {
    const approved = await approve(contract, request, input, received.secrets, world.runtime)
    if (!approved.ok) return { result: approved }
    const stillFit = isFit(contract.toolName, world.registry)
    if (!stillFit.ok) return { result: stillFit }
  }

  if (request.signal?.aborted === true) return { result: cancelled(contract) }

  const callOther: CallOther = (toolName, itsInput, signal) =>
    call(nestedRequest(received, toolName, itsInput, signal, world), world)
  return deliver(contract, input, await execute(contract, input, received, world, callOther), received)
}

/** Everything that refuses a call without asking anybody: admit, authorize, validate, preconditions, dependencies. */
export function prepare(received: Received, world: World, ask: 'take' | 'peek'): Result<Prepared> {
  const { request, secrets } = received
  const admitted = admit(request, world, ask)
  if (!admitted.ok) return admitted
  const contract = admitted.value

  const authorized = authorize(contract, request.role, world.policy)
  if (!authorized.ok) return authorized

  const input = validateInput(contract, received.input)
  if (!input.ok) return input
  secrets.learn(input.value, contract.sensitive.input)

  const ready = preconditions(contract, input.value)
  if (!ready.ok) return ready

  const met = dependencies(contract, world.registry)
  if (!met.ok) return met

  return pass({ contract, input: input.value })
}

interface Prepared {
  readonly contract: Contract
  readonly input: unknown
}

/** What the caller gets of what the tool gave: validateOutput, postconditions. Never throws: the tool has acted. */
function deliver(
  contract: Contract,
  input: unknown,
  { produced, execution }: Executed,
  { request, secrets }: Received,
): Ended {
  try {
    if (!produced.ok) return { result: produced, execution }
    if (produced.value.interim === true) return questionOf(request, execution)

    const delivered = validateOutput(contract, produced.value)
    if (!delivered.ok)
      return { result: delivered, execution, ...(contract.changes && { withheld: delivered.withheld }) }
    const { output, bytes } = delivered.value
    secrets.learn(output, contract.sensitive.output)

    const kept = postconditions(contract, input, output)
    if (!kept.ok) return { result: kept, execution }

    return { result: pass(output), execution, outputBytes: bytes }
  } catch (error) {
    return { result: hostFailure('execute', error), execution }
  }
}

/** The outcome of the earlier call under the same key, in the place of this one's. */
function replayed(earlier: Outcome): Ended {
  const result = earlier.ok ? pass(earlier.value) : { ok: false as const, error: earlier.error }
  return { result, replayOf: earlier.stepId }
}

/** The tool asks its caller for more; a tool that called it has nobody to ask. */
function questionOf({ toolName, parentStepId }: CallRequest, execution: Execution): Ended {
  if (parentStepId === undefined) return { result: pass({}), execution, isInterim: true }
  const message = `'${toolName}' asks for more input, which a tool that calls it cannot give.`
  return { result: refuse('execute', 'tool', 'UPSTREAM_FAILED', message), execution }
}

function cancelled({ toolName }: Contract): Refused {
  const message = `The caller cancelled before '${toolName}' was started. Nothing ran.`
  return refuse('approve', 'caller', 'CANCELLED', message)
}
