import { isRecord } from '@surety/tool-contracts/tools'
import type { Approval } from '../../store/types.ts'
import type { Peer } from '../protocol/peer.ts'
import { refusalIn } from '../protocol/refusal-in.ts'
import type { Service } from '../protocol/service.ts'
import type { ServedCall, ServedResult } from '../served.ts'
import { type Answer, type Fields, RPC, failed, succeeded } from '../wire/rpc.ts'
import { approvalForm } from './approval-form.ts'
import { canBeAsked } from './can-be-asked.ts'
import type { CallerApprovals, Resumed } from './caller-approvals.ts'
import { isOwnState } from './request-state.ts'

/** The name of our question among the input requests of a result. */
const QUESTION = 'approval'

/**
 * The call; where it waits for an approval that the person behind the client may give, that person is asked. Once the answer
 * is recorded the call is made anew with that approval, from its first stage on.
 */
export async function approvedByCaller(
  call: ServedCall,
  params: Fields,
  peer: Peer,
  service: Service,
): Promise<Answer> {
  const { served, callerApprovals } = service
  const { requestState, inputResponses } = params
  if (peer.era === 'modern' && isOwnState(requestState)) {
    const resumed = await callerApprovals?.resume(requestState, call)
    if (callerApprovals === undefined || resumed === undefined)
      return failed(RPC.invalidParams, 'The requestState belongs to no question that was asked here.')
    return resume(call, resumed, inputResponses, service, callerApprovals, peer)
  }
  const result = await served.call(withAnswers(call, peer, params))
  if (callerApprovals === undefined || !canBeAsked(peer)) return succeeded(result)
  const approval = await openApproval(result, call, callerApprovals)
  if (approval === undefined) return succeeded(result)
  if (peer.era === 'modern') return succeeded(await inputRequired(result, approval, call, callerApprovals))
  const isDecided = await decidedByElicitation(approval, call, peer, service, callerApprovals)
  return succeeded(isDecided ? await served.call({ ...call, approvalId: approval.id }) : result)
}

/** The client answers our question, or leaves it open. */
async function resume(
  call: ServedCall,
  { approvalId, traceId }: Resumed,
  inputResponses: unknown,
  { served }: Service,
  callerApprovals: CallerApprovals,
  peer: Peer,
): Promise<Answer> {
  const reply = isRecord(inputResponses) ? inputResponses[QUESTION] : undefined
  await callerApprovals.settle(approvalId, call, reply)
  const result = await served.call({ ...call, approvalId, traceId: call.traceId ?? traceId })
  // Whoever closed the form without a word is not asked again at once.
  const approval = isDismissed(reply) ? undefined : await openApproval(result, call, callerApprovals)
  if (approval === undefined || !canBeAsked(peer)) return succeeded(result)
  return succeeded(await inputRequired(result, approval, call, callerApprovals))
}

/** The approval that the result waits for, if this caller may give it. */
async function openApproval(
  result: ServedResult,
  call: ServedCall,
  callerApprovals: CallerApprovals,
): Promise<Approval | undefined> {
  const refusal = refusalIn(result)
  const approvalId = refusal?.code === 'APPROVAL_REQUIRED' ? refusal.details['approvalId'] : undefined
  return typeof approvalId === 'string' ? callerApprovals.find(approvalId, call) : undefined
}

/** The question of the modern era: a result that asks, and is answered by the same request made again. */
async function inputRequired(
  result: ServedResult,
  approval: Approval,
  call: ServedCall,
  callerApprovals: CallerApprovals,
): Promise<ServedResult> {
  const question = { method: 'elicitation/create', params: { mode: 'form', ...approvalForm(approval) } }
  const requestState = await callerApprovals.stateFor(approval.id, call, refusalIn(result)?.traceId)
  return { resultType: 'input_required', inputRequests: { [QUESTION]: question }, requestState, _meta: result['_meta'] }
}

/** The question of the legacy era: a request of ours in the middle of theirs. */
async function decidedByElicitation(
  approval: Approval,
  call: ServedCall,
  peer: Peer,
  { limits }: Service,
  callerApprovals: CallerApprovals,
): Promise<boolean> {
  const leftMs = Date.parse(approval.expiresAt) - Date.now()
  const timer = AbortSignal.timeout(Math.min(Math.max(1, leftMs || limits.questionTimeoutMs), limits.questionTimeoutMs))
  const signal = AbortSignal.any([call.signal, timer])
  const reply = await peer.ask?.('elicitation/create', approvalForm(approval), signal)
  return callerApprovals.settle(approval.id, call, reply)
}

/** What the client answers to a question of the tool itself goes to the tool. */
function withAnswers(call: ServedCall, { era }: Peer, { inputResponses, requestState }: Fields): ServedCall {
  if (era !== 'modern' || (inputResponses === undefined && requestState === undefined)) return call
  return {
    ...call,
    inputResponses: isRecord(inputResponses) ? inputResponses : undefined,
    requestState: typeof requestState === 'string' ? requestState : undefined,
  }
}

function isDismissed(reply: unknown): boolean {
  return isRecord(reply) && reply['action'] === 'cancel'
}
