/** Modules: folders of contracts with a manifest, `modules/<namespace>/<name>/module.yaml`. */
import type { CapabilityTag, SemanticType } from '@surety/tool-contracts'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import type { ContractFile, Guarantees, StatedError } from '../author/contract-file.ts'
import type { PinnedPackage } from './code/packages.ts'

/** A module as it was read, however much is wrong with it. */
export interface Module {
  /** `namespace/name`, as its folder says. */
  readonly ref: string
  /** Absolute and real. */
  readonly folder: string
  /** Its `module.yaml`, relative to the root, with `/`. */
  readonly file: string
  /** Undefined where it cannot be read. */
  readonly manifest: Manifest | undefined
  readonly tools: readonly ModuleTool[]
  /** Every file that the module consists of, sorted by path. */
  readonly sources: readonly SourceFile[]
  /** The packages that its code was loaded with, and those that they need. */
  readonly packages: readonly PinnedPackage[]
  /** What is wrong within its own folder; what concerns several modules is the workspace's to say. */
  readonly diagnostics: readonly Diagnostic[]
}

/** `module.yaml`. */
export interface Manifest {
  readonly ref: string
  readonly semver: string
  readonly description: string
  /** Globs of its contracts, relative to its folder. */
  readonly tools: readonly string[]
  readonly dependsOn: readonly Dependency[]
  /** A table configuration, relative to its folder. */
  readonly tables: string | undefined
}

/** `namespace/name@range` */
export interface Dependency {
  readonly ref: string
  readonly range: string
}

/** A file that the module names: its manifest, contracts, the schemas they name, the table configuration. */
export interface SourceFile {
  /** Relative to the module's folder, with `/`. */
  readonly path: string
  readonly text: string
  readonly sha256: string
}

export interface ModuleTool {
  /** As data: what bundles, generated code and plans are made of. */
  readonly compiled: CompiledTool
  /** With its predicates, for whoever checks a call; undefined for a tool made of a table. */
  readonly contract: ContractFile | undefined
}

/** A contract without code: all that can be stored, compared and published. */
export interface CompiledTool {
  readonly tool: string
  readonly description: string
  /** Where it is declared, relative to the module's folder. */
  readonly file: string
  /** JSON Schema 2020-12 with `x-semantic-type`; undefined where only a live server knows it. */
  readonly inputSchema: JsonSchema | undefined
  readonly outputSchema: JsonSchema | undefined
  readonly semanticTypes: {
    readonly input: Readonly<Record<string, SemanticType>>
    readonly output: Readonly<Record<string, SemanticType>>
  }
  readonly capabilities: readonly CapabilityTag[]
  readonly guarantees: Guarantees
  readonly limits: ContractFile['limits']
  readonly idempotent: boolean | undefined
  readonly errors: readonly StatedError[] | undefined
  readonly preconditions: readonly CompiledCondition[]
  readonly postconditions: readonly CompiledCondition[]
  /** `never`, `always`, or the condition as text. */
  readonly approval: string
  readonly sensitive: readonly string[]
  readonly constraints: readonly string[]
  readonly examples: ContractFile['examples']
  readonly ignore: ContractFile['ignore']
  /** Those besides the examples, told apart by their digests: what they call is in the contract's text. Absent where there are none. */
  readonly tests?: readonly { readonly name: string; readonly sha256: string }[]
  /** Where the rows of a table's tool go. */
  readonly table?: CompiledTable
}

interface CompiledTable {
  readonly tableName: string
  /** Field name to column name, where they differ. */
  readonly columnMappings: Readonly<Record<string, string>>
  readonly audit: boolean
}

export interface CompiledCondition {
  readonly description: string
  readonly errorCode: string
  /** CEL as it is written, or the text of a function. */
  readonly check: string
}

export const SEVERITIES = ['error', 'warning', 'info'] as const

/** Something to mend in a module, at its place. It quotes keys, never what files hold. */
export interface Diagnostic {
  readonly severity: (typeof SEVERITIES)[number]
  readonly code: string
  readonly message: string
  /** Relative to the root, with `/`. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly fix: string
}

/** All modules below one root, as they are now. */
export interface Workspace {
  /** Absolute and real. */
  readonly root: string
  /** Sorted by ref. */
  readonly modules: readonly Module[]
  /** Of every module, and of what concerns several: cycles, missing dependencies, version ranges, name clashes. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What can keep a question about modules from being answered, and what to do about it. */
export interface ModuleFailure {
  /** UPSTREAM_FAILED: the machine refused, such as a full disk. */
  readonly code: 'RESOURCE_NOT_FOUND' | 'MODULE_INVALID' | 'CONFLICT' | 'PATH_REFUSED' | 'UPSTREAM_FAILED'
  readonly message: string
}

export type ModuleAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ModuleFailure }
