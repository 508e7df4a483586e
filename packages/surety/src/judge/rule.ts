import type { RunEvidence, ToolEvidence } from './evidence.ts'
import type { Finding } from './finding.ts'

interface Described {
  /** `E…` fails the run, `W…` warns. */
  readonly code: string
  readonly title: string
  /** Why an agent or an operator should care. */
  readonly why: string
  /** What the author of the server or of the contract can do. */
  readonly fix: string
  /** What exactly is judged, and what is deliberately not. */
  readonly means: string
  /** Codes that speak instead where both tell of one defect: the more specific, and a contract before an annotation. */
  readonly yieldsTo?: readonly string[]
  readonly retest?: Retest
  /** It takes a process that is watched from outside: where none can be, its absence says nothing. */
  readonly seenFromOutside?: true
  /** It is about a contract rather than what a tool did: it is listed in `errors`. */
  readonly isAboutContract?: true
  /** No contract can declare it known, for there is none: the configuration can. */
  readonly ignoredByConfiguration?: true
  /** `surety init` never writes it down as known. */
  readonly neverIgnored?: true
}

/** How a finding is made sure of. Without any of this the tool is called alone, in fresh processes. */
export interface Retest {
  /** It is judged by what is listed and written down: calling again shows nothing new. */
  readonly needsNoRetest?: true
  /** It is found only after the tool was called alone. */
  readonly foundOnlyAlone?: true
  /** Chance may hide it: the answers are asked for many more times. */
  readonly moreRepeats?: true
  /** It may follow a clock of seconds: the answers are asked for again a second later. */
  readonly later?: true
  /** Several more processes are looked into for what a tool hides. */
  readonly lookInside?: true
  /** It compares what repeats of one call leave behind: they are made in processes of their own. */
  readonly repetition?: true
  /** It is about the shape of an input: near ones are sent too, and calls before it explain nothing. */
  readonly nearInputs?: true
}

/** Judges what was seen of one tool. */
export interface ToolRule extends Described {
  readonly scope: 'tool'
  readonly check: (tool: ToolEvidence, run: RunEvidence) => readonly Finding[]
  readonly examples: Examples<ToolEvidence>
}

/** Judges what belongs to no single tool. */
export interface RunRule extends Described {
  readonly scope: 'run'
  readonly check: (run: RunEvidence) => readonly Finding[]
  readonly examples: Examples<RunEvidence>
}

export type Rule = ToolRule | RunRule

/** Evidence that keeps and breaks the promise; each is tested and printed in the rule's page. */
interface Examples<Of> {
  readonly keeps: readonly Example<Of>[]
  readonly breaks: readonly Example<Of>[]
}

interface Example<Of> {
  readonly title: string
  readonly evidence: Of
}
