import type { Cancellation } from '../cancellation.ts'
import { messageOf } from '../message-of.ts'
import { ServedError } from '../served.ts'
import { type Answer, type Request, RPC, failed, succeeded, unknownMethod } from '../wire/rpc.ts'
import { callTool } from './call-tool.ts'
import { stamped } from './complete.ts'
import { discovered } from './describe-server.ts'
import { listTools } from './list-tools.ts'
import type { Peer } from './peer.ts'
import { listNothing, readResource } from './read-resource.ts'
import type { Service } from './service.ts'

export type Method = (
  request: Request,
  peer: Peer,
  service: Service,
  cancellation: Cancellation,
) => Answer | Promise<Answer>

const COMMON: readonly (readonly [string, Method])[] = [
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['resources/list', listNothing('resources')],
  ['resources/templates/list', listNothing('resourceTemplates')],
  ['resources/read', readResource],
]

/** `initialize` and `subscriptions/listen` concern the connection: the transports answer them. */
const METHODS: Readonly<Record<Peer['era'], ReadonlyMap<string, Method>>> = {
  legacy: new Map([...COMMON, ['ping', () => succeeded({})]]),
  modern: new Map([...COMMON, ['server/discover', (_request, _peer, service) => succeeded(discovered(service))]]),
}

/** The answer to one request. Never throws. */
export async function answer(
  request: Request,
  peer: Peer,
  service: Service,
  cancellation: Cancellation,
): Promise<Answer> {
  const { method } = request
  const { principal } = peer.caller
  try {
    const handler = METHODS[peer.era].get(method)
    const answered = handler === undefined ? unknownMethod(method) : await handler(request, peer, service, cancellation)
    if (answered.ok) return peer.era === 'modern' ? stamped(method, answered.result, service) : answered
    return refused(answered)
  } catch (error) {
    if (error instanceof ServedError) return refused(failed(error.code, error.message, error.data))
    service.log('failed', { method, principal, reason: messageOf(error) })
    return failed(RPC.internalError, 'The server failed to answer. Its log tells why.')
  }

  function refused(answered: Answer & { readonly ok: false }): Answer {
    const { code, message } = answered.error
    service.log('refused', { method, code, reason: message, principal })
    return answered
  }
}
