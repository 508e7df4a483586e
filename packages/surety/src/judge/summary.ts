import { CALLS } from './not-checked.ts'
import type { PartialRun, ReportedError, ReportedTool, Summary } from './report.ts'

/** What one word says of a tool: one that was never called, gave no result, or was called in part has not passed. */
export function statusOf({
  calls,
  findings,
  firstError,
  notChecked,
}: Pick<ReportedTool, 'calls' | 'findings' | 'firstError' | 'notChecked'>): ReportedTool['status'] {
  if (findings.some(({ fails }) => fails)) return 'failed'
  if (calls === 0 || firstError !== undefined) return 'skipped'
  const isCutShort = notChecked.some(({ promise }) => promise === CALLS)
  return isCutShort || findings.some(({ known }) => !known) ? 'warned' : 'passed'
}

/** Counts a report. `errors` are those that belong to no tool, `warnings` are findings anywhere; known ones count as `known` only. */
export function summarize(
  tools: readonly ReportedTool[],
  errors: readonly ReportedError[],
  partial?: PartialRun,
): Summary {
  const findings = [...tools.flatMap((tool) => tool.findings), ...errors]
  const fresh = findings.filter(({ known }) => !known)
  const having = (wanted: ReportedTool['status']): number => tools.filter(({ status }) => status === wanted).length
  return {
    tools: tools.length,
    passed: having('passed'),
    warned: having('warned'),
    failed: having('failed'),
    skipped: having('skipped'),
    errors: errors.filter(({ known }) => !known).length,
    warnings: fresh.filter(({ severity }) => severity === 'warning').length,
    notChecked: tools.reduce((count, { notChecked }) => count + notChecked.length, 0),
    known: findings.length - fresh.length,
    exitCode: partial?.reason === 'interrupted' ? 130 : findings.some(({ fails }) => fails) ? 1 : 0,
  }
}
