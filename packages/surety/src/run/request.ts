import type { Json } from '@surety/tool-contracts/tools'
import type { EffectRequirement } from '../author/config.ts'
import type { Report } from '../judge/report.ts'

/** What the user asked to be tested. */
export interface TestRequest {
  readonly dir: string
  /** The words of the command line that say which server is meant, for whoever repeats it. */
  readonly origin: readonly string[]
  readonly configFile: string | undefined
  /** Only these tools; none = all. */
  readonly tools: readonly string[]
  readonly strict: boolean
  readonly explore: boolean
  readonly seed: number
  readonly input: Json | undefined
  readonly workers: number
  readonly url: string | undefined
  readonly command: readonly string[]
  readonly require: readonly EffectRequirement[]
  /** Layers to do without, to see what a lesser machine would show. */
  readonly without: readonly ('L1' | 'L2' | 'L3')[]
  readonly surety: string
}

export type Progress = (step: {
  readonly phase: string
  readonly tool?: string
  readonly done?: number
  readonly total?: number
}) => void

export type RunOutcome =
  /** `gone` settles when all that was started is gone; the report need not wait for it. */
  | { readonly ok: true; readonly report: Report; readonly gone: Promise<unknown> }
  /** Nothing could be judged, and why: one message each. */
  | { readonly ok: false; readonly reasons: readonly string[] }
