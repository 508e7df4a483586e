import { isModern } from '../../connect/era.ts'
import { Connection } from '../connection/connection.ts'
import { answer } from '../protocol/answer.ts'
import { shakeHands, unsupportedVersion } from '../protocol/describe-server.ts'
import { capabilitiesIn, strayRequest } from '../protocol/envelope.ts'
import type { Caller, Peer } from '../protocol/peer.ts'
import type { Service } from '../protocol/service.ts'
import { type Subscription, subscriptionTo } from '../protocol/subscription.ts'
import { isId } from '../wire/read-message.ts'
import {
  type Answer,
  type Fields,
  type Id,
  type Message,
  RPC,
  type Request,
  failed,
  idInUse,
  notificationText,
  responseText,
} from '../wire/rpc.ts'

/** The client at the other end of standard input and output. The first request that needs an era settles it for good. */
export class StdioConnection {
  readonly connection: Connection = new Connection()
  private readonly subscriptions = new Map<Id, Subscription>()
  private readonly service: Service
  private readonly caller: Caller
  private readonly send: (text: string) => void
  private era: Peer['era'] | undefined

  constructor(service: Service, caller: Caller, send: (text: string) => void) {
    this.service = service
    this.caller = caller
    this.send = send
  }

  /** The text of the answer; undefined where there is none to give. */
  async receive(message: Message): Promise<string | undefined> {
    if (message.kind === 'request') return this.run(message)
    const { requestId } = message.kind === 'notification' ? message.params : NOTHING
    if (isId(requestId)) this.subscriptions.delete(requestId)
    this.connection.hear(message)
    return undefined
  }

  /** Tells the client that the list of tools has changed: in the modern era once for each subscription. */
  toolsChanged(text: string): void {
    if (this.era === 'legacy') this.send(text)
    for (const { changed } of this.subscriptions.values()) this.send(changed)
  }

  endSubscriptions(): void {
    for (const { ended } of this.subscriptions.values()) this.send(ended)
    this.subscriptions.clear()
  }

  private async run(request: Request): Promise<string | undefined> {
    const { workload } = this.service
    const { id, method } = request
    if (workload.isClosing) return responseText(id, failed(RPC.refused, 'The server is closing.'))
    if (workload.isFull) return this.refused(id, failed(RPC.refused, 'Too many requests are under way.', BUSY))
    const settled = this.settleEra(request)
    if (settled !== undefined) return this.refused(id, settled)
    if (method === 'initialize' && this.era === 'legacy') return this.initialize(request)
    if (method === 'subscriptions/listen' && this.era === 'modern') return this.subscribe(request)
    const controller = workload.begin()
    // Under its own id the refusal would be taken for the answer to the first one.
    if (this.subscriptions.has(id) || !this.connection.begin(id, controller)) {
      workload.end(controller)
      return this.refused(null, idInUse())
    }
    const answered = await answer(request, this.peerFor(request), this.service, controller.signal)
    this.connection.end(id)
    workload.end(controller)
    // Whoever cancelled waits for no answer.
    return controller.signal.aborted && !workload.isClosing ? undefined : responseText(id, answered)
  }

  /** Why the request does not belong to the connection's era. */
  private settleEra({ method, params }: Request): (Answer & { ok: false }) | undefined {
    const claimsModern = isModern(params)
    if (this.era === 'legacy') return undefined
    if (this.era === 'modern')
      return method === 'initialize' && !claimsModern
        ? unsupportedVersion(String(params['protocolVersion']))
        : strayRequest(params)
    if (!claimsModern) {
      this.era = 'legacy'
      return undefined
    }
    const problem = strayRequest(params)
    // A client may ask what there is before it decides.
    if (problem === undefined && method !== 'server/discover') this.era = 'modern'
    return problem
  }

  private initialize({ id, params }: Request): string {
    const { answer: answered, handshake } = shakeHands(params, this.service)
    if (handshake !== undefined) this.connection.agree(handshake)
    return responseText(id, answered)
  }

  private subscribe(request: Request): string | undefined {
    const { id } = request
    const isFull = this.subscriptions.size >= this.service.limits.maxStreams
    const subscription = subscriptionTo(request, this.service)
    if (!subscription.ok) return responseText(id, subscription)
    if (isFull || this.subscriptions.has(id))
      return this.refused(isFull ? id : null, isFull ? failed(RPC.refused, 'Too many subscriptions.') : idInUse())
    this.send(subscription.value.acknowledged)
    if (subscription.value.isEmpty) return subscription.value.ended
    this.subscriptions.set(id, subscription.value)
    return undefined
  }

  private peerFor({ params }: Request): Peer {
    const { connection, caller } = this
    const notify = (method: string, told: Fields): void => this.send(notificationText(method, told))
    if (this.era !== 'legacy')
      return { era: 'modern', caller, capabilities: capabilitiesIn(params), traceId: undefined, notify, ask: undefined }
    const ask: Peer['ask'] = (method, asked, signal) => connection.questions.ask(this.send, method, asked, signal)
    return { era: 'legacy', caller, capabilities: connection.capabilities, traceId: connection.traceId, notify, ask }
  }

  private refused(id: Id | null, refusal: Answer & { ok: false }): string {
    const { code, message } = refusal.error
    this.service.log('refused', { code, reason: message, principal: this.caller.principal })
    return responseText(id, refusal)
  }
}

const BUSY = { retryAfterMs: 1000 }
const NOTHING: Fields = {}
