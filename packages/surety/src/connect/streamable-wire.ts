import { setTimeout as pause } from 'node:timers/promises'
import { MODERN_VERSION } from './era.ts'
import { EventStream } from './event-stream.ts'
import { type Fetched, type HttpServer, fetchFrom, unreachable } from './http-server.ts'
import { noAnswer, refusal } from './http-status.ts'
import { type Incoming, type Message, readIncoming, readLong } from './incoming.ts'
import { modernHeaders } from './modern-headers.ts'
import { chunksOf, readBody } from './read-body.ts'
import type { Listener, Outgoing, Request, Wire } from './wire.ts'

/** How long a message may take to be accepted that needs no answer, and a stream to end after its answer. */
const COURTESY_MS = 2000
const RETRY_MS = 1000
const JSON_EITHER_WAY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Streamable HTTP: every message is a POST, answered by JSON or by a stream of events. */
export class StreamableWire implements Wire {
  /** The HTTP status of the last answer. */
  status: number | undefined
  private readonly server: HttpServer
  private readonly listener: Listener
  private readonly underWay = new Map<number, AbortController>()
  private session: string | undefined

  constructor(server: HttpServer, listener: Listener) {
    this.server = server
    this.listener = listener
  }

  async send({ request, message, text }: Outgoing): Promise<void> {
    if (request === undefined) return this.tell(message, text)
    const controller = new AbortController()
    this.underWay.set(request.id, controller)
    try {
      await this.ask(message, text, request, controller)
    } catch (error) {
      this.listener.fail(request.id, { kind: 'closed', reason: unreachable(this.server.url, error) })
    } finally {
      this.underWay.delete(request.id)
    }
  }

  abandon(id: number): void {
    this.underWay.get(id)?.abort()
  }

  async close(): Promise<void> {
    for (const controller of this.underWay.values()) controller.abort()
    if (this.session === undefined) return
    const signal = AbortSignal.timeout(COURTESY_MS)
    await drop(await fetchFrom(this.server, this.server.url, { method: 'DELETE', headers: this.headers(), signal }))
  }

  private async tell(message: Message, text: string): Promise<void> {
    // The modern era has nothing to tell: whoever hangs up has cancelled.
    if (this.listener.version === MODERN_VERSION) return
    await drop(await this.post(message, text, AbortSignal.timeout(COURTESY_MS)))
  }

  private async ask(message: Message, text: string, request: Request, controller: AbortController): Promise<void> {
    const { id } = request
    const posted = await this.post(message, text, controller.signal, request.inputSchema)
    if (!posted.ok) return this.listener.fail(id, { kind: 'closed', reason: posted.reason })
    const { response } = posted
    this.status = response.status
    this.session ??= response.headers.get('mcp-session-id') ?? undefined
    const type = response.headers.get('content-type') ?? ''
    const refused = refusal(this.server.url, response, this.session !== undefined)
    if (refused !== undefined) this.listener.fail(id, refused)
    else if (type.startsWith('text/event-stream')) await this.follow(response, request, controller)
    else if (type.startsWith('application/json')) await this.readJson(response, request)
    this.listener.fail(id, noAnswer(this.server.url, response))
    await drop(posted)
  }

  private post(message: Message, body: string, signal: AbortSignal, inputSchema?: unknown): Promise<Fetched> {
    const headers = { ...JSON_EITHER_WAY, ...this.headers(), ...modernHeaders(message, inputSchema) }
    return fetchFrom(this.server, this.server.url, { method: 'POST', headers, body, signal })
  }

  private headers(): Readonly<Record<string, string>> {
    return {
      ...(this.session !== undefined && { 'mcp-session-id': this.session }),
      ...(this.listener.version !== undefined && { 'mcp-protocol-version': this.listener.version }),
    }
  }

  private async readJson(response: Response, { id, maxBytes }: Request): Promise<void> {
    const read = await readBody(response, maxBytes)
    if (read.ok) return this.hear(readIncoming(read.body), id)
    this.listener.fail(id, { kind: 'oversize', bytes: read.bytes })
  }

  /** Reads the stream up to the answer; one that breaks off before it is taken up again where the server allows it. */
  private async follow(first: Response, { id, maxBytes }: Request, controller: AbortController): Promise<void> {
    const { signal } = controller
    const events = new EventStream({
      maxBytes: () => maxBytes,
      event: (_, data) => this.hear(readIncoming(data), id),
      long: (message) => this.hear([readLong(message)], id),
    })
    let response = first
    for (;;) {
      await this.drain(response, events, id, controller)
      if (!this.listener.awaits(id) || events.lastId === undefined) return
      await pause(events.retryMs || RETRY_MS, undefined, { signal })
      const headers = { accept: 'text/event-stream', 'last-event-id': events.lastId, ...this.headers() }
      const resumed = await fetchFrom(this.server, this.server.url, { method: 'GET', headers, signal })
      if (!resumed.ok) return this.listener.fail(id, { kind: 'closed', reason: resumed.reason })
      response = resumed.response
      if (response.status !== 200) return this.listener.fail(id, noAnswer(this.server.url, response))
    }
  }

  private async drain(response: Response, events: EventStream, id: number, controller: AbortController): Promise<void> {
    let lingering: NodeJS.Timeout | undefined
    for await (const chunk of chunksOf(response)) {
      events.push(chunk)
      // Reading to the end keeps the connection for the next request, but the server may never end it.
      if (!this.listener.awaits(id)) lingering ??= setTimeout(() => controller.abort(), COURTESY_MS).unref()
    }
    clearTimeout(lingering)
  }

  private hear(heard: readonly (Incoming | undefined)[], about: number): void {
    for (const incoming of heard)
      if (incoming !== undefined && incoming.kind !== 'noise') this.listener.hear(incoming, { about })
  }
}

/** The rest of the body is nobody's concern. */
async function drop(fetched: Fetched): Promise<void> {
  if (fetched.ok && !fetched.response.bodyUsed) await fetched.response.body?.cancel().catch(() => undefined)
}
