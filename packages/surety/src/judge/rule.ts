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
