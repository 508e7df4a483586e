import { checkMediaTypes } from './media-types.ts'
import type { HttpHandler } from './handle-request.ts'
import { RETRY, refusal, refuse } from './respond.ts'

/** GET: the stream on which a session is told what nobody asked for. */
export const listenInSession: HttpHandler = (req, res, { principal }, { sessions, streams, service }) => {
  const wrong = checkMediaTypes(req)
  if (wrong !== undefined) return refuse(res, wrong, service.log, { principal })
  const session = sessions.of(req, principal)
  if ('status' in session) return refuse(res, session, service.log, { principal })
  if (streams.isFull) return refuse(res, refusal(503, 'Too many streams are open.', RETRY), service.log, { principal })
  const stream = streams.add(
    res,
    () => {
      session.streams.delete(stream)
      session.usedAt = performance.now()
    },
    (open) => open.end(),
  )
  session.streams.add(stream)
}

/** DELETE: the client needs its session no longer; what runs in it is aborted. */
export const endSession: HttpHandler = (req, res, { principal }, { sessions, service }) => {
  const session = sessions.of(req, principal)
  if ('status' in session) return refuse(res, session, service.log, { principal })
  sessions.end(session)
  res.writeHead(200, { 'content-length': 0 }).end()
}
