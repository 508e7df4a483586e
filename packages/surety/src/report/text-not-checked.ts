import { CALLS } from '../judge/not-checked.ts'
import type { NotChecked, ReportedTool } from '../judge/report.ts'
import { type Group, groupBy } from './group-by.ts'
import { type Page, count, names, paragraph } from './page.ts'

// Where a finding says that a promise was not checked, or a tool not called, it need not be said again.
const PROMISE_NOT_CHECKED = 'W027'
const NOT_CALLED = 'W026'

const REASONS = 8

interface Unchecked extends NotChecked {
  readonly tool: string
}

/** What nobody could check, once for each reason. */
export function notCheckedBlock(page: Page, tools: readonly ReportedTool[]): readonly string[] {
  const reasons = byReason(tools)
  const listed = page.verbose ? reasons : reasons.slice(0, REASONS)
  if (listed.length === 0) return []
  return [
    page.paint.bold('Not checked'),
    ...listed.flatMap((items) => [
      ...paragraph(page, 2, items[0].reason),
      ...byPromise(items).flatMap((same) => paragraph(page, 4, `${promise(same[0])} of ${names(page, toolsOf(same))}`)),
    ]),
    ...(listed.length < reasons.length ? [`  and for ${count(reasons.length - listed.length, 'other reason')}`] : []),
  ]
}

/** The same in a few words. */
export function notCheckedLine(tools: readonly ReportedTool[]): string | undefined {
  const reasons = byReason(tools).map((items) => {
    const what = byPromise(items).map((same) => `${promise(same[0])} of ${count(toolsOf(same).length, 'tool')}`)
    return `${what.join(', ')}: ${items[0].reason}`
  })
  return reasons.length === 0 ? undefined : `Not checked: ${reasons.join(' ')}`
}

/** The commonest reason first. */
function byReason(tools: readonly ReportedTool[]): readonly Group<Unchecked>[] {
  const unsaid = tools
    .filter((tool) => !isFound(tool, PROMISE_NOT_CHECKED))
    .flatMap((seen) =>
      seen.notChecked
        .filter(({ promise }) => promise !== CALLS || !isFound(seen, NOT_CALLED))
        .map((item) => ({ ...item, tool: seen.tool })),
    )
  return groupBy(unsaid, ({ reason }) => reason).toSorted((a, b) => b.length - a.length)
}

function isFound({ findings }: ReportedTool, code: string): boolean {
  return findings.some((finding) => finding.code === code && !finding.known)
}

function byPromise(items: readonly Unchecked[]): readonly Group<Unchecked>[] {
  return groupBy(items, promise)
}

function promise({ promise, code }: Unchecked): string {
  return `${promise} (${code})`
}

function toolsOf(items: readonly Unchecked[]): readonly string[] {
  return [...new Set(items.map(({ tool }) => tool))]
}
