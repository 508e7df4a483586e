import { META, traceIdOf } from '@surety/tool-contracts/mcp'
import { isRecord } from '@surety/tool-contracts/tools'
import { approvedByCaller } from '../approvals/approved-by-caller.ts'
import type { Cancellation } from '../cancellation.ts'
import type { ServedCall, ServedResult } from '../served.ts'
import { type Answer, type Fields, RPC, failed, succeeded } from '../wire/rpc.ts'
import type { Method } from './answer.ts'
import type { Peer } from './peer.ts'
import { progressListener } from './progress.ts'
import { refusalIn } from './refusal-in.ts'
import type { Service } from './service.ts'

const NOTHING: Fields = {}

/** One call of a tool, through the governed call. */
export const callTool: Method = async ({ params }, peer, service, cancellation) => {
  const { name, arguments: input = NOTHING } = params
  if (typeof name !== 'string') return failed(RPC.invalidParams, 'tools/call needs the name of a tool.')
  if (!isRecord(input)) return failed(RPC.invalidParams, 'The arguments of a call are an object.')
  const call = callOf(name, input, params, peer, cancellation)
  const isPlain = service.callerApprovals === undefined && params['requestState'] === undefined
  if (isPlain && params['inputResponses'] === undefined)
    return delivered(await service.served.call(call), call, service)
  const answered = await approvedByCaller(call, params, peer, service)
  return answered.ok ? delivered(answered.result, call, service) : answered
}

function callOf(name: string, input: Fields, params: Fields, peer: Peer, cancellation: Cancellation): ServedCall {
  const meta = isRecord(params['_meta']) ? params['_meta'] : NOTHING
  const { principal, role, isStranger } = peer.caller
  return {
    name,
    arguments: input,
    role,
    principal,
    traceId: traceIdOf(meta[META.traceparent]) ?? peer.traceId,
    cancellation,
    get signal() {
      return cancellation.signal
    },
    idempotencyKey: isStranger ? undefined : textIn(meta[META.idempotencyKey]),
    approvalId: textIn(meta[META.approvalId]),
    onProgress: progressListener(meta['progressToken'], peer),
    client: peer,
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The result as the client gets it: the protocol has its own answer for an unknown tool. */
function delivered(result: ServedResult, call: ServedCall, { log }: Service): Answer {
  const refusal = refusalIn(result)
  if (refusal === undefined) return succeeded(result)
  const { code, stage, blame, message, traceId, stepId } = refusal
  if (code === 'RESOURCE_NOT_FOUND' && stage === 'admit')
    return failed(RPC.invalidParams, message, { code, [META.traceId]: traceId, [META.stepId]: stepId })
  const { name: tool, principal, role } = call
  log('refused', { tool, code, stage, blame, principal, role, traceId, stepId })
  return succeeded(result)
}
