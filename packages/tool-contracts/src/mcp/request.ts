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

/** Who is known to call: the user, or else the client that acts for nobody known, or the session; on stdio there is only one. */
function principalOf(extra: object): string {
  const auth = authInfoOf(extra)
  // The SDKs keep a token's claims in `extra`; some verifiers put them beside the client.
  const claims = [auth['extra'], auth].filter(isRecord)
  const user = claims.flatMap((fields) => SUBJECTS.map((name) => idIn(fields[name]))).find((id) => id !== undefined)
  const known = user ?? textIn(auth['clientId'])
  if (known === undefined) return textIn(Reflect.get(extra, 'sessionId')) ?? LOCAL_PRINCIPAL
  // A subject is unique only within its issuer.
  const issuer = claims.map(({ iss }) => textIn(iss)).find((iss) => iss !== undefined)
  return issuer === undefined ? known : `${issuer}#${known}`
}

/** The claims by which verifiers name the user of a token, the standard one first. */
const SUBJECTS = ['sub', 'subject', 'userId', 'user_id'] as const

function authInfoOf(extra: object): Readonly<Record<string, unknown>> {
  const http: unknown = Reflect.get(extra, 'http')
  return [Reflect.get(extra, 'authInfo'), isRecord(http) ? http['authInfo'] : undefined].find(isRecord) ?? {}
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textIn(value)
}

function isHttp(extra: object): boolean {
  return Reflect.get(extra, 'requestInfo') !== undefined || Reflect.get(extra, 'http') !== undefined
}

/** The trace id of a W3C `traceparent`. */
export function traceIdOf(traceparent: unknown): string | undefined {
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
