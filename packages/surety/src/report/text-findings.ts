import type { Json } from '@surety/tool-contracts/tools'
import type { ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import { duration } from './duration.ts'
import { type Page, type Row, count, names, paragraph, table } from './page.ts'
import { placeText } from './place.ts'
import { printable } from './printable.ts'
import type { SharedFinding } from './shared-findings.ts'
import { clip } from './width.ts'

/** One tool with what was found of it and seen of it. */
export function toolBlock(page: Page, tool: ReportedTool, findings: readonly ReportedFinding[]): readonly string[] {
  const { paint } = page
  const about = [tool.contract ?? 'no contract', count(tool.calls, 'call'), duration(tool.durationMs)]
  const heading = `${mark(page, tool.status)} ${paint.bold(clip(printable(tool.tool), page.columns - 2))}`
  const observed = [...new Set(tool.observed.map(({ kind, target }) => `${kind} ${target}`))]
  return [
    `${heading}  ${paint.dim(about.map(printable).join(' · '))}`,
    ...findings.flatMap((finding, index) => [...(index === 0 ? [] : ['']), ...found(page, finding)]),
    ...(observed.length === 0 ? [] : ['', ...table(page, 2, [{ label: 'observed', value: names(page, observed) }])]),
  ]
}

/** What many tools have in common, once. */
export function sharedBlock(page: Page, { finding, tools }: SharedFinding): readonly string[] {
  const heading = `${mark(page, finding.fails ? 'failed' : 'warned')} ${page.paint.bold(count(tools.length, 'tool'))}`
  return [`${heading}  ${names(page, tools)}`, ...found(page, finding)]
}

/** What belongs to no tool. */
export function errorBlock(page: Page, error: ReportedError): readonly string[] {
  const place = placeText(error) ?? 'the server'
  const about = error.tool === null ? '' : `  ${page.paint.dim(clip(printable(error.tool), page.columns))}`
  const heading = `${mark(page, error.fails ? 'failed' : 'warned')} ${page.paint.bold(printable(place))}${about}`
  return [heading, ...found(page, error)]
}

export function mark({ paint }: Page, status: ReportedTool['status']): string {
  const marks = { passed: paint.green('✓'), warned: paint.yellow('!'), failed: paint.red('✗'), skipped: paint.dim('-') }
  return marks[status]
}

function found(page: Page, finding: ReportedFinding | ReportedError): readonly string[] {
  const { paint } = page
  const brush = finding.known ? paint.dim : finding.fails ? paint.red : paint.yellow
  const heading = `  ${brush(printable(finding.code))} ${printable(finding.title)}${finding.known ? paint.dim(' (known)') : ''}`
  return [heading, ...paragraph(page, 4, finding.message), ...table(page, 4, details(page, finding))]
}

function details(page: Page, finding: ReportedFinding | ReportedError): readonly Row[] {
  const fix = { label: 'fix', value: finding.fix }
  if (!('replay' in finding)) return [fix]
  const place = placeText(finding)
  return [
    ...evidenceRows(page, finding),
    ...(place === undefined ? [] : [{ label: 'at', value: place, whole: true }]),
    fix,
    ...(finding.replay === null ? [] : [{ label: 'replay', value: finding.replay, whole: true }]),
  ]
}

/** What the message does not say already. */
function evidenceRows(page: Page, { evidence, message }: ReportedFinding): readonly Row[] {
  const { kind, input, test, ...others } = evidence
  const isNews = ({ value }: Row): boolean => page.verbose || value.length < 3 || !message.includes(value)
  return [...rowsOf(page.verbose ? { seen: kind, ...others } : others).filter(isNews), ...rowsOf({ test, input })]
}

function rowsOf(values: Readonly<Record<string, Json | undefined>>): readonly Row[] {
  return Object.entries(values).flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value: typeof value === 'string' ? value : JSON.stringify(value) }],
  )
}
