/** A conversation with one MCP server, over stdio or HTTP; lenient in what it reads, bounded in what it keeps. */
export interface Session {
  /** Handshake: legacy first, then 2026-07-28. */
  readonly open: (timeoutMs: number) => Promise<Opened>
  /** Every page of tools/list; a tool that is none is a problem, not the end of the others. */
  readonly listTools: (timeoutMs: number) => Promise<Listed>
  /** One tools/call; never rejects. */
  readonly callTool: (name: string, input: unknown, limits: CallLimits) => Promise<Reply>
  /** Lines on stdout that were no messages, with the moment they came. */
  readonly noise: readonly Noise[]
  /** What the server did against the protocol without spoiling an answer; each is told once for each tool. */
  readonly problems: readonly ProtocolProblem[]
  /** Nothing more will be asked; pending replies become `closed`. */
  readonly close: () => Promise<void>
}

export interface CallLimits {
  /** Counted over the whole call; progress and pings do not extend it. */
  readonly timeoutMs: number
  /** A longer message is skipped to its end and reported as `oversize`. */
  readonly maxBytes: number
}

export type Opened =
  | { readonly ok: true; readonly server: ServerInfo }
  | { readonly ok: false; readonly reason: string }

export interface ServerInfo {
  readonly name: string | undefined
  readonly version: string | undefined
  readonly protocolVersion: string
}

export type Listed =
  | { readonly ok: true; readonly tools: readonly ListedTool[]; readonly problems: readonly string[] }
  | { readonly ok: false; readonly reason: string }

/** A tool as the server lists it, parsed just far enough; `raw` is what came. */
export interface ListedTool {
  readonly name: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>> | undefined
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined
  readonly annotations: Readonly<Record<string, unknown>> | undefined
  readonly raw: Readonly<Record<string, unknown>>
}

export interface Noise {
  /** Milliseconds since the epoch, with fractions. */
  readonly at: number
  readonly line: string
}

export interface ProtocolProblem {
  /** Milliseconds since the epoch, with fractions. */
  readonly at: number
  readonly text: string
  /** The tool in whose call it came; undefined where it came in none. */
  readonly tool: string | undefined
}

export type Reply = ReplyOutcome & {
  /** When the request was handed to the transport and when the reply was complete: epoch ms, with fractions. */
  readonly sentAt: number
  readonly endedAt: number
}

export type ReplyOutcome =
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>>; readonly bytes: number }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  /** Neither result nor error, or content that is no list of content blocks. */
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | { readonly kind: 'oversize'; readonly bytes: number }
  /** The server went away. */
  | { readonly kind: 'closed'; readonly reason: string }
