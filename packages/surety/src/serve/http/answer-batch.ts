import { batchProblem } from '../protocol/batch.ts'
import { readMessage } from '../wire/read-message.ts'
import { RPC, type Request, failed, idInUse, responseText } from '../wire/rpc.ts'
import { answerInSession } from './answer-legacy.ts'
import { Exchange } from './exchange.ts'
import type { Post } from './post.ts'
import { refuse } from './respond.ts'
import type { Session } from './session.ts'

/** A batch, in a session of the revision that has them. */
export async function answerBatch(values: readonly unknown[], post: Post): Promise<void> {
  const { req, res, caller, http } = post
  const { principal } = caller
  const { log, limits } = http.service
  const session = http.sessions.of(req, principal)
  if ('status' in session) return refuse(res, session, log, { principal })
  const problem = batchProblem(values, session.connection.version, limits.maxBatch)
  if (problem !== undefined) return refuse(res, { status: 400, answer: problem }, log, { principal })
  const read = values.map(readMessage)
  const messages = read.flatMap((one) => (one.ok ? [one.message] : []))
  for (const message of messages) if (message.kind !== 'request') session.connection.hear(message)
  const requests = messages.filter((message): message is Request => message.kind === 'request')
  const wrong = read.flatMap((one) => (one.ok ? [] : [responseText(one.id, one)]))
  if (requests.length + wrong.length === 0) return void res.writeHead(202).end()
  const exchange = new Exchange(res, limits)
  const answers = await Promise.all(requests.map((request) => answerOne(request, session, exchange, post)))
  exchange.end([...wrong, ...answers], true, 200)
}

async function answerOne(request: Request, session: Session, exchange: Exchange, post: Post): Promise<string> {
  const { connection } = session
  const { workload } = post.http.service
  if (request.method === 'initialize')
    return responseText(request.id, failed(RPC.invalidRequest, 'initialize stands alone.'))
  const cancellation = workload.begin()
  if (!connection.begin(request.id, cancellation)) {
    workload.end(cancellation)
    return responseText(request.id, idInUse())
  }
  try {
    return responseText(request.id, await answerInSession(request, session, exchange, { ...post, cancellation }))
  } finally {
    connection.end(request.id)
    workload.end(cancellation)
  }
}
