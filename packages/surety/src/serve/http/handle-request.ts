import type { IncomingMessage, ServerResponse } from 'node:http'
import { MODERN_VERSION } from '../../connect/era.ts'
import { type Identity, authenticate } from '../identity/authenticate.ts'
import type { Caller } from '../protocol/peer.ts'
import { checkHost, corsHeaders } from './allowed-hosts.ts'
import { endSession, listenInSession } from './session-requests.ts'
import { handlePost } from './handle-post.ts'
import { answerHealth, isHealthPath } from './health.ts'
import type { HttpService } from './http-service.ts'
import { RETRY, type HttpRefusal, refusal, refuse } from './respond.ts'

export const PATH = '/mcp'

/** One HTTP request, from its headers on. What is refused here is refused before a byte of its body is read. */
export async function handleRequest(req: IncomingMessage, res: ServerResponse, http: HttpService): Promise<void> {
  const { log, workload } = http.service
  const path = pathOf(req)
  const misled = checkHost(req, http.hosts)
  if (misled !== undefined) return refuse(res, misled, log, { path })
  if (isHealthPath(path)) return answerHealth(path, res, http)
  if (path !== PATH) return refuse(res, refusal(404, `MCP is served at ${PATH}.`), log)

  const cors = corsHeaders(req, http.hosts)
  if (cors !== undefined) res.setHeaders(new Map(Object.entries(cors)))
  if (req.method === 'OPTIONS' && cors !== undefined) return void res.writeHead(204).end()
  const handler = handlerFor(req)
  if (!('handle' in handler)) return refuse(res, handler, log, { method: req.method })

  if (workload.isClosing) return refuse(res, CLOSING, log)
  const identity = authenticate(req.headers.authorization, http.identity)
  const caller = callerOf(identity instanceof Promise ? await identity : identity)
  if ('status' in caller) return refuse(res, caller, log)
  return handler.handle(req, res, caller, http)
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

export type HttpHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  caller: Caller,
  http: HttpService,
) => void | Promise<void>

const CLOSING = refusal(503, 'The server is closing.', { ...RETRY, connection: 'close' })

const HANDLERS: ReadonlyMap<string | undefined, { readonly handle: HttpHandler }> = new Map([
  ['POST', { handle: handlePost }],
  ['GET', { handle: listenInSession }],
  ['DELETE', { handle: endSession }],
])

/** Sessions, and with them GET and DELETE, are of the revisions before 2026-07-28. */
function handlerFor({ method, headers }: IncomingMessage): { readonly handle: HttpHandler } | HttpRefusal {
  const handler = HANDLERS.get(method)
  const isModern = headers['mcp-protocol-version'] === MODERN_VERSION
  if (handler !== undefined && (method === 'POST' || !isModern)) return handler
  const allow = isModern ? 'POST' : 'GET, POST, DELETE'
  return refusal(405, `There is nothing to ${String(method)} here.`, { allow })
}

function callerOf(identity: Identity): Caller | HttpRefusal {
  switch (identity.kind) {
    case 'known':
      return identity.caller
    case 'unavailable':
      return refusal(503, identity.reason, RETRY)
    case 'unknown': {
      const { error, reason } = identity
      const why = error === undefined ? '' : `, error="${error}", error_description="${reason}"`
      return refusal(401, reason, { 'www-authenticate': `Bearer realm="surety"${why}` })
    }
  }
}
