import type { Report, ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import { partialWords } from './partial-words.ts'
import { placeOf, placeText } from './place.ts'
import { printableLines } from './printable.ts'

/** JUnit XML: one suite, a test case for each tool and for each error that belongs to none. */
export function junitReport(report: Report): string {
  const cases = [...report.tools.map(toolCase), ...report.errors.map(errorCase)]
  const counts = {
    tests: cases.length,
    failures: cases.filter(({ outcome }) => outcome === 'failed').length,
    errors: 0,
    skipped: cases.filter(({ outcome }) => outcome === 'skipped').length,
    time: seconds(report.durationMs),
  }
  const suite = element(
    'testsuite',
    { name: report.server.name ?? 'MCP server', ...counts, timestamp: report.startedAt },
    [...properties(report), ...cases.map(({ xml }) => xml)],
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'surety', ...counts }, [suite])}`
}

function properties(report: Report): readonly string[] {
  const value = partialWords(report)
  return value === undefined ? [] : [element('properties', {}, [element('property', { name: 'partial', value })])]
}

interface TestCase {
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly xml: string
}

function toolCase(tool: ReportedTool): TestCase {
  const failing = tool.findings.filter(({ fails }) => fails)
  const others = tool.findings.filter(({ fails }) => !fails)
  const place = failing.map(placeOf).find(({ file }) => file !== undefined)
  const outcome = tool.status === 'warned' ? 'passed' : tool.status
  const attributes = {
    name: tool.tool,
    classname: tool.contract ?? 'without contract',
    file: place?.file ?? tool.contract ?? undefined,
    line: place?.line,
    time: seconds(tool.durationMs),
  }
  const unchecked = tool.notChecked.map(({ promise, code, reason }) => `not checked: ${promise} (${code}): ${reason}`)
  const printed = [...others.map(describe), ...unchecked]
  const children = [
    ...failure(failing),
    ...(outcome === 'skipped'
      ? [element('skipped', { message: noResult(tool) ?? printed[0] ?? 'It was not called.' })]
      : []),
    ...output(printed),
  ]
  return { outcome, xml: element('testcase', attributes, children) }
}

function noResult({ firstError }: ReportedTool): string | undefined {
  return firstError === undefined ? undefined : `No call gave a result; the first was answered: ${firstError}`
}

function errorCase(error: ReportedError): TestCase {
  const attributes = {
    name: `${error.code} ${placeText(error) ?? error.tool ?? error.title}`,
    classname: error.file ?? 'server',
    file: error.file ?? undefined,
    line: error.line ?? undefined,
    time: seconds(0),
  }
  const children = error.fails ? failure([error]) : output([describe(error)])
  return { outcome: error.fails ? 'failed' : 'passed', xml: element('testcase', attributes, children) }
}

/** One element whatever the number of findings: many readers keep a single failure of a test case. */
function failure(findings: readonly (ReportedFinding | ReportedError)[]): readonly string[] {
  const [first, ...more] = findings
  if (first === undefined) return []
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`
  const attributes = { message: `${first.code} ${first.title}: ${first.message}${rest}`, type: first.code }
  return [element('failure', attributes, findings.map(describe).join('\n\n'))]
}

function output(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [element('system-out', {}, lines.join('\n\n'))]
}

function describe(finding: ReportedFinding | ReportedError): string {
  const place = placeText(finding)
  const replay = 'replay' in finding ? finding.replay : null
  return [
    `${finding.code} ${finding.title}${finding.known ? ' (known)' : ''}`,
    finding.message,
    ...(place === undefined ? [] : [`at ${place}`]),
    `fix: ${finding.fix}`,
    ...(replay === null ? [] : [`replay: ${replay}`]),
  ].join('\n')
}

type Attributes = Readonly<Record<string, string | number | undefined>>

/** Text content is data to be escaped; a list holds elements. */
function element(name: string, attributes: Attributes, content: string | readonly string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')
  if (typeof content === 'string') return `<${name}${written}>${escaped(content)}</${name}>\n`
  if (content.length === 0) return `<${name}${written}/>\n`
  return `<${name}${written}>\n${content.join('')}</${name}>\n`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return printableLines(text)
    .join('\n')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
