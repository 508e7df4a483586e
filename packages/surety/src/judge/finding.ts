import type { Blame, Json } from '@surety/tool-contracts/tools'
import type { ContractPath } from './evidence.ts'

/** What a rule concluded. Severity is the letter of its code; whether it fails the run is decided later, once. */
export interface Finding {
  readonly code: string
  /** `null`: it belongs to no tool. */
  readonly tool: string | null
  readonly message: string
  readonly blame: Blame
  /** What was seen: kind, path or endpoint, both values, sizes, the input, the test. */
  readonly evidence: FindingEvidence
  /** Where in the contract the promise stands. */
  readonly at?: ContractPath
  /** The contract file that `at` belongs to, where `tool` does not say it. */
  readonly file?: string
  /** A place in a file, where it is known better than `at` can say. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number }
  /** What to do, where the rule's own `fix` says too little. */
  readonly fix?: string
  /** It is judged by what is listed and written down, though others of its code are not: calling again shows nothing new. */
  readonly needsNoRetest?: true
  /** It takes all calls that are made of the tool to show it, not this input alone. */
  readonly needsSequence?: true
  /** Whoever asked for the run will not have it otherwise: it fails whatever its code, and nothing excuses it. */
  readonly failsAlways?: true
  /** A test expects it: it is no failure. */
  readonly expected?: true
  /** Findings of one tool about the same defect collapse into the most specific one. */
  readonly defect: string
}

export interface FindingEvidence {
  readonly kind: string
  readonly input?: Json
  readonly test?: string
  readonly [key: string]: Json | undefined
}
