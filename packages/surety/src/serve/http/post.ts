import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Cancellation } from '../cancellation.ts'
import type { Caller } from '../protocol/peer.ts'
import type { HttpService } from './http-service.ts'

/** One POST whose body has been read. */
export interface Post {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly caller: Caller
  readonly http: HttpService
  /** Of the whole request. */
  readonly cancellation: Cancellation
}
