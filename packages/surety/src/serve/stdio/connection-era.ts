import { isModern } from '../../connect/era.ts'
import { unsupportedVersion } from '../protocol/describe-server.ts'
import { strayRequest } from '../protocol/envelope.ts'
import type { Peer } from '../protocol/peer.ts'
import type { Answer, Request } from '../wire/rpc.ts'

/** Which era a connection is of: the first request that needs one settles it for good. */
export class ConnectionEra {
  private settled: Peer['era'] | undefined

  get isLegacy(): boolean {
    return this.settled === 'legacy'
  }

  get isModern(): boolean {
    return this.settled === 'modern'
  }

  /** Why the request does not belong to it. */
  problemWith({ method, params }: Request): (Answer & { readonly ok: false }) | undefined {
    if (this.isLegacy) return undefined
    const claimsModern = isModern(params)
    if (this.isModern && method === 'initialize' && !claimsModern)
      return unsupportedVersion(String(params['protocolVersion']))
    if (!this.isModern && !claimsModern) {
      this.settled = 'legacy'
      return undefined
    }
    const problem = strayRequest(params)
    // A client may ask what there is before it decides.
    if (problem === undefined && method !== 'server/discover') this.settled = 'modern'
    return problem
  }
}
