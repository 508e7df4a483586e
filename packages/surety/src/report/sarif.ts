import type { Report, ReportedError, ReportedFinding } from '../judge/report.ts'
import { fingerprint } from './fingerprint.ts'
import { partialWords } from './partial-words.ts'
import { placeOf } from './place.ts'
import { printableJson } from './printable.ts'

/** What a SARIF viewer shows beside a finding. */
export interface RuleText {
  readonly code: string
  readonly title: string
  readonly why: string
  readonly fix: string
  readonly helpUri?: string
}

/** SARIF 2.1.0. */
export function sarifReport(report: Report, rules: readonly RuleText[]): string {
  const findings = [...report.tools.flatMap((tool) => tool.findings), ...report.errors]
  const partial = partialWords(report)
  const indexes = new Map(rules.map(({ code }, index) => [code, index]))
  return printableJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'surety', version: report.surety, rules: rules.map(descriptor) } },
        invocations: [
          {
            executionSuccessful: partial === undefined,
            startTimeUtc: report.startedAt,
            exitCode: report.summary.exitCode,
            ...(partial !== undefined && {
              toolExecutionNotifications: [{ level: 'warning', message: { text: literal(partial) } }],
            }),
          },
        ],
        originalUriBaseIds: {
          '%SRCROOT%': { description: { text: 'The top of the repository, or else where the command ran.' } },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => result(finding, indexes.get(finding.code))),
      },
    ],
  })
}

function descriptor({ code, title, why, fix, helpUri }: RuleText): object {
  return {
    id: code,
    name: title.replace(/[^\p{L}\p{N}]/gu, ''),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why}\n\n${fix}`, markdown: `${why}\n\n${fix}` },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: code.startsWith('W') ? 'warning' : 'error' },
  }
}

function result(finding: ReportedFinding | ReportedError, ruleIndex: number | undefined): object {
  const physicalLocation = physical(finding)
  const logicalLocations = finding.tool === null ? undefined : [{ name: finding.tool, kind: 'function' }]
  const location = { physicalLocation, logicalLocations }
  const replay = 'replay' in finding ? finding.replay : undefined
  return {
    ruleId: finding.code,
    ruleIndex,
    level: finding.severity,
    message: { text: literal(`${finding.message}\n${finding.fix}`) },
    locations: physicalLocation === undefined && logicalLocations === undefined ? [] : [location],
    partialFingerprints: { 'suretyFinding/v1': fingerprint(finding) },
    suppressions: finding.known ? [{ kind: 'external', status: 'accepted' }] : [],
    properties: { fails: finding.fails, fix: finding.fix, evidence: finding.evidence, replay },
  }
}

function physical(finding: ReportedFinding | ReportedError): object | undefined {
  const { file, line, column } = placeOf(finding)
  if (file === undefined) return undefined
  const region = line === undefined ? undefined : { startLine: line, startColumn: column }
  return { artifactLocation: artifact(file), region }
}

/** A relative reference stays below the root; an absolute path stands alone. */
function artifact(file: string): object {
  const uri = file.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return file.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' }
}

/** SARIF reads `{0}` as a placeholder and `[text](target)` as a link; a server's words are neither. */
function literal(text: string): string {
  return text.replace(/\{(\d+)\}/g, '{{$1}}').replaceAll('](', '\\](')
}
