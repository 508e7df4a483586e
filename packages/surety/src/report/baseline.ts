import type { PartialRun, Report, ReportedError, ReportedFinding, StaleEntry } from '../judge/report.ts'
import { fingerprint } from './fingerprint.ts'
import { printableJson } from './printable.ts'
import { statusOf, summarize } from '../judge/summary.ts'

/** Findings that were there before: they are shown as known and fail nothing. */
export interface Baseline {
  readonly version: 1
  readonly findings: readonly BaselineEntry[]
}

export interface BaselineEntry {
  readonly code: string
  readonly tool: string | null
  readonly fingerprint: string
  readonly reason?: string
  /** ISO date; from the day after, the finding counts again. */
  readonly expires?: string
}

/**
 * What a run found, as the next baseline. Reasons and dates of the previous one stay, and so does what this run could
 * not judge; what the contracts ignore is no part of it.
 */
export function baselineOf(report: Report, previous?: Baseline, narrowed = false): Baseline {
  const earlier = new Map((previous?.findings ?? []).map((entry) => [entry.fingerprint, entry]))
  const kept = [...earlier.values()].filter((entry) => !wasJudged(report, entry, narrowed))
  const found = findingsOf(report).flatMap((finding) => {
    // What `--require` asked for in vain is no old finding.
    if (finding.evidence.kind === 'not observed') return []
    const entry = earlier.get(fingerprint(finding))
    return finding.known ? (entry ?? []) : (entry ?? entryOf(finding))
  })
  const entries = new Map([...kept, ...found].map((entry) => [entry.fingerprint, entry]))
  return { version: 1, findings: [...entries.values()].toSorted(byFingerprint) }
}

export function baselineText(baseline: Baseline): string {
  return printableJson(baseline)
}

/** The report with what the baseline lists marked as known; `today` is an ISO date. */
export function applyBaseline(report: Report, baseline: Baseline, today: string): Report {
  const known = new Set(
    baseline.findings.filter((entry) => !hasExpired(entry, today)).map((entry) => entry.fingerprint),
  )
  const mark = <F extends ReportedFinding | ReportedError>(finding: F): F =>
    known.has(fingerprint(finding)) ? { ...finding, known: true, fails: false } : finding
  const tools = report.tools.map((tool) => {
    const findings = tool.findings.map(mark)
    return { ...tool, findings, status: statusOf({ ...tool, findings }) }
  })
  const errors = report.errors.map(mark)
  return { ...report, tools, errors, summary: summarize(tools, errors, report.partial) }
}

/** What somebody should tidy up in the baseline: each entry that expired or that nothing matches any more. */
export function staleInBaseline(
  report: Report,
  baseline: Baseline,
  today: string,
  narrowed = false,
): readonly StaleEntry[] {
  const found = new Set(findingsOf(report).map(fingerprint))
  return baseline.findings.flatMap((entry) => {
    const { code, tool } = entry
    const stale = (what: string): readonly StaleEntry[] => [
      { source: 'baseline', code, tool, file: null, line: null, message: `Baseline: ${entry.fingerprint} ${what}` },
    ]
    if (found.has(entry.fingerprint))
      return hasExpired(entry, today) ? stale(`expired on ${entry.expires} and counts again.`) : []
    return wasJudged(report, entry, narrowed)
      ? stale('was not found any more; remove it, or run with --update-baseline.')
      : []
  })
}

function findingsOf(report: Report): readonly (ReportedFinding | ReportedError)[] {
  return [...report.tools.flatMap((tool) => tool.findings), ...report.errors]
}

function entryOf(finding: ReportedFinding | ReportedError): BaselineEntry {
  return { code: finding.code, tool: finding.tool, fingerprint: fingerprint(finding) }
}

/** Could this run have found it? Not on a tool it left out, nor where the promise could not be checked. */
function wasJudged(report: Report, entry: BaselineEntry, narrowed: boolean): boolean {
  const { partial } = report
  if (partial !== undefined && (entry.tool === null || isLeftOut(entry.tool, partial))) return false
  const tool = report.tools.find((tool) => tool.tool === entry.tool)
  if (tool === undefined) return !narrowed
  return !tool.notChecked.some(({ code }) => code === entry.code)
}

function isLeftOut(tool: string, { notCalled, cutShort }: PartialRun): boolean {
  return notCalled.includes(tool) || cutShort.includes(tool)
}

function hasExpired({ expires }: BaselineEntry, today: string): boolean {
  return expires !== undefined && expires < today
}

function byFingerprint(a: BaselineEntry, b: BaselineEntry): number {
  return a.fingerprint < b.fingerprint ? -1 : 1
}
