import { randomUUID } from 'node:crypto'
import { LEGACY_VERSION } from '../../connect/era.ts'
import type { Cancellation } from '../cancellation.ts'
import type { Handshake } from '../protocol/describe-server.ts'
import { isId } from '../wire/read-message.ts'
import type { Fields, Id, Notification, Reply } from '../wire/rpc.ts'
import { OpenQuestions } from './open-questions.ts'

/** One client of which something is remembered from request to request: a stdio connection, or a session over HTTP. */
export class Connection {
  /** Until hands are shaken, the newest revision that has a handshake. */
  version: string = LEGACY_VERSION
  capabilities: Fields = {}
  /** The trace of all its calls that name none: 32 hex digits, as in a W3C trace id. */
  readonly traceId: string = randomUUID().replaceAll('-', '')
  readonly questions: OpenQuestions = new OpenQuestions()
  private readonly running = new Map<Id, Cancellation>()

  agree({ version, capabilities }: Handshake): void {
    this.version = version
    this.capabilities = capabilities
  }

  get isBusy(): boolean {
    return this.running.size > 0
  }

  /** Whether the id is free; two requests under one id could not be told apart, nor cancelled. */
  begin(id: Id, cancellation: Cancellation): boolean {
    if (this.running.has(id)) return false
    this.running.set(id, cancellation)
    return true
  }

  end(id: Id): void {
    this.running.delete(id)
  }

  /** What the client says without asking anything. */
  hear(message: Notification | Reply): void {
    if (message.kind === 'reply') return this.questions.settle(message)
    const { requestId } = message.params
    if (message.method === 'notifications/cancelled' && isId(requestId))
      this.running.get(requestId)?.cancel('The client cancelled.')
  }

  /** Nobody waits for any of its requests any more. */
  cancelAll(reason: string): void {
    for (const cancellation of this.running.values()) cancellation.cancel(reason)
  }
}
