import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import { type Answer, type Id, RPC, failed, responseText } from '../wire/rpc.ts'

/** Why a request gets no further. */
export interface HttpRefusal {
  readonly status: number
  readonly answer: Answer & { readonly ok: false }
  readonly headers?: OutgoingHttpHeaders
}

export function refusal(status: number, message: string, headers?: OutgoingHttpHeaders): HttpRefusal {
  return { status, answer: failed(RPC.refused, message), ...(headers !== undefined && { headers }) }
}

/** A second is little for a person and much for a server: by then others have ended. */
export const RETRY: OutgoingHttpHeaders = { 'retry-after': '1' }

/** Answers with the refusal, and logs it. `fields`: what the log may know besides. */
export function refuse(
  res: ServerResponse,
  { status, answer, headers }: HttpRefusal,
  log: Log,
  fields: Readonly<Record<string, unknown>> = {},
  id: Id | null = null,
): void {
  const { code, message } = answer.error
  log('refused', { status, code, reason: message, ...fields })
  sendJson(res, status, responseText(id, answer), headers)
}

export function sendJson(res: ServerResponse, status: number, text: string, headers?: OutgoingHttpHeaders): void {
  if (res.headersSent) return
  const bytes = Buffer.byteLength(text)
  const own = { 'content-type': 'application/json', 'content-length': bytes }
  res.writeHead(status, headers === undefined ? own : { ...own, ...headers })
  // A byte for every character: it is ASCII, which is written faster so.
  res.end(text, bytes === text.length ? 'latin1' : 'utf8')
}
