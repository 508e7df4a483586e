import type { OutgoingHttpHeaders } from 'node:http'
import { randomUUID } from 'node:crypto'
import { Connection } from '../connection/connection.ts'
import type { Handshake } from '../protocol/describe-server.ts'
import type { EventStream } from './event-stream.ts'

/** A client of the legacy era over HTTP. It belongs to whoever opened it. */
export class Session {
  readonly id: string = randomUUID()
  readonly principal: string
  readonly connection: Connection = new Connection()
  /** On which the client listens; what is told goes to the last one. */
  readonly streams: Set<EventStream> = new Set()
  usedAt: number = performance.now()

  constructor(principal: string, handshake: Handshake) {
    this.principal = principal
    this.connection.agree(handshake)
  }

  get headers(): OutgoingHttpHeaders {
    return { 'mcp-session-id': this.id }
  }

  get isIdle(): boolean {
    return !this.connection.isBusy && this.streams.size === 0
  }

  tell(text: string): void {
    Array.from(this.streams).at(-1)?.send(text)
  }

  end(): void {
    this.connection.cancelAll('The session has ended.')
    for (const stream of this.streams) stream.end()
  }
}
