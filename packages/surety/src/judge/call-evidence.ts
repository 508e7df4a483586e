import type { Json } from '@surety/tool-contracts/tools'
import type { ContractPath } from './evidence.ts'

/** @internal */
export const PURPOSES = ['test', 'repeat', 'fresh', 'invalid', 'default', 'generated'] as const
/** Why a call was made: `repeat` in the same process, `fresh` in another, `invalid` and `default` as variants. */
export type Purpose = (typeof PURPOSES)[number]

export interface CallEvidence {
  readonly id: number
  readonly purpose: Purpose
  readonly input: Json
  /** The declared test it is, or is a variant of. */
  readonly test: string | undefined
  /** Where in the contract it stands, for the location of a finding. */
  readonly testAt: ContractPath | undefined
  /** The call it repeats or varies. */
  readonly base: number | undefined
  /** Whether the test expects this call to fail. */
  readonly expectsError: boolean
  /** The failure that the test expects to be found, if it names its kind. */
  readonly expects?: ExpectedFailure
  /** JSON paths (`$.created_at`) whose values may differ between repeats. */
  readonly ignorePaths: readonly string[]
  readonly variation: Variation | undefined
  /** Number of the server process that answered. */
  readonly process: number
  readonly answer: Answer
  readonly durationMs: number
  /** Lines on stdout during the call that are no messages. */
  readonly noise: readonly string[]
  /** Expectations and postconditions that did not hold. */
  readonly broken: readonly BrokenPromise[]
  /** The answer came, and then the server died. */
  readonly diedAfter?: Death
  /** On a generated call answered by an error: near variants of its input that were accepted, so that the shape was to blame. */
  readonly acceptedVariants?: readonly Json[]
}

export interface ExpectedFailure {
  readonly type:
    | 'side_effect'
    | 'output_explosion'
    | 'hidden_dependency'
    | 'unbounded_execution'
    | 'output_validation'
    | 'execution_error'
  readonly at: ContractPath
  /** By name, what the finding must speak of. */
  readonly details: Readonly<Record<string, string>>
}

export type Variation =
  | { readonly kind: 'invalid'; readonly path: string; readonly problem: InputProblem; readonly expected: string }
  | { readonly kind: 'default'; readonly path: string; readonly value: Json }

type InputProblem = 'missing' | 'wrong type' | 'out of range' | 'not a member'

export type Answer =
  | ResultAnswer
  | {
      readonly kind: 'error'
      readonly code: number
      readonly message: string
      readonly errorCode: string | undefined
    }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | (Death & { readonly kind: 'died'; readonly stderr: string })
  | { readonly kind: 'memory'; readonly bytes: number; readonly limitBytes: number }
  /** The reader gave up on the reply after this many bytes. */
  | { readonly kind: 'oversize'; readonly bytes: number }

/** How the server ended. */
interface Death {
  readonly exitCode: number | null
  readonly signal: string | null
  /** So many processes ran at once that the sandbox ended it. */
  readonly processes?: number
}

export interface ResultAnswer {
  readonly kind: 'result'
  readonly isError: boolean
  readonly content: readonly Json[]
  readonly structuredContent: Json | undefined
  /** The code an error answer carries, wherever it carries it. */
  readonly errorCode: string | undefined
  /** Set where the answer says, as Surety's hosts do, that a host in the server refused with that code. */
  readonly refusedByHost?: true
  /** UTF-8 bytes of all that the content blocks say, and of structuredContent. */
  readonly contentBytes: number
  readonly structuredBytes: number
  /** Where the output breaks its schema; undefined without a schema to compare. */
  readonly schemaIssues: readonly SchemaIssue[] | undefined
}

export interface SchemaIssue {
  /** JSON pointer. */
  readonly path: string
  /** A sentence that names the path. */
  readonly message: string
}

export interface BrokenPromise {
  /** `tests/0/expect/output/total`, `postconditions/1`. */
  readonly at: ContractPath
  readonly kind: 'postcondition' | 'output' | 'error' | 'schema'
  /** A sentence that tells what does not hold. */
  readonly message: string
}
