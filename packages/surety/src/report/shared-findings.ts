import type { ReportedFinding } from '../judge/report.ts'
import { type Group, groupBy } from './group-by.ts'

/** Findings of one kind on several tools; each inner group is worded alike, but for the tool's name. */
export interface SharedFindings {
  readonly findings: Group<ReportedFinding>
  readonly alike: readonly Group<ReportedFinding>[]
}

const MANY = 3

/**
 * Splits findings into those of a kind that many tools share, and each tool's own. `verbatim`: only what is worded alike
 * is of one kind.
 */
export function shareFindings(
  findings: readonly ReportedFinding[],
  verbatim: boolean,
): {
  readonly shared: readonly SharedFindings[]
  readonly own: ReadonlySet<ReportedFinding>
} {
  const groups = groupBy(findings, (finding) => (verbatim ? wording(finding) : kind(finding)))
  const shared = groups.filter(isShared)
  const own = new Set(groups.filter((group) => !isShared(group)).flat())
  return { shared: shared.map((group) => ({ findings: group, alike: groupBy(group, wording) })), own }
}

export function toolsOf(group: readonly ReportedFinding[]): readonly string[] {
  return [...new Set(group.map(({ tool }) => tool))]
}

function isShared(group: Group<ReportedFinding>): boolean {
  return toolsOf(group).length >= MANY
}

function kind({ code, fails, known, evidence, fix }: ReportedFinding): string {
  return JSON.stringify([code, fails, known, evidence.kind, fix])
}

function wording(finding: ReportedFinding): string {
  const { message, tool } = finding
  return `${kind(finding)} ${tool === '' ? message : message.replaceAll(asWord(tool), '\0')}`
}

/** The name where it stands as a word, and not in a path. */
function asWord(name: string): RegExp {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![^\s'"(])${escaped}(?![\w/-])`, 'g')
}
