import { answer } from '../protocol/answer.ts'
import { shakeHands } from '../protocol/describe-server.ts'
import type { Peer } from '../protocol/peer.ts'
import { type Answer, type Message, type Request, idInUse, notificationText, responseText } from '../wire/rpc.ts'
import { Exchange } from './exchange.ts'
import type { Post } from './post.ts'
import { RETRY, refusal, refuse, sendJson } from './respond.ts'
import type { Session } from './session.ts'

/** A message of the revisions with a handshake: it opens a session, or belongs to one. */
export async function answerLegacy(message: Message, post: Post): Promise<void> {
  const { req, res, caller, http, cancellation } = post
  const { principal } = caller
  const { service, sessions } = http
  if (message.kind === 'request' && message.method === 'initialize') return openSession(message, post)
  const session = sessions.of(req, principal)
  if ('status' in session) return refuse(res, session, service.log, { principal }, idOf(message))
  if (message.kind !== 'request') {
    session.connection.hear(message)
    return void res.writeHead(202).end()
  }
  if (!session.connection.begin(message.id, cancellation))
    return refuse(res, { status: 400, answer: idInUse() }, service.log, { principal }, message.id)
  const exchange = new Exchange(res, service.limits)
  try {
    const answered = await answerInSession(message, session, exchange, post)
    exchange.end([responseText(message.id, answered)], false, 200)
  } finally {
    session.connection.end(message.id)
    session.usedAt = performance.now()
  }
}

/** The answer to a request in its session. That its connection closes does not cancel it: `notifications/cancelled` does. */
export function answerInSession(
  request: Request,
  { connection }: Session,
  exchange: Exchange,
  { caller, http, cancellation }: Post,
): Promise<Answer> {
  const peer: Peer = {
    era: 'legacy',
    caller,
    capabilities: connection.capabilities,
    traceId: connection.traceId,
    notify: (method, params) => exchange.mention(notificationText(method, params)),
    ask: (method, params, signal) =>
      connection.questions.ask(
        (text) => exchange.send(text),
        method,
        params,
        AbortSignal.any([signal, exchange.gone()]),
      ),
  }
  return answer(request, peer, http.service, cancellation)
}

function openSession(request: Request, { req, res, caller, http }: Post): void {
  const { service, sessions } = http
  const { principal } = caller
  if (req.headers['mcp-session-id'] !== undefined)
    return refuse(res, refusal(400, 'A session is initialized once.'), service.log, { principal }, request.id)
  const { answer: answered, handshake } = shakeHands(request.params, service)
  if (!answered.ok) return refuse(res, { status: 200, answer: answered }, service.log, { principal }, request.id)
  const session = handshake && sessions.open(principal, handshake)
  if (session === undefined)
    return refuse(res, refusal(503, 'Too many sessions are open.', RETRY), service.log, { principal }, request.id)
  sendJson(res, 200, responseText(request.id, answered), session.headers)
}

function idOf(message: Message): string | number | null {
  return message.kind === 'request' ? message.id : null
}
