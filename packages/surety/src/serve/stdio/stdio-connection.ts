import { Connection } from '../connection/connection.ts'
import { answer } from '../protocol/answer.ts'
import { shakeHands } from '../protocol/describe-server.ts'
import { capabilitiesIn } from '../protocol/envelope.ts'
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
import { ConnectionEra } from './connection-era.ts'
import type { LineWriter } from './line-writer.ts'

/** The client at the other end of standard input and output. */
export class StdioConnection {
  readonly connection: Connection = new Connection()
  private readonly subscriptions = new Map<Id, Subscription>()
  private readonly service: Service
  private readonly caller: Caller
  private readonly writer: Pick<LineWriter, 'write' | 'mention'>
  private readonly era = new ConnectionEra()

  constructor(service: Service, caller: Caller, writer: Pick<LineWriter, 'write' | 'mention'>) {
    this.service = service
    this.caller = caller
    this.writer = writer
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
    if (this.era.isLegacy) this.writer.write(text)
    for (const { changed } of this.subscriptions.values()) this.writer.write(changed)
  }

  endSubscriptions(): void {
    for (const { ended } of this.subscriptions.values()) this.writer.write(ended)
    this.subscriptions.clear()
  }

  private async run(request: Request): Promise<string | undefined> {
    const { workload } = this.service
    const { id, method } = request
    if (workload.isClosing) return responseText(id, failed(RPC.refused, 'The server is closing.'))
    if (workload.isFull) return this.refused(id, failed(RPC.refused, 'Too many requests are under way.', BUSY))
    const problem = this.era.problemWith(request)
    if (problem !== undefined) return this.refused(id, problem)
    if (method === 'initialize' && this.era.isLegacy) return this.initialize(request)
    if (method === 'subscriptions/listen' && this.era.isModern) return this.subscribe(request)
    const cancellation = workload.begin()
    // Under its own id the refusal would be taken for the answer to the first one.
    if (this.subscriptions.has(id) || !this.connection.begin(id, cancellation)) {
      workload.end(cancellation)
      return this.refused(null, idInUse())
    }
    const answered = await answer(request, this.peerFor(request), this.service, cancellation)
    this.connection.end(id)
    workload.end(cancellation)
    // Whoever cancelled waits for no answer.
    return cancellation.aborted && !workload.isClosing ? undefined : responseText(id, answered)
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
    this.writer.write(subscription.value.acknowledged)
    if (subscription.value.isEmpty) return subscription.value.ended
    this.subscriptions.set(id, subscription.value)
    return undefined
  }

  private peerFor({ params }: Request): Peer {
    const { connection, caller } = this
    const notify: Peer['notify'] = (method, told) => this.writer.mention(notificationText(method, told))
    if (!this.era.isLegacy)
      return { era: 'modern', caller, capabilities: capabilitiesIn(params), traceId: undefined, notify, ask: undefined }
    const ask: Peer['ask'] = (method, asked, signal) =>
      connection.questions.ask((text) => this.writer.write(text), method, asked, signal)
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
