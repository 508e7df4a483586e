import type { CapabilityTag, SemanticType } from '@surety/tool-contracts'
import type { JsonSchema, Parsed } from '@surety/tool-contracts/tools'

/** A contract as its file states it, whatever the notation; schemas may still be names that only a server resolves. */
export interface ContractFile {
  /** Relative to the configuration's folder, with `/`. */
  readonly file: string
  readonly tool: string
  readonly description: string | undefined
  readonly inputSchema: SchemaReference | undefined
  readonly outputSchema: SchemaReference | undefined
  readonly guarantees: Guarantees
  readonly limits: StatedLimits
  readonly capabilities: readonly CapabilityTag[]
  readonly semanticTypes: { readonly input: SemanticTypes; readonly output: SemanticTypes }
  readonly idempotent: boolean | undefined
  readonly errors: readonly StatedError[] | undefined
  readonly preconditions: readonly Condition[]
  readonly postconditions: readonly Condition[]
  readonly approval: Approval
  readonly sensitive: readonly string[]
  readonly constraints: readonly string[]
  readonly examples: readonly { readonly input: unknown; readonly output?: unknown }[]
  readonly ignore: readonly Ignored[]
  /** The examples are the last of them. */
  readonly tests: readonly TestCase[]
  /**
   * What the contract's own code finds wrong with an input, which a schema may not say; undefined where it does not answer. Only
   * contracts in code have one.
   */
  readonly inputIssues?: (input: unknown) => Promise<readonly InputIssue[] | undefined>
  /** Line and column of a key, or of the nearest one around it. */
  readonly locate: (path: readonly (string | number)[]) => Place
}

/** A finding the author knows of. */
export interface Ignored {
  readonly code: string
  readonly reason: string
  /** ISO date; from the day after, the finding counts again. */
  readonly until: string | undefined
}

export interface InputIssue {
  readonly path: readonly (string | number)[]
  /** As the end of "must be …". */
  readonly expected: string
}

export interface Place {
  readonly line: number
  readonly column: number
}

export type SchemaReference =
  /** The name of the server's own schema. */
  | { readonly kind: 'name'; readonly name: string }
  /** Written in the contract, or in a file beside it. */
  | { readonly kind: 'schema'; readonly schema: JsonSchema; readonly from: string }

type SemanticTypes = Readonly<Record<string, SemanticType>>

/** Undefined = the contract says nothing. */
export interface Guarantees {
  readonly deterministic: boolean | undefined
  readonly sideEffects: 'none' | 'filesystem' | undefined
  readonly writes: readonly string[]
  readonly network: 'none' | 'any' | readonly string[] | undefined
  readonly maxOutputBytes: number | undefined
  readonly maxExecutionMs: number | undefined
  readonly memoryBytes: number | undefined
  readonly dependencies: readonly string[] | undefined
}

interface StatedLimits {
  readonly timeoutMs: number | undefined
  readonly memoryMb: number | undefined
  readonly maxOutputBytes: number | undefined
}

export interface StatedError {
  readonly code: string
  readonly description: string
  readonly retryable: boolean
}

/** A predicate over `input` (and `output`); an evaluation that fails is a condition that is not met. */
export interface Condition {
  readonly description: string
  readonly errorCode: string
  /** CEL as it is written, or the text of a function. */
  readonly check: string
  readonly holds: (input: unknown, output?: unknown) => Promise<boolean> | boolean
  readonly misfit?: Misfit
}

/** Why a condition cannot be meant for values of these schemas; undefined where it can. */
type Misfit = (schemas: Readonly<Record<'input' | 'output', JsonSchema | undefined>>) => string | undefined

export type Approval =
  | 'never'
  | 'always'
  | {
      /** CEL as it is written, or the text of a function. */
      readonly check: string
      readonly when: (input: unknown) => Promise<boolean> | boolean
      readonly misfit?: Misfit
    }

/** A declared call: a test, or an example, which is one as well. */
export interface TestCase {
  readonly kind: 'test' | 'example'
  readonly name: string
  /** Where in the file it stands: `['tests', 0]`. */
  readonly at: readonly (string | number)[]
  readonly input: unknown
  readonly env: Readonly<Record<string, string>>
  /** `$.created_at`, `$.items[*].id` */
  readonly ignorePaths: readonly string[]
  readonly expect: Expectation | undefined
}

export interface Expectation {
  readonly outputSchema: SchemaReference | undefined
  /** Partial match, of a test with matchers; undefined when nothing is expected of the output. */
  readonly output: unknown
  readonly error: ExpectedError | undefined
}

/** Kinds of failure that a test can expect, by Syrin's names. */
export const ERROR_TYPES = [
  'side_effect',
  'output_explosion',
  'hidden_dependency',
  'unbounded_execution',
  'output_validation',
  'input_validation',
  'execution_error',
] as const
type ErrorType = (typeof ERROR_TYPES)[number]

export interface ExpectedError {
  readonly code: string | undefined
  /** Of an error answer: a text, or matchers. */
  readonly message: unknown
  /** Undefined: an error answer of any kind. */
  readonly type: ErrorType | undefined
  /** What the error answer, or the finding, must speak of. */
  readonly details: Readonly<Record<string, string>>
}

/** Something wrong in a file of the user's, at its place. */
export interface Problem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly fix?: string
  /** The tool whose contract it is, where the file could be read that far. */
  readonly tool?: string
}

/** A JSON Schema with what validates against it. */
export interface CompiledSchema {
  readonly jsonSchema: JsonSchema
  readonly parse: (value: unknown) => Parsed
}
