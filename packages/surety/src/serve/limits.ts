/** What one server takes on at most. */
export interface Limits {
  /** Bytes of one HTTP body, and of one line on stdio. */
  readonly maxBodyBytes: number
  readonly maxHeaderBytes: number
  /** Connections over HTTP. */
  readonly maxConnections: number
  /** Requests under way, of all callers together. */
  readonly maxRequests: number
  /** Sessions over HTTP, which only revisions before 2026-07-28 have. */
  readonly maxSessions: number
  /** Streams on which clients wait for notifications. */
  readonly maxStreams: number
  /** Messages in one batch, where the revision has batches. */
  readonly maxBatch: number
  /** Bytes that wait for a client to read them. */
  readonly maxBufferedBytes: number
  /** Tools in one page of the list. Many clients read only the first one. */
  readonly pageSize: number
  /** How long the headers of a request may take to arrive. */
  readonly headersTimeoutMs: number
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutMs: number
  /** How long a client may take to read an answer. */
  readonly writeTimeoutMs: number
  /** After how long without a request a session is forgotten. */
  readonly sessionIdleMs: number
  /** How long a person may take to answer a question, where the approval itself says nothing. */
  readonly questionTimeoutMs: number
  /** How long calls under way may take once the server is told to close. */
  readonly drainMs: number
}

export const LIMITS: Limits = {
  maxBodyBytes: 4 << 20,
  maxHeaderBytes: 16 << 10,
  maxConnections: 4096,
  maxRequests: 2048,
  maxSessions: 4096,
  maxStreams: 1024,
  maxBatch: 100,
  maxBufferedBytes: 16 << 20,
  pageSize: 1000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  writeTimeoutMs: 30_000,
  sessionIdleMs: 1_800_000,
  questionTimeoutMs: 900_000,
  drainMs: 10_000,
}
