import type { ServerResponse } from 'node:http'
import type { Limits } from '../limits.ts'
import { EventStream } from './event-stream.ts'
import { sendJson } from './respond.ts'
import { writeTogether } from './write-together.ts'

/** Answers that leave at once need nobody to watch them. */
const LARGE_BYTES = 64 << 10

/** The answer to one POST: plain JSON, or a stream of events once there was something to say before the end. */
export class Exchange {
  private readonly res: ServerResponse
  private readonly limits: Limits
  private stream: EventStream | undefined

  constructor(res: ServerResponse, limits: Limits) {
    this.res = res
    this.limits = limits
  }

  send(text: string): void {
    this.opened().send(text)
  }

  mention(text: string): void {
    this.opened().mention(text)
  }

  /** The last word: one response, or those to a batch. */
  end(texts: readonly string[], isBatch: boolean, status: number): void {
    writeTogether(() => this.finish(texts, isBatch, status))
  }

  private finish(texts: readonly string[], isBatch: boolean, status: number): void {
    if (this.res.destroyed || this.res.writableEnded) return
    if (this.stream === undefined) sendJson(this.res, status, isBatch ? `[${texts.join(',')}]` : texts.join(''))
    else {
      for (const text of texts) this.stream.send(text)
      this.stream.end()
    }
    this.watch()
  }

  /** Aborted when the client is gone. */
  gone(): AbortSignal {
    const controller = new AbortController()
    if (this.res.destroyed) controller.abort()
    this.res.once('close', () => controller.abort())
    return controller.signal
  }

  private opened(): EventStream {
    return (this.stream ??= new EventStream(this.res, this.limits.maxBufferedBytes))
  }

  /** A client that does not read its answer is cut off; one that only reads slowly is not. */
  private watch(): void {
    if (this.res.writableLength >= LARGE_BYTES)
      this.res.setTimeout(this.limits.writeTimeoutMs, () => this.res.destroy())
  }
}
