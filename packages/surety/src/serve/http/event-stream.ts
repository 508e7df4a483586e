import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

const KEEP_ALIVE_MS = 15_000
/** From here on what may be lost is left out. */
const CONGESTED_BYTES = 64 << 10

const HEADERS: OutgoingHttpHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Messages to a client over a response that stays open. A client that does not read is cut off. */
export class EventStream {
  private readonly res: ServerResponse
  private readonly maxBufferedBytes: number
  private readonly keepAlive: NodeJS.Timeout

  constructor(res: ServerResponse, maxBufferedBytes: number) {
    this.res = res
    this.maxBufferedBytes = maxBufferedBytes
    res.writeHead(200, HEADERS)
    res.flushHeaders()
    this.keepAlive = setInterval(() => this.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref()
    res.once('close', () => clearInterval(this.keepAlive))
    res.on('error', () => res.destroy())
  }

  send(text: string): void {
    this.write(`event: message\ndata: ${text}\n\n`)
  }

  /** Sends what may be lost on the way. */
  mention(text: string): void {
    if (this.res.writableLength < CONGESTED_BYTES) this.send(text)
  }

  end(): void {
    clearInterval(this.keepAlive)
    if (!this.res.writableEnded) this.res.end()
  }

  private write(frame: string): void {
    if (this.res.writableEnded || this.res.destroyed) return
    if (this.res.writableLength > this.maxBufferedBytes) this.res.destroy()
    else this.res.write(frame)
  }
}
