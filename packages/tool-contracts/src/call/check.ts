import { PASSED, type Result, pass } from '../outcome.ts'
import { needsApproval } from './approve.ts'
import { prepare } from './call.ts'
import { order } from './dependencies.ts'
import { hostFailure } from './ended.ts'
import type { CallRequest, World } from './ports.ts'
import { type Received, finalize, receive } from './received.ts'

/** Would this call be let through, and would it wait for approval? Runs nothing, records nothing, takes no turn. */
export async function check(request: CallRequest, world: World): Promise<Result<Checked>> {
  const received = receive(request, world)
  try {
    return finalize(await checkStages(received, world), received)
  } catch (error) {
    return finalize<Checked>(hostFailure('admit', error), received)
  }
}

async function checkStages(received: Received, world: World): Promise<Result<Checked>> {
  const { request } = received
  const prepared = prepare(received, world, 'peek')
  if (!prepared.ok) return prepared
  const { contract, input } = prepared.value
  const inOrder = world.policy.dependencyOrder === 'enforce' ? await order(contract, request, world.record) : PASSED
  return inOrder.ok ? pass({ needsApproval: needsApproval(contract, request, input) }) : inOrder
}

export interface Checked {
  readonly needsApproval: boolean
}
