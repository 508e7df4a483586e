import type { InputIssue } from '../contract-file.ts'
import type { Fault } from '../yaml/parse-yaml.ts'

/** What the parent asks the process that runs a contract's code, one JSON line each. */
export type Question = { readonly id: number; readonly file: string } & Asked

export type Asked =
  /** `compares`: also whether the contracts are the same when they are loaded again, later. */
  | { readonly ask: 'list'; readonly compares: boolean }
  /** What is wrong with an input of the file's contract number `contract`? */
  | { readonly ask: 'input'; readonly contract: number; readonly input: unknown }
  /** Does that predicate of the file's contract number `contract` hold; is an approval needed? */
  | {
      readonly ask: 'preconditions' | 'postconditions' | 'approval'
      readonly contract: number
      readonly index: number
      readonly input: unknown
      readonly output: unknown
    }

/** The id of the answer to nobody's question by which the process says that it is ready. */
export const READY = 0

export type Answer = Listed | boolean | readonly InputIssue[] | null

/** What a file holds, each contract in the words of YAML. */
export interface Listed {
  readonly contracts: readonly Readonly<Record<string, unknown>>[]
  readonly faults: readonly CodeFault[]
}

/** `tool`: whose contract it is, where that is known. */
export type CodeFault = Fault & { readonly tool?: string }
