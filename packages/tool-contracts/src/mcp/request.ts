import type { CallRequest } from '../call/ports.ts'
import { isRecord } from '../contract/record.ts'
import { LOCAL_PRINCIPAL } from '../journal/journal.ts'
import type { McpRequest } from './server-handlers.ts'
import { META } from './types.ts'

export interface Caller {
  readonly role?: string
  readonly principal?: string
}

/** The call an MCP request asks for. */
export function callRequestOf(request: McpRequest, extra: object, caller: Caller, stepId: string): CallRequest {
  const { name, arguments: input, _meta } = request.params ?? {}
  const meta = isRecord(_meta) ? _meta : {}
  const principal = caller.principal ?? principalOf(extra)
  // Strangers over HTTP would share their keys, and so each other's answers.
  const isSomebody = principal !== LOCAL_PRINCIPAL || !isHttp(extra)
  return {
    toolName: typeof name === 'string' ? name : '',
    input: input ?? {},
    role: caller.role,
    principal,
    traceId: traceIdOf(meta[META.traceparent]) ?? stepId,
    stepId,
    parentStepId: undefined,
    idempotencyKey: isSomebody ? textIn(meta[META.idempotencyKey]) : undefined,
    approvalId: textIn(meta[META.approvalId]),
    signal: signalOf(extra),
    secrets: [],
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Who is known to call: the authenticated client, or else the session; on stdio there is only one. */
function principalOf(extra: object): string {
  const http: unknown = Reflect.get(extra, 'http')
  const auth = [Reflect.get(extra, 'authInfo'), isRecord(http) ? http['authInfo'] : undefined].find(isRecord)
  return textIn(auth?.['clientId']) ?? textIn(Reflect.get(extra, 'sessionId')) ?? LOCAL_PRINCIPAL
}

function isHttp(extra: object): boolean {
  return Reflect.get(extra, 'requestInfo') !== undefined || Reflect.get(extra, 'http') !== undefined
}

/** The trace id of a W3C `traceparent`. */
function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent)?.[1]
}

/** SDK 1 keeps the request's signal on `extra`, SDK 2 on `ctx.mcpReq`. */
function signalOf(extra: object): AbortSignal | undefined {
  const direct: unknown = Reflect.get(extra, 'signal')
  const request: unknown = Reflect.get(extra, 'mcpReq')
  const nested = isRecord(request) ? request['signal'] : undefined
  return [direct, nested].find((signal) => signal instanceof AbortSignal)
}
