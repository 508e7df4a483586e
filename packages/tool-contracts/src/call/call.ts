import type { Contract } from '../contract/declare.ts'
import { type Outcome, PASSED, type Result, isThenable, messageOf, outcomeOf, pass, refuse } from '../outcome.ts'
import { admit, isFit } from './admit.ts'
import { approve, needsApproval } from './approve.ts'
import { authorize } from './authorize.ts'
import { postconditions, preconditions } from './conditions.ts'
import { dependencies, order } from './dependencies.ts'
import { execute } from './execute.ts'
import type { CallRequest, World } from './ports.ts'
import { replay } from './replay.ts'
import { OpenStep } from './step.ts'
import { validateInput, validateOutput } from './validate.ts'

/** One governed call. Its step is opened before anything can refuse and closed whatever happens: no record, no run. */
export async function call(request: CallRequest, world: World): Promise<Outcome> {
  const step = new OpenStep(request, world, call)
  const opening = step.open()
  const opened = isThenable(opening) ? await opening : opening
  if (!opened.ok) return outcomeOf(step.told<unknown>(opened), request.traceId, request.stepId)
  let ended: Result<unknown>
  try {
    ended = await govern(step, world)
  } catch (error) {
    ended = stranger(error, step)
  }
  return step.close(ended)
}

/** The whole pipeline, top to bottom. The order is the security property: read it here, change it only here. */
async function govern(step: OpenStep, world: World): Promise<Result<unknown>> {
  const { request } = step
  const prepared = prepare(step, world, 'take')
  if (!prepared.ok) return prepared
  const { contract, input } = prepared.value

  if (world.policy.dependencyOrder === 'enforce') {
    const inOrder = await order(contract, request, world.record)
    if (!inOrder.ok) return inOrder
  }

  if (request.idempotencyKey !== undefined) {
    const earlier = await replay(contract, request, step.sent, world)
    if (!earlier.ok) return earlier
    if (earlier.value !== undefined) return step.replay(earlier.value)
  }

  if (needsApproval(contract, request, input)) {
    const approved = await approve(contract, request, input, world.runtime)
    if (!approved.ok) return approved
    const stillFit = isFit(contract.toolName, world.registry)
    if (!stillFit.ok) return stillFit
  }

  if (request.signal?.aborted === true) return gone(contract)

  const produced = await execute(contract, input, step, world.runtime)
  if (!produced.ok) return produced
  if (produced.value.interim === true) return step.toBeContinued()

  const delivered = validateOutput(contract, produced.value)
  if (!delivered.ok) return delivered
  const { output, bytes } = delivered.value
  step.learn('output', output)

  const kept = postconditions(contract, input, output)
  if (!kept.ok) return kept

  step.outputBytes = bytes
  return pass(output)
}

/** Everything that refuses a call without asking anybody: admit, authorize, validate, preconditions, dependencies. */
function prepare(step: OpenStep, world: World, ask: 'take' | 'peek'): Result<Prepared> {
  const { request } = step
  const admitted = admit(request, world, ask)
  if (!admitted.ok) return admitted
  const contract = admitted.value

  const authorized = authorize(contract, request.role, world.policy)
  if (!authorized.ok) return authorized

  const input = validateInput(contract, step.input)
  if (!input.ok) return input
  step.learn('input', input.value)

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

/** Would this call be let through, and would it wait for approval? Runs nothing, records nothing, takes no turn. */
export async function check(request: CallRequest, world: World): Promise<Result<Checked>> {
  const step = new OpenStep(request, world, call)
  try {
    return step.told(await foresee(step, world))
  } catch (error) {
    return step.told(stranger(error, step))
  }
}

async function foresee(step: OpenStep, world: World): Promise<Result<Checked>> {
  const { request } = step
  const prepared = prepare(step, world, 'peek')
  if (!prepared.ok) return prepared
  const { contract, input } = prepared.value
  const inOrder = world.policy.dependencyOrder === 'enforce' ? await order(contract, request, world.record) : PASSED
  return inOrder.ok ? pass({ needsApproval: needsApproval(contract, request, input) }) : inOrder
}

export interface Checked {
  readonly needsApproval: boolean
}

function gone({ toolName }: Contract): Result<never> {
  const message = `The caller cancelled before '${toolName}' was started. Nothing ran.`
  return refuse('approve', 'caller', 'CANCELLED', message)
}

/** A port broke its promise not to throw: what it was doing is unknown, so the tool may have acted if it was started. */
function stranger(error: unknown, step: OpenStep): Result<never> {
  const message = `The host failed: ${messageOf(error)}`
  return refuse(step.started ? 'execute' : 'admit', 'environment', 'INTERNAL_ERROR', message)
}
