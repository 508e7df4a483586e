import type { Report, ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import { type Page, type PageOptions, createPage, paragraph } from './page.ts'
import { partialWords } from './partial-words.ts'
import { inert } from './printable.ts'
import { shareFindings } from './shared-findings.ts'
import { effectsBlock } from './text-effects.ts'
import { errorBlock, sharedBlock, toolBlock } from './text-findings.ts'
import { noResultBlock } from './text-no-result.ts'
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
  const partial = partialWords(report)
  const early = partial === undefined ? [] : paragraph(page, 0, partial).map(page.paint.yellow)
  const isQuiet = newErrors(report) + report.summary.warnings === 0
  const closing = isQuiet
    ? [noResultBlock(page, report.tools), notes, quietBlock(page, report), early]
    : [
        noResultBlock(page, report.tools),
        notCheckedBlock(page, report.tools),
        notes,
        summaryBlock(page, report),
        early,
        hintBlock(page, report),
      ]
  const blocks = [...found, ...closing, effectsBlock(page, report.tools)].filter((lines) => lines.length > 0)
  return inert(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`)
}

function foundBlocks(page: Page, { tools, errors }: Report): readonly (readonly string[])[] {
  const isShown = ({ known }: ReportedFinding | ReportedError): boolean => page.verbose || !known
  const { shared, own } = shareFindings(tools.flatMap((tool) => tool.findings).filter(isShown), page.verbose)
  const sharedBlocks = (isFailing: boolean): readonly (readonly string[])[] =>
    shared.filter(({ findings }) => findings[0].fails === isFailing).map((one) => sharedBlock(page, one))
  const blockOf = (tool: ReportedTool): readonly string[] => {
    const findings = tool.findings.filter((finding) => own.has(finding))
    const isShown = page.verbose || findings.length > 0 || tool.answer !== undefined
    return isShown ? toolBlock(page, tool, findings) : []
  }
  const failing = tools.filter(({ status }) => status === 'failed')
  const others = tools.filter(({ status }) => status !== 'failed')
  return [
    ...others.map(blockOf),
    ...sharedBlocks(false),
    ...sharedBlocks(true),
    ...failing.map(blockOf),
    ...errors.filter(isShown).map((error) => errorBlock(page, error)),
  ]
}
