import type { Json } from '@surety/tool-contracts/tools'
import type { EffectRequirement, ServerNetwork } from '../../author/config/config.ts'
import type { ContractFile } from '../../author/contract-file.ts'
import type { LoadedCode } from '../../author/code/load-code.ts'
import type { Report } from '../../judge/report.ts'
import type { Layers } from '../../sandbox/cell.ts'
import type { Stop } from './stop.ts'

/** What the user asked to be tested. */
export interface TestRequest {
  readonly dir: string
  /** The words of the command line that say which server is meant, for whoever repeats it. */
  readonly origin: readonly string[]
  readonly configFile: string | undefined
  /** Where the contracts are, absolute; undefined: where the configuration says. */
  readonly toolsDir: string | undefined
  /** Contracts besides those in that folder. */
  readonly contracts: readonly ContractFile[]
  /** Loads those in code, where they are not to be loaded as the project's own. */
  readonly readCode?: (layers: Promise<Layers>, root: string) => Promise<LoadedCode>
  /** Only these tools; none = all. */
  readonly tools: readonly string[]
  readonly strict: boolean
  readonly explore: boolean
  readonly seed: number
  readonly input: Json | undefined
  readonly workers: number
  readonly url: string | undefined
  readonly command: readonly string[]
  /** Variables of the caller that the server is given, by name; all are set. */
  readonly env: readonly string[]
  /** What the server may reach besides what the configuration allows it. */
  readonly network: ServerNetwork
  readonly require: readonly EffectRequirement[]
  /** Layers to do without, to see what a lesser machine would show. */
  readonly without: readonly ('L1' | 'L2' | 'L3')[]
  readonly suretyVersion: string
  /** The words by which whoever repeats something calls the command. */
  readonly calledAs: string
  /** Tools are called one by one, and no more once this says so of the report of one. */
  readonly bail?: (report: Report) => Promise<boolean>
  /** Ends the run before all is done. */
  readonly stop: Stop
}

export type Progress = (step: {
  readonly phase: string
  readonly tool?: string
  readonly done: number
  readonly total: number
}) => void

export type RunOutcome =
  /** `gone` settles when all that was started is gone; the report need not wait for it. */
  | { readonly ok: true; readonly report: Report; readonly gone: Promise<unknown> }
  /** Nothing could be judged, and why: one message each. */
  | { readonly ok: false; readonly reasons: readonly string[] }
