import type { Blame, Json } from '@surety/tool-contracts/tools'
import type { FindingEvidence } from './finding.ts'

/** What a run concluded: the JSON report, and what every other format is printed from. */
export interface Report {
  readonly version: 1
  readonly surety: string
  /** ISO date and time. */
  readonly startedAt: string
  readonly durationMs: number
  readonly server: ReportedServer
  readonly sandbox: ReportedSandbox
  readonly tools: readonly ReportedTool[]
  readonly errors: readonly ReportedError[]
  /** What a contract or the baseline excuses, and should not any more. */
  readonly stale: readonly StaleEntry[]
  readonly summary: Summary
  /** Only of a run that ended before all was done. */
  readonly partial?: PartialRun
}

/** Why a run ended early, and what was left out. */
export interface PartialRun {
  readonly reason: 'interrupted' | 'out of time' | 'first failure'
  /** Tools that were never called for it. */
  readonly notCalled: readonly string[]
  /** Tools of which not all was done that was planned. */
  readonly cutShort: readonly string[]
}

/** An entry that has expired, or that nothing was found for. */
export interface StaleEntry {
  readonly source: 'ignore' | 'baseline'
  readonly code: string
  readonly tool: string | null
  /** Where it stands; null for an entry of the baseline. */
  readonly file: string | null
  readonly line: number | null
  readonly message: string
}

interface ReportedServer {
  readonly name: string | null
  readonly version: string | null
  readonly protocolVersion: string | null
  readonly command: readonly string[] | null
  readonly url: string | null
}

interface ReportedSandbox {
  readonly layers: readonly string[]
  readonly effects: {
    readonly filesystem: EffectSight
    readonly network: EffectSight
    readonly process: EffectSight
    readonly memory: EffectSight
    readonly toolCalls: EffectSight
  }
  readonly contained: boolean
}

export type EffectSight = 'seen' | 'blocked' | 'limited' | 'not observable'

export interface ReportedTool {
  readonly tool: string
  readonly contract: string | null
  readonly status: 'passed' | 'warned' | 'failed' | 'skipped'
  readonly durationMs: number
  readonly calls: number
  /** Of a tool of which no call gave a result: what the first was answered. */
  readonly firstError?: string
  /** What the one input that was asked for (`--input`) was answered. */
  readonly answer?: string
  readonly findings: readonly ReportedFinding[]
  readonly observed: readonly Observed[]
  readonly notChecked: readonly NotChecked[]
}

export interface ReportedFinding {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly fails: boolean
  readonly title: string
  readonly tool: string
  readonly message: string
  readonly blame: Blame
  readonly evidence: FindingEvidence
  readonly location: FileLocation | null
  readonly fix: string
  readonly replay: string | null
  /** In the baseline, ignored by the contract or expected by a test: it does not fail the run. */
  readonly known: boolean
  /** A test expects it; then it is known as well. */
  readonly expected?: true
}

export interface FileLocation {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Observed {
  readonly kind: string
  /** A path, an endpoint, a command or a tool. */
  readonly target: string
  readonly [key: string]: Json | undefined
}

export interface NotChecked {
  readonly promise: string
  readonly code: string
  readonly reason: string
}

/** A finding that belongs to no tool of the report. */
export interface ReportedError {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly fails: boolean
  readonly title: string
  readonly tool: string | null
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  readonly evidence: FindingEvidence
  readonly fix: string
  readonly known: boolean
}

export interface Summary {
  readonly tools: number
  readonly passed: number
  readonly warned: number
  readonly failed: number
  readonly skipped: number
  /** Entries of the report's `errors`; what was found about a tool is not among them. */
  readonly errors: number
  /** Findings of severity warning, about a tool or not. */
  readonly warnings: number
  readonly notChecked: number
  readonly known: number
  readonly exitCode: 0 | 1 | 130
}
