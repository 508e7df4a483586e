import type { ServedClient } from '../served.ts'
import type { Fields } from '../wire/rpc.ts'

/** Who calls, and with which role. */
export interface Caller {
  readonly principal: string
  readonly role: string | undefined
  /** One of many who share the name: they must not share each other's answers. */
  readonly isStranger: boolean
}

/** What is known, while a request is answered, of whoever made it. */
export interface Peer extends ServedClient {
  /** Modern: 2026-07-28, where every request says who asks. Legacy: the revisions before, which shake hands first. */
  readonly era: 'legacy' | 'modern'
  readonly caller: Caller
  /** The trace of calls that name none; without it each starts one of its own. */
  readonly traceId: string | undefined
  /** Tells how far the request has come; may be lost on the way. */
  readonly notify: (method: string, params: Fields) => void
}
