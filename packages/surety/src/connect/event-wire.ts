import { EventStream } from './event-stream.ts'
import { type HttpServer, fetchFrom, shown, unreachable } from './http-server.ts'
import { noAnswer, refusal } from './http-status.ts'
import { readIncoming, readLong } from './incoming.ts'
import { chunksOf } from './read-body.ts'
import type { Listener, Outgoing, Wire } from './wire.ts'

/** HTTP+SSE, as servers of 2024-11-05 speak it: one stream carries all answers, and its first event says where to POST. */
export class EventWire implements Wire {
  private readonly server: HttpServer
  private readonly listener: Listener
  private readonly controller = new AbortController()
  /** Undefined once the stream has ended without naming one. */
  private readonly endpoint: Promise<string | undefined>

  constructor(server: HttpServer, listener: Listener) {
    this.server = server
    this.listener = listener
    this.endpoint = new Promise((resolve) => {
      const listen = async (): Promise<void> => {
        const reason = await this.listen(resolve).catch((error: unknown) => unreachable(server.url, error))
        listener.end(reason)
        resolve(undefined)
      }
      void listen()
    })
  }

  async send({ request, text }: Outgoing): Promise<void> {
    const url = await this.endpoint
    if (url === undefined) return
    const headers = { 'content-type': 'application/json' }
    const { signal } = this.controller
    const posted = await fetchFrom(this.server, url, { method: 'POST', headers, body: text, signal })
    if (posted.ok) await posted.response.body?.cancel().catch(() => undefined)
    if (request === undefined) return
    if (!posted.ok) return this.listener.fail(request.id, { kind: 'closed', reason: posted.reason })
    const { response } = posted
    if (!response.ok) this.listener.fail(request.id, refusal(url, response, true) ?? noAnswer(url, response))
  }

  abandon(): void {
    // The answer would come over the stream that all answers share; it is not waited for.
  }

  async close(): Promise<void> {
    this.controller.abort()
  }

  /** Reads the stream to its end, and says why it ended. */
  private async listen(found: (endpoint: string) => void): Promise<string> {
    const { url } = this.server
    const headers = { accept: 'text/event-stream' }
    const opened = await fetchFrom(this.server, url, { method: 'GET', headers, signal: this.controller.signal })
    if (!opened.ok) return opened.reason
    const { response } = opened
    if (!response.ok || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      await response.body?.cancel()
      return `${shown(url)} opens no stream of events: it answered ${response.status} ${response.statusText}.`
    }
    let stray: string | undefined
    const events = new EventStream({
      maxBytes: () => this.listener.maxBytes,
      event: (type, data) => {
        if (type !== 'endpoint') return readIncoming(data).forEach((incoming) => this.listener.hear(incoming))
        const endpoint = endpointIn(data, response.url || url)
        if (endpoint === undefined) stray = data.toString('utf8', 0, 200)
        else found(endpoint)
      },
      long: (message) => {
        const incoming = readLong(message)
        if (incoming !== undefined) this.listener.hear(incoming)
      },
    })
    for await (const chunk of chunksOf(response)) {
      events.push(chunk)
      if (stray !== undefined) return `${shown(url)} names an address of another origin to POST to: ${stray}`
    }
    return `${shown(url)} ended its stream of events.`
  }
}

/** Where to POST; undefined unless it is of the stream's own origin, as headers may hold secrets. */
function endpointIn(data: Buffer, base: string): string | undefined {
  const text = data.toString()
  if (!URL.canParse(text, base)) return undefined
  const endpoint = new URL(text, base)
  return endpoint.origin === new URL(base).origin ? endpoint.href : undefined
}
