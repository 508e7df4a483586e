import type { IdentityRules } from '../identity/authenticate.ts'
import type { Service } from '../protocol/service.ts'
import type { HostRules } from './allowed-hosts.ts'
import type { Sessions } from './sessions.ts'
import type { WaitingStreams } from './waiting-streams.ts'

/** What requests over HTTP are answered with. */
export interface HttpService {
  readonly service: Service
  readonly hosts: HostRules
  readonly identity: IdentityRules
  readonly sessions: Sessions
  readonly streams: WaitingStreams
  /** Throws, with the reason, where calls could not be recorded now. */
  readonly ready: () => Promise<void>
}
