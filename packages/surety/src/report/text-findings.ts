import type { ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import { duration } from './duration.ts'
import { wordedEvidence } from './evidence-words.ts'
import { type Page, type Row, count, names, paragraph, table } from './page.ts'
import { placeText } from './place.ts'
import { printable } from './printable.ts'
import { type SharedFindings, toolsOf } from './shared-findings.ts'
import { clip } from './width.ts'

/** One tool with what was found of it and seen of it. */
export function toolBlock(page: Page, tool: ReportedTool, findings: readonly ReportedFinding[]): readonly string[] {
  const { paint } = page
  const about = [tool.contract ?? 'without contract', count(tool.calls, 'call'), duration(tool.durationMs)]
  const heading = `${mark(page, hasPromised(tool) ? tool.status : 'skipped')} ${paint.bold(clip(printable(tool.tool), page.columns - 2))}`
  const observed = [...new Set(tool.observed.map(({ kind, target }) => `${kind} ${target}`))]
  return [
    `${heading}  ${paint.dim(about.map(printable).join(' · '))}`,
    ...(tool.answer === undefined ? [] : [paint.dim('  answer'), ...paragraph(page, 4, tool.answer)]),
    ...findings.flatMap((finding, index) => [...(index === 0 ? [] : ['']), ...found(page, finding)]),
    ...(observed.length === 0 ? [] : ['', ...table(page, 2, [{ label: 'observed', value: names(page, observed) }])]),
  ]
}

const WORDINGS = 5

/** What many tools have in common, once; where it was seen in different words, those of some. */
export function sharedBlock(page: Page, { findings, alike }: SharedFindings): readonly string[] {
  const [finding] = findings
  const tools = toolsOf(findings)
  const heading = `${mark(page, finding.fails ? 'failed' : 'warned')} ${page.paint.bold(count(tools.length, 'tool'))}  ${names(page, tools)}`
  if (alike.length === 1) return [heading, ...found(page, finding)]
  const rest = toolsOf(alike.slice(WORDINGS).flat())
  const replay = findings.find((one) => one.replay !== null)?.replay ?? null
  return [
    heading,
    codeLine(page, finding),
    ...alike
      .slice(0, WORDINGS)
      .flatMap((same) => paragraph(page, 4, `${names(page, toolsOf(same))}: ${same[0].message}`)),
    ...(rest.length === 0 ? [] : [`    and ${count(rest.length, 'more tool')}; --verbose tells of each`]),
    ...table(page, 4, [{ label: 'fix', value: finding.fix }, ...replayRow(replay)]),
  ]
}

/** What belongs to no tool. */
export function errorBlock(page: Page, error: ReportedError): readonly string[] {
  const place = placeText(error) ?? 'the server'
  const about = error.tool === null ? '' : `  ${page.paint.dim(clip(printable(error.tool), page.columns))}`
  const heading = `${mark(page, error.fails ? 'failed' : 'warned')} ${page.paint.bold(printable(place))}${about}`
  return [heading, ...found(page, error)]
}

/** Nothing that was promised passed where nothing was. */
function hasPromised({ contract, status }: ReportedTool): boolean {
  return contract !== null || status !== 'passed'
}

export function mark({ paint }: Page, status: ReportedTool['status']): string {
  const marks = { passed: paint.green('✓'), warned: paint.yellow('!'), failed: paint.red('✗'), skipped: paint.dim('-') }
  return marks[status]
}

function found(page: Page, finding: ReportedFinding | ReportedError): readonly string[] {
  return [codeLine(page, finding), ...paragraph(page, 4, finding.message), ...table(page, 4, details(page, finding))]
}

function codeLine(page: Page, finding: ReportedFinding | ReportedError): string {
  const { code, title, known, fails } = finding
  const { paint } = page
  const brush = known ? paint.dim : fails ? paint.red : paint.yellow
  return `  ${brush(printable(code))} ${printable(title)}${excuse(page, finding)}`
}

function excuse({ paint }: Page, finding: ReportedFinding | ReportedError): string {
  if (!finding.known) return ''
  return paint.dim('expected' in finding ? ' (expected)' : ' (known)')
}

function details(page: Page, finding: ReportedFinding | ReportedError): readonly Row[] {
  const fix = { label: 'fix', value: finding.fix }
  if (!('replay' in finding)) return [fix]
  const place = placeText(finding)
  return [
    ...evidenceRows(page, finding),
    ...(place === undefined ? [] : [{ label: 'at', value: place, whole: true }]),
    fix,
    ...replayRow(finding.replay),
  ]
}

function replayRow(replay: string | null): readonly Row[] {
  return replay === null ? [] : [{ label: 'replay', value: replay, whole: true }]
}

/** What the message does not say already, and what is there to be copied. */
function evidenceRows(page: Page, { evidence, message }: ReportedFinding): readonly Row[] {
  const isNews = ({ label, value }: Row): boolean =>
    page.verbose || label === 'input' || value.length < 3 || !message.includes(value)
  return wordedEvidence(evidence).filter(isNews)
}
