import type { Report, ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import { type Page, type PageOptions, createPage, paragraph } from './page.ts'
import { inert } from './printable.ts'
import { shareFindings } from './shared-findings.ts'
import { errorBlock, sharedBlock, toolBlock } from './text-findings.ts'
import { notCheckedBlock } from './text-not-checked.ts'
import { hintBlock, newErrors, quietBlock, summaryBlock } from './text-summary.ts'

export interface TextOptions extends PageOptions {
  /** What else the reader should know, such as entries of a baseline that nothing matches. */
  readonly notes?: readonly string[]
}

/** For people: a few lines when all is well, otherwise what was found, the worst nearest to the end. */
export function textReport(report: Report, options: TextOptions): string {
  const page = createPage(options)
  const notes = (options.notes ?? []).flatMap((note) => paragraph(page, 0, note))
  const found = foundBlocks(page, report)
  const isQuiet = newErrors(report) + report.summary.warnings === 0
  const closing = isQuiet
    ? [notes, quietBlock(page, report)]
    : [notCheckedBlock(page, report.tools), notes, summaryBlock(page, report), hintBlock(page, report)]
  const blocks = [...found, ...closing].filter((lines) => lines.length > 0)
  return inert(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`)
}

function foundBlocks(page: Page, { tools, errors }: Report): readonly (readonly string[])[] {
  const isShown = ({ known }: ReportedFinding | ReportedError): boolean => page.verbose || !known
  const { shared, own } = shareFindings(tools.flatMap((tool) => tool.findings).filter(isShown))
  const blockOf = (tool: ReportedTool): readonly string[] => {
    const findings = tool.findings.filter((finding) => own.has(finding))
    return page.verbose || findings.length > 0 ? toolBlock(page, tool, findings) : []
  }
  const failing = tools.filter(({ status }) => status === 'failed')
  const others = tools.filter(({ status }) => status !== 'failed')
  return [
    ...others.map(blockOf),
    ...shared.map((finding) => sharedBlock(page, finding)),
    ...failing.map(blockOf),
    ...errors.filter(isShown).map((error) => errorBlock(page, error)),
  ]
}
