import type { z } from 'zod'
import type { CapabilityTag } from './capabilities.ts'
import type { InputFields, OutputFields, SemanticTypes } from './inferred.ts'
import type { PostconditionPredicate, PreconditionPredicate } from './predicates.ts'

/** An error code of the tool's own (INV-MCP-003). */
export interface DeclaredErrorCode<Code extends string = string> {
  readonly code: Code
  readonly description: string
  /** Only an idempotent tool may declare a retryable code (INV-MCP-004). */
  readonly retryable?: boolean
}

/** What the host cuts off. */
export interface ResourceLimits {
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly maxOutputBytes: number
}

/** Who calls, for an approval function. */
export interface ApprovalContext {
  readonly toolName: string
  readonly role: string | undefined
  readonly principal: string
  readonly traceId: string
}

/** Whether a call waits for an approver: always, never, or for these inputs (anything but `false` waits). */
export type ApprovalRule<Input = Record<string, unknown>> = 'always' | 'never' | ApprovalFunction<Input>['decide']

interface ApprovalFunction<Input> {
  // A method, as those of predicates.
  decide(input: Input, context: ApprovalContext): boolean
}

export interface ToolExample {
  readonly input: unknown
  readonly output?: unknown
}

/**
 * The full contract of one tool: what it needs, what it promises and what it may touch.
 * `Needs` are the tools it calls, `Code` the error codes of its own, those of its conditions included.
 */
export interface DeclaredToolContract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  Name extends string = string,
  Needs extends string = string,
  Code extends string = string,
> {
  readonly toolName: Name
  readonly description: string
  readonly inputSchema: I
  readonly outputSchema: O

  /** Field path (`moduleRef`, `items[].id`) to what the field means. */
  readonly inputSemanticTypes?: SemanticTypes<z.output<I>>
  readonly outputSemanticTypes?: SemanticTypes<z.output<O>>

  readonly preconditions?: readonly PreconditionPredicate<InputFields<I>, Code>[]
  readonly postconditions?: readonly PostconditionPredicate<OutputFields<I, O>, Code>[]

  /** The tools this tool calls; they must be registered and reachable. */
  readonly dependencies?: readonly Needs[]

  /** What the caller's role must grant, at least one. */
  readonly capabilities: readonly CapabilityTag[]

  /** What it leaves out is 30 s, 512 MB and 50 KB. */
  readonly resourceLimits?: Partial<ResourceLimits>

  readonly title?: string
  /** Whether calling twice has the effect of calling once (INV-MCP-004); omitted = no. */
  readonly idempotent?: boolean
  readonly errorCodes?: readonly DeclaredErrorCode<Code>[]
  /** Whether the same input gives the same output. */
  readonly deterministic?: boolean
  /** `filesystem`: writes to the temp directory; `writes` names what else. */
  readonly sideEffects?: 'none' | 'filesystem'
  /** Project paths the tool may change, as globs. */
  readonly writes?: readonly string[]
  /** Endpoints the tool may connect to (`host:port`, `*.example.com:443`, `localhost:80`); omitted = none. */
  readonly network?: 'none' | 'any' | readonly string[]
  readonly approval?: ApprovalRule<InputFields<I>>
  /** Limits and safety rules in prose, for the reader. */
  readonly constraints?: readonly string[]
  readonly examples?: readonly ToolExample[]
  /** Field paths under `input.` or `output.` that are never stored or shown. */
  readonly sensitive?: readonly string[]
  /** The directory every `file-path` must stay inside after normalisation. */
  readonly fileRoot?: string
}

/** A contract that breaks an invariant; `reasons` has all of them. */
export class ContractError extends Error {
  override readonly name: string = 'ContractError'
  readonly reasons: readonly string[]

  constructor(subject: string, reasons: readonly string[]) {
    super(`${subject} is refused:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`)
    this.reasons = reasons
  }
}
