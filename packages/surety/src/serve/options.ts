import type { Readable, Writable } from 'node:stream'
import type { CapabilityTag } from '@surety/tool-contracts'
import type { Store } from '../store/types.ts'
import type { ConfiguredToken } from './identity/configured-tokens.ts'
import type { Limits } from './limits.ts'
import type { WriteLog } from './log.ts'

/** By what clients reach the server. */
export type Transport =
  /** Standard input and output, or two streams in their place. */
  | { readonly stdio: true | { readonly input: Readable; readonly output: Writable } }
  /** `127.0.0.1:7300`, `[::1]:7300`; port 0 takes a free one. */
  | { readonly http: string }

export interface ServeOptions {
  /** Its tokens, its approvals, and whether it is ready. The host brings its journal and its approver itself. */
  readonly store?: Store
  /** What each role may do, for a host that has no policy of its own. Without any policy everybody may call everything. */
  readonly roles?: Readonly<Record<string, readonly CapabilityTag[]>>
  /** The role of callers without a token: on stdio, and on loopback over HTTP. */
  readonly role?: string
  readonly tokens?: readonly ConfiguredToken[]
  readonly approvals?: {
    /** `operator`: whoever has the queue. `caller`: the person behind the client, where it can ask one. Default `operator`. */
    readonly by?: 'operator' | 'caller'
    /** Tools whose calls only an operator approves, also where others ask the caller. */
    readonly operatorOnly?: readonly string[]
    /** How long a call may wait: `15m`. */
    readonly expires?: string
  }
  /** The tool `trace.query`. Default: where there is a journal. */
  readonly trace?: boolean
  /** How the server names itself. Default `surety`, and its version. */
  readonly name?: string
  readonly version?: string
  /** What a model should know to use these tools. */
  readonly instructions?: string
  readonly limits?: Partial<Limits>
  /** Names by which the server may be reached, besides `localhost` and addresses: `tools.example.com`. */
  readonly allowedHosts?: readonly string[]
  /** Web pages that may call: `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[]
  /** Default: one line of JSON each on standard error. */
  readonly log?: WriteLog
}

/** A server at work. */
export interface Serving {
  /** Over HTTP; ends in `/mcp`. */
  readonly url?: string
  /** Refuses new calls, lets those under way finish within `limits.drainMs`, then aborts them. */
  readonly close: () => Promise<void>
  /** Settles when it has been closed; on stdio the end of input closes it. */
  readonly closed: Promise<void>
}
