import type { Report, ReportedError, ReportedFinding } from '../judge/report.ts'
import { partialWords } from './partial-words.ts'
import { placeOf } from './place.ts'
import { printable, printableLines } from './printable.ts'

/** GitHub Actions workflow commands: one annotation for each finding that is not known. */
export function githubReport(report: Report): string {
  const findings = [...report.tools.flatMap((tool) => tool.findings), ...report.errors]
  const partial = partialWords(report)
  const early = partial === undefined ? [] : [`::warning title=Partial report::${data(printable(partial))}`]
  const annotations = findings.filter(({ known }) => !known).map(annotation)
  return [...annotations, ...early].map((line) => `${line}\n`).join('')
}

function annotation(finding: ReportedFinding | ReportedError): string {
  const { file, line, column } = placeOf(finding)
  const about = finding.tool === null ? '' : `: ${finding.tool}`
  const properties = Object.entries({
    file,
    line,
    col: column,
    title: `${finding.code} ${finding.title}${about}`,
  }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${property(printable(String(value)))}`]))
  const text = printableLines(`${finding.message}\n${finding.fix}`).join('\n')
  return `::${finding.fails ? 'error' : 'warning'} ${properties.join(',')}::${data(text)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
