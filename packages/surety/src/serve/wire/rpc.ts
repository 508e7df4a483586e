/** JSON-RPC 2.0 as MCP uses it: the messages, and the errors that the protocol names. */

export type Id = string | number
export type Fields = Readonly<Record<string, unknown>>

export interface Request {
  readonly kind: 'request'
  readonly id: Id
  readonly method: string
  readonly params: Fields
}

export interface Notification {
  readonly kind: 'notification'
  readonly method: string
  readonly params: Fields
}

/** The client's answer to a question of ours. */
export interface Reply {
  readonly kind: 'reply'
  readonly id: Id
  readonly result: Fields | undefined
}

export type Message = Request | Notification | Reply

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** What a request is answered with. */
export type Answer = { readonly ok: true; readonly result: Fields } | { readonly ok: false; readonly error: RpcError }

export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** What the protocol has no code for: a session, a limit, an identity. */
  refused: -32_000,
  sessionNotFound: -32_001,
  /** Of a resource, before 2026-07-28. */
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  /** What the request needs, its client did not say it can do. */
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const

export function succeeded(result: Fields): Answer {
  return { ok: true, result }
}

export function failed(code: number, message: string, data?: unknown): Answer & { readonly ok: false } {
  return { ok: false, error: data === undefined ? { code, message } : { code, message, data } }
}

export function unknownMethod(method: string): Answer & { readonly ok: false } {
  return failed(RPC.methodNotFound, `There is no method '${method.slice(0, 128)}'.`)
}

/** Two requests of one client under one id could not be told apart, nor cancelled. */
export function idInUse(): Answer & { readonly ok: false } {
  return failed(RPC.invalidRequest, 'A request with this id is under way.')
}

/** The text of a response; `id` is null where the request's could not be read. */
export function responseText(id: Id | null, answer: Answer): string {
  const said = answer.ok ? `"result":${JSON.stringify(answer.result)}` : `"error":${JSON.stringify(answer.error)}`
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${said}}`
}

export function notificationText(method: string, params: Fields): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

export function requestText(id: Id, method: string, params: Fields): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}
