import type { Report, ReportedTool } from '../judge/report.ts'
import { duration } from './duration.ts'
import { type Page, count, paragraph, table } from './page.ts'
import { printable } from './printable.ts'
import { mark } from './text-findings.ts'
import { withoutResult } from './text-no-result.ts'
import { notCheckedLine } from './text-not-checked.ts'

/** All there is to say of a run in which nothing was found. */
export function quietBlock(page: Page, report: Report): readonly string[] {
  const { summary, sandbox, tools, durationMs } = report
  const status = tools.some(hasKept) ? 'passed' : 'skipped'
  const about = [callsText(report), duration(durationMs), ...(sandbox.contained ? [sandboxText(report)] : [])]
  const asides = [
    [
      ...counted(summary.skipped, 'tool', ' skipped'),
      ...withoutResult(tools),
      ...counted(summary.known, 'known finding'),
    ].join(', '),
    sandbox.contained ? '' : `Sandbox ${sandboxText(report)}.`,
    notCheckedLine(tools) ?? '',
  ]
  return [
    `${mark(page, status)} ${printable(verdict(report))}  ${page.paint.dim(about.map(printable).join(' · '))}`,
    ...asides.filter((text) => text !== '').flatMap((text) => paragraph(page, 2, text)),
  ]
}

/** The last lines of a run in which something was found. */
export function summaryBlock(page: Page, report: Report): readonly string[] {
  const { summary, durationMs } = report
  const { paint } = page
  const findings = [count(newErrors(report), 'error'), count(summary.warnings, 'warning')]
  const known = summary.known === 0 ? [] : [`${summary.known} known`]
  return table(page, 0, [
    { label: 'Server', value: serverText(report) },
    { label: 'Tools', value: statusText(report) },
    {
      label: 'Findings',
      value: [...findings, ...known].join(', '),
      brush: summary.exitCode ? paint.red : paint.yellow,
    },
    { label: 'Sandbox', value: sandboxText(report) },
    { label: 'Time', value: `${duration(durationMs)}, ${callsText(report)}` },
  ])
}

/** Which command says more. */
export function hintBlock(page: Page, report: Report): readonly string[] {
  const findings = [...report.tools.flatMap((tool) => tool.findings), ...report.errors]
  const finding = findings.find(({ fails }) => fails) ?? findings.find(({ known }) => !known)
  if (finding === undefined) return []
  return [page.paint.dim(`surety explain ${printable(finding.code)} tells why it matters and what to do.`)]
}

function verdict({ tools, server, summary }: Report): string {
  const name = server.name ?? 'the server'
  if (tools.length === 0) return `${name} lists no tools`
  const passed = tools.filter(({ status }) => status === 'passed')
  if (passed.length === 0)
    return `No tool of ${name} ${tools.some(({ calls }) => calls > 0) ? 'gave a result' : 'was called'}`
  const full = [name, server.version].filter(Boolean).join(' ')
  const contracted = passed.filter(hasKept)
  if (contracted.length === 0)
    return `${count(passed.length, 'tool')} of ${full} without contract: nothing ${summary.known === 0 ? '' : 'new '}was found`
  const kept = contracted.length === 1 ? 'kept its contract' : 'kept their contracts'
  const held = contracted.every(({ findings }) => findings.length === 0) ? kept : 'passed'
  const bare = passed.length - contracted.length
  return `${count(contracted.length, 'tool')} of ${full} ${held}${bare === 0 ? '' : `, ${bare} without contract`}`
}

/** Did it pass, and had promised something? */
function hasKept({ status, contract }: ReportedTool): boolean {
  return status === 'passed' && contract !== null
}

/** `1 failed, 2 passed, 3 without contract, 4 skipped, 1 without a result` */
function statusText({ tools, summary }: Report): string {
  const passed = tools.filter(hasKept).length
  const counts = [
    [summary.failed, 'failed'],
    [summary.warned, 'warned'],
    [passed, 'passed'],
    [summary.passed - passed, 'without contract'],
    [summary.skipped, 'skipped'],
  ] as const
  const said = counts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
  return [...said, ...withoutResult(tools)].join(', ') || 'none'
}

function serverText({ server }: Report): string {
  const name = [server.name, server.version].filter(Boolean).join(' ')
  return [name, server.command?.join(' '), server.url].filter(Boolean).join(' · ')
}

/** What `--require` calls them. */
const REQUIRED_AS: ReadonlyMap<string, string> = new Map([
  ['filesystem', 'fs'],
  ['network', 'net'],
  ['toolCalls', 'calls'],
])

function sandboxText({ sandbox, server }: Report): string {
  const layers = sandbox.layers.join(' ') || 'none'
  const unseen = Object.entries(sandbox.effects).flatMap(([kind, sight]) =>
    sight === 'not observable' ? [REQUIRED_AS.get(kind) ?? kind] : [],
  )
  return [
    layers,
    ...(sandbox.contained ? [] : [server.url === null ? 'not contained' : 'the server runs elsewhere']),
    ...(unseen.length === 0 ? [] : [`not observable: ${unseen.join(', ')}`]),
  ].join('; ')
}

function callsText({ tools }: Report): string {
  return count(
    tools.reduce((sum, { calls }) => sum + calls, 0),
    'call',
  )
}

function counted(number: number, noun: string, after = ''): readonly string[] {
  return number === 0 ? [] : [`${count(number, noun)}${after}`]
}

/** Errors that nobody knew of, on tools and elsewhere. */
export function newErrors({ tools, errors }: Report): number {
  const all = [...tools.flatMap((tool) => tool.findings), ...errors]
  return all.filter(({ severity, known }) => severity === 'error' && !known).length
}
