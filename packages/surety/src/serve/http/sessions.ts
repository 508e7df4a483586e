import type { IncomingMessage } from 'node:http'
import { LEGACY_VERSIONS } from '../../connect/era.ts'
import type { Limits } from '../limits.ts'
import type { Handshake } from '../protocol/describe-server.ts'
import { RPC, failed } from '../wire/rpc.ts'
import { type HttpRefusal, refusal } from './respond.ts'
import { Session } from './session.ts'

const SWEEPS = 4

/** The sessions of one server. */
export class Sessions {
  private readonly byId = new Map<string, Session>()
  private readonly limits: Limits
  private readonly sweeper: NodeJS.Timeout

  constructor(limits: Limits) {
    this.limits = limits
    this.sweeper = setInterval(() => this.forgetIdle(), limits.sessionIdleMs / SWEEPS).unref()
  }

  /** Undefined where there are too many already. */
  open(principal: string, handshake: Handshake): Session | undefined {
    if (this.byId.size >= this.limits.maxSessions) return undefined
    const session = new Session(principal, handshake)
    this.byId.set(session.id, session)
    return session
  }

  /** The session that a request names. Another principal's is as unknown as one that never was. */
  of({ headers }: IncomingMessage, principal: string): Session | HttpRefusal {
    const id = headers['mcp-session-id']
    if (typeof id !== 'string') return refusal(400, 'The Mcp-Session-Id header is missing: initialize first.')
    const session = this.byId.get(id)
    if (session === undefined || session.principal !== principal) return UNKNOWN
    const version = headers['mcp-protocol-version']
    if (version !== undefined && !LEGACY_VERSIONS.includes(String(version)))
      return refusal(400, `Sessions speak ${LEGACY_VERSIONS.join(', ')}, not what MCP-Protocol-Version says.`)
    session.usedAt = performance.now()
    return session
  }

  end(session: Session): void {
    this.byId.delete(session.id)
    session.end()
  }

  tell(text: string): void {
    for (const session of this.byId.values()) session.tell(text)
  }

  endAll(): void {
    clearInterval(this.sweeper)
    for (const session of this.byId.values()) this.end(session)
  }

  private forgetIdle(): void {
    const oldest = performance.now() - this.limits.sessionIdleMs
    for (const session of this.byId.values()) if (session.isIdle && session.usedAt < oldest) this.end(session)
  }
}

const UNKNOWN: HttpRefusal = {
  status: 404,
  answer: failed(RPC.sessionNotFound, 'There is no such session: initialize again.'),
}
