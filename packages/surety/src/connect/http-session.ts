import { Conversation } from './conversation.ts'
import { EventWire } from './event-wire.ts'
import type { HttpServer } from './http-server.ts'
import { now } from './now.ts'
import { sessionOver } from './session-over.ts'
import type { Opened, Session } from './session.ts'
import { StreamableWire } from './streamable-wire.ts'

/** How a server answers that knows only the older transport: nothing at this address takes a POST. */
const TAKES_NO_POST: ReadonlySet<number | undefined> = new Set([404, 405])

/** A session with a server that is reached by its address: Streamable HTTP, or the HTTP+SSE that came before it. */
export function connectHttp(server: HttpServer): Session {
  let wire: StreamableWire | undefined
  let session = sessionOver(
    new Conversation((listener) => {
      wire = new StreamableWire(server, listener)
      return wire
    }),
  )

  const open = async (timeoutMs: number): Promise<Opened> => {
    const deadline = now() + timeoutMs
    const opened = await session.open(timeoutMs)
    if (opened.ok || !TAKES_NO_POST.has(wire?.status)) return opened
    const older = sessionOver(new Conversation((listener) => new EventWire(server, listener)))
    const reopened = await older.open(Math.max(1, deadline - now()))
    if (reopened.ok) {
      session = older
      return reopened
    }
    await older.close()
    return { ok: false, reason: `${opened.reason} Nor does it speak the older HTTP+SSE. ${reopened.reason}` }
  }

  return {
    open,
    listTools: (timeoutMs) => session.listTools(timeoutMs),
    callTool: (name, input, limits) => session.callTool(name, input, limits),
    noise: [],
    get problems() {
      return session.problems
    },
    close: () => session.close(),
  }
}
