import { answer } from '../protocol/answer.ts'
import { capabilitiesIn } from '../protocol/envelope.ts'
import type { Peer } from '../protocol/peer.ts'
import { subscriptionTo } from '../protocol/subscription.ts'
import { type Answer, type Notification, type Request, RPC, notificationText, responseText } from '../wire/rpc.ts'
import { Exchange } from './exchange.ts'
import type { Post } from './post.ts'
import { checkParamHeaders } from './param-headers.ts'
import { RETRY, refusal, refuse } from './respond.ts'

/** A message of 2026-07-28: it says itself all there is to know, and whoever closes the request cancels it. */
export async function answerModern(message: Request | Notification, post: Post): Promise<void> {
  const { req, res, caller, http, cancellation } = post
  const { service } = http
  // Nothing that a client only tells needs to be done over HTTP.
  if (message.kind === 'notification') return void res.writeHead(202).end()
  if (message.method === 'subscriptions/listen') return subscribe(message, post)
  if (message.method === 'tools/call') {
    const tools = service.served.list(caller.role)
    const wrong = checkParamHeaders(message.params, req.headers, tools instanceof Promise ? await tools : tools)
    if (wrong !== undefined) return refuse(res, wrong, service.log, { principal: caller.principal }, message.id)
  }
  const cancel = (): void => cancellation.cancel('The client closed the request.')
  res.once('close', cancel)
  const exchange = new Exchange(res, service.limits)
  const peer: Peer = {
    era: 'modern',
    caller,
    capabilities: capabilitiesIn(message.params),
    traceId: undefined,
    notify: (method, params) => exchange.mention(notificationText(method, params)),
    ask: undefined,
  }
  const answered = await answer(message, peer, service, cancellation)
  res.removeListener('close', cancel)
  exchange.end([responseText(message.id, answered)], false, statusOf(answered))
}

/** Most errors are the content of an answer; these two the revision gives a status of their own. */
const STATUSES: ReadonlyMap<number, number> = new Map([
  [RPC.methodNotFound, 404],
  [RPC.missingCapability, 400],
])

function statusOf(answered: Answer): number {
  return (answered.ok ? undefined : STATUSES.get(answered.error.code)) ?? 200
}

/** `subscriptions/listen`: a stream of what changes, until the client closes it or the server ends it. */
function subscribe(message: Request, { res, caller, http }: Post): void {
  const { service, streams } = http
  const { principal } = caller
  const subscription = subscriptionTo(message, service)
  if (!subscription.ok)
    return refuse(res, { status: 200, answer: subscription }, service.log, { principal }, message.id)
  if (streams.isFull)
    return refuse(res, refusal(503, 'Too many streams are open.', RETRY), service.log, { principal }, message.id)
  const { acknowledged, isEmpty, changed, ended } = subscription.value
  const stream = streams.add(
    res,
    () => stop(),
    (open) => {
      open.send(ended)
      open.end()
    },
  )
  const stop = service.changes.subscribe(() => stream.send(changed))
  stream.send(acknowledged)
  if (!isEmpty) return
  stream.send(ended)
  stream.end()
}
