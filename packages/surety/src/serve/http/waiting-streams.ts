import type { ServerResponse } from 'node:http'
import type { Limits } from '../limits.ts'
import { EventStream } from './event-stream.ts'

/** The streams on which clients wait for what may happen. */
export class WaitingStreams {
  private readonly open = new Map<EventStream, () => void>()
  private readonly limits: Limits

  constructor(limits: Limits) {
    this.limits = limits
  }

  get isFull(): boolean {
    return this.open.size >= this.limits.maxStreams
  }

  /** `end`: what to say and do where the server ends it; `closed`: whoever ended it. */
  add(res: ServerResponse, closed: () => void, end: (stream: EventStream) => void): EventStream {
    const stream = new EventStream(res, this.limits.maxBufferedBytes)
    this.open.set(stream, () => end(stream))
    res.once('close', () => {
      this.open.delete(stream)
      closed()
    })
    return stream
  }

  endAll(): void {
    for (const end of this.open.values()) end()
  }
}
