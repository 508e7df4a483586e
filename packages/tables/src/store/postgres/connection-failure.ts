import type { FailureKind } from '../store-failure.ts'

const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  // Node names the call that failed: `connect ECONNREFUSED 127.0.0.1:5432`.
  [/\b(connect|getaddrinfo) E[A-Z_]+/, 'unreachable'],
  [/\b(read|write) E[A-Z]+/, 'connection_lost'],
  // The driver `pg` gives its own errors no code.
  [/client password must be a/, 'authentication'],
  [/timeout exceeded when trying to connect/, 'timeout'],
  [/Connection terminated due to connection timeout/, 'unreachable'],
  [/not queryable/, 'unreachable'],
  [/Connection terminated|Query read timeout/, 'connection_lost'],
]

/** What the message of an error of Node or of the driver `pg` says about the connection. */
export function failureKindOfConnection(message: string): FailureKind | undefined {
  return KINDS.find(([pattern]) => pattern.test(message))?.[1]
}
