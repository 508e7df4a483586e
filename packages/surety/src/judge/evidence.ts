import type { Json } from '@surety/tool-contracts/tools'
import type { CallEvidence } from './call-evidence.ts'
import type { ConnectEffect, Effect, InputMutation, NestedCall } from './effect-evidence.ts'

/** Where in a contract file a promise stands, from the root: `['guarantees', 'side_effects']`. */
export type ContractPath = readonly (string | number)[]

/** Everything one run saw. Rules judge it and nothing else. */
export interface RunEvidence {
  readonly tools: readonly ToolEvidence[]
  /** Names in the server's listing, whether judged or not. */
  readonly listed: readonly string[]
  readonly contracts: readonly ContractSummary[]
  readonly contractProblems: readonly ContractProblem[]
  /** Whether the run was narrowed to some tools by name. */
  readonly narrowed: boolean
  readonly server: ServerEvidence
  readonly observable: Observable
  /** Secrets planted in the server's environment; seen in an output, one leaked. */
  readonly canaries: readonly string[]
}

/** A contract file that could be read, whether or not the server lists its tool. */
export interface ContractSummary {
  readonly tool: string
  readonly file: string
  readonly dependencies: readonly string[]
  /** In a narrowed run: whether its tool was asked for by name. */
  readonly asked?: boolean
}

/** Why a contract file, or a part of it, cannot be used. */
export interface ContractProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly fix?: string
  readonly tool?: string
}

/** What belongs to no tool. */
export interface ServerEvidence {
  /** Whether it runs elsewhere, behind a URL. */
  readonly isRemote?: true
  readonly protocolVersion: string | undefined
  /** What the configuration lets it reach, at its start and in every call. */
  readonly network?: 'any' | readonly string[]
  /** Lines on stdout that are no messages and came outside any call. */
  readonly noise: readonly string[]
  /** Effects nobody's calls reproduced. */
  readonly unexplained: readonly Effect[]
  /** Connections that were made while the server started: what goes over them later is not seen. */
  readonly startConnects?: readonly ConnectEffect[]
  /** What the server did wrong in no tool's call: a tool without a name, a version that does not exist. */
  readonly protocolProblems: readonly string[]
  /** What differs from surety.lock and is no listed tool's; absent without a lock. */
  readonly lock?: LockEvidence
}

export interface LockEvidence {
  /** Tools that are pinned and no longer listed. */
  readonly removed: readonly string[]
  /** Tools that are not pinned, and were not listed before the end of the run. */
  readonly appeared: readonly string[]
  /** What differs in how the server is started: `command`, `cwd`, `env`, `url`. */
  readonly launch: readonly string[]
}

/** What the sandbox could see here; `unseen` gives the reason it could not. */
export interface Observable {
  readonly filesystem: Sight
  readonly network: Sight
  readonly process: Sight
  readonly memory: Sight
  /** Of some tool; `inside` tells of which. */
  readonly toolCalls: Sight
}

/** What could be seen of a tool from inside the server, in the calls that were accepted. */
export interface Inside {
  /** Which other tools it calls. */
  readonly toolCalls: Sight
  /** Whether it changes its input; `limited` where only its answers tell. */
  readonly inputs: Sight
}
export type Sight =
  | { readonly how: 'seen' | 'blocked' | 'limited' }
  | { readonly how: 'unseen'; readonly reason: string }

/** All that was seen of one tool. */
export interface ToolEvidence {
  readonly tool: string
  readonly definition: ToolDefinition
  /** Its definition when the run ended; `null` when it was gone, undefined when nobody could ask. */
  readonly definitionAtEnd: ToolDefinition | null | undefined
  /** Another definition that some process of the same server listed from its start; `null` where one did not list it. */
  readonly definitionElsewhere: ToolDefinition | null | undefined
  /** What differs from surety.lock: `description`, `inputSchema`, …, or `added`; undefined without a lock. */
  readonly changedSinceLock: readonly string[] | undefined
  readonly contract: ContractEvidence | undefined
  /** What was wrong with how its calls were answered, though the answers could be read: one came twice. */
  readonly protocolProblems: readonly ProtocolProblem[]
  /** Every call made to it, in order. */
  readonly calls: readonly CallEvidence[]
  readonly effects: readonly Effect[]
  readonly nestedCalls: readonly NestedCall[]
  readonly mutations: readonly InputMutation[]
  /** The programs it started, by name: no effect, but worth knowing. */
  readonly programs: readonly string[]
  /** Why its effects may not all have been seen, though those of others were. */
  readonly blind?: string
  readonly inside: Inside
  /** The same input again and again in processes of their own; undefined unless idempotency was claimed. */
  readonly repetition: Repetition | undefined
  /** Promises nobody could check, and why, besides what `observable` says. */
  readonly unchecked: readonly Unchecked[]
  /** Why its inputs could not be called at all, if so. */
  readonly notCalled: string | undefined
  /** Why not all that was planned was done with it: the run ended before. */
  readonly unfinished?: string
  /** Declared tests for which no server could be started. */
  readonly unrun: readonly UnrunTest[]
  /** Whether every limit here is the tool's own promise or a default: see `limits`. */
  readonly limits: Limits
}

export interface ProtocolProblem {
  readonly problem: string
  /** The call in which it came, as far as it is known. */
  readonly call: number | undefined
}

export interface UnrunTest {
  readonly test: string
  readonly at: ContractPath
  readonly reason: string
}

/** The limits a call was held to: the contract's guarantee, else its limit, else the configuration's, else the default. */
export interface Limits {
  readonly timeoutMs: number
  readonly outputBytes: number
  readonly memoryBytes: number
}

export interface ToolDefinition {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema?: Json
  readonly outputSchema?: Json
  readonly annotations?: Annotations
}

export interface Annotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

export interface ContractEvidence {
  readonly file: string
  readonly promised: Promised
  /** What it says under `limits`. */
  readonly limits?: StatedLimits
  /** Problems found only with the server at hand, such as a schema that does not resolve. */
  readonly problems: readonly ContractProblem[]
  readonly ignored: readonly Ignored[]
}

interface StatedLimits {
  readonly timeoutMs: number | undefined
  readonly memoryMb: number | undefined
  readonly maxOutputBytes: number | undefined
}

/** What the contract promises; undefined = it says nothing. */
export interface Promised {
  readonly deterministic: boolean | undefined
  readonly sideEffects: 'none' | 'filesystem' | undefined
  readonly writes: readonly string[]
  readonly network: 'none' | 'any' | readonly string[] | undefined
  /** What the server may reach in every call: it holds where `network` is omitted. */
  readonly serverNetwork?: 'any' | readonly string[]
  readonly maxOutputBytes: number | undefined
  readonly maxExecutionMs: number | undefined
  readonly memoryBytes: number | undefined
  readonly dependencies: readonly string[] | undefined
  readonly idempotent: boolean | undefined
  /** The codes it may answer with, its conditions' included; undefined without an `errors` list. */
  readonly errors: readonly string[] | undefined
  /** Schema names to compare with the server's own; undefined where the schema is inline, a file or absent. */
  readonly inputSchemaName: string | undefined
  readonly outputSchemaName: string | undefined
  /** Whether it has schemas, its own or by name, that ask something of an input or output. */
  readonly checksInput: boolean
  readonly checksOutput: boolean
  readonly postconditions: readonly string[]
}

interface Ignored {
  readonly code: string
  readonly reason: string
  /** ISO date; from the day after, the finding counts again. */
  readonly until: string | undefined
}

export interface Repetition {
  readonly input: Json
  /** One list per fresh process: what stood after each call with the same input. */
  readonly runs: readonly (readonly RepetitionStep[])[]
}

export interface RepetitionStep {
  /** Canonical text of the answer. */
  readonly answer: string
  /** The state of everything written: a digest of paths and contents, how many files, how many bytes. */
  readonly digest: string
  readonly files: number
  readonly bytes: number
}

export interface Unchecked {
  /** The key of the promise: `deterministic`, `dependencies`. */
  readonly promise: string
  readonly code: string
  readonly reason: string
  /** What to do about it, where that is not to run elsewhere. */
  readonly fix?: string
}
