/** One call, as agents and auditors see it afterwards. The first eight fields are always there. */
export interface ExecutionStep {
  readonly stepId: string
  /** The step's place in its trace, from 0. */
  readonly index: number
  readonly toolName: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, unknown>>
  readonly durationMs: number
  readonly statusCode: number
  /** ISO 8601, when the call ended. */
  readonly emittedAt: string

  readonly traceId?: string
  readonly principal?: string
  readonly role?: string
  /** Set on a call that another tool made. */
  readonly parentStepId?: string
  readonly code?: string
  readonly stage?: string
  readonly operations?: readonly Operation[]
  readonly violations?: readonly Violation[]
  readonly enforced?: Enforced
  /** How often the tool was run, where it was more than once. */
  readonly attempts?: number
  /** The step whose outcome was given again for the same idempotency key. */
  readonly replayOf?: string
  readonly previousHash?: string
  readonly hash?: string
}

/**
 * What a handler says it did: `{ kind: 'write', target: 'data/a.json' }` (INV-MCP-002). Changes of files (`write`, `create`,
 * `append`, `delete`, `rename`, `truncate`) and `connect` are held to the contract, other kinds are its own words.
 */
export interface Operation {
  readonly kind: string
  readonly target: string
}

/** An invariant the tool broke, whatever its call ended with. */
export interface Violation {
  readonly invariant: string
  readonly message: string
}

/** What the host held the tool to, and what it could not. */
export interface Enforced {
  readonly timeoutMs: number
  readonly maxOutputBytes: number
  readonly memory: boolean
  /** The time ran out; a result that came later was dropped. */
  readonly lateResult?: 'dropped'
}
