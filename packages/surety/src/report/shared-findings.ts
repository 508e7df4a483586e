import type { ReportedFinding } from '../judge/report.ts'
import { type Group, groupBy } from './group-by.ts'

/** The same finding on several tools; `finding` is the first of them. */
export interface SharedFinding {
  readonly finding: ReportedFinding
  readonly tools: readonly string[]
}

const MANY = 3

/** Splits findings into those many tools share, word for word but for the tool's name, and each tool's own. */
export function shareFindings(findings: readonly ReportedFinding[]): {
  readonly shared: readonly SharedFinding[]
  readonly own: ReadonlySet<ReportedFinding>
} {
  const groups = groupBy(findings, alike)
  const shared = groups.filter(isShared)
  const own = new Set(groups.filter((group) => !isShared(group)).flat())
  return { shared: shared.map((group) => ({ finding: group[0], tools: toolsOf(group) })), own }
}

function isShared(group: Group<ReportedFinding>): boolean {
  return toolsOf(group).length >= MANY
}

function toolsOf(group: Group<ReportedFinding>): readonly string[] {
  return [...new Set(group.map(({ tool }) => tool))]
}

function alike({ code, fails, known, message, tool }: ReportedFinding): string {
  return JSON.stringify([code, fails, known, tool === '' ? message : message.replaceAll(tool, '\0')])
}
