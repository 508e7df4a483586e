import { writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Report } from '../judge/report.ts'
import { wantsColor } from '../report/paint.ts'
import { type ReporterName, parseReporter, reporters } from '../report/reporters.ts'
import { asCalled } from './called-as.ts'
import { type Io, type Parsed, UsageError } from './command.ts'
import { mustBeWritable } from './must-be-writable.ts'
import { shortReplays } from './short-replays.ts'

export interface Output {
  readonly name: ReporterName
  /** Undefined = stdout. */
  readonly file: string | undefined
}

/** Which formats go where; at most one to stdout, and one to each file. */
export function outputsOf(parsed: Parsed, io: Io): Output[] {
  const named = [...(parsed.flag('json') ? ['json'] : []), ...parsed.texts('reporter')]
  const output = parsed.text('output')
  const outputs = [...new Set(named.length === 0 ? ['text'] : named)].map((spec) => {
    const reporter = parseReporter(spec)
    if (!reporter.ok) throw new UsageError(reporter.reason)
    return { name: reporter.name, file: reporter.file }
  })
  const loose = outputs.filter(({ file }) => file === undefined)
  if (loose.length > 1)
    throw new UsageError('Only one report can go to stdout: give the others a file, as in --reporter junit=report.xml.')
  if (output !== undefined && loose.length === 0)
    throw new UsageError(`Nothing is left for --output ${output}: every reporter has a file of its own.`)
  const placed = outputs.map(({ name, file = output }) => ({
    name,
    file: file === undefined ? undefined : resolve(io.cwd, file),
  }))
  const files = placed.flatMap(({ file }) => file ?? [])
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw new UsageError(`Two reports cannot go to the same file, ${twice}.`)
  for (const file of files) mustBeWritable('The report', file, io.cwd)
  return placed
}

interface Presentation {
  /** The folder that the report's places are relative to. */
  readonly root: string
  readonly verbose: boolean
}

/** Writes the report in every format. */
export async function writeReports(
  report: Report,
  outputs: readonly Output[],
  io: Io,
  { root, verbose }: Presentation,
): Promise<void> {
  const { RULES } = await import('../judge/rules/index.ts')
  const color = wantsColor(io.env, io.isTTY.out)
  const inRepository = placedFrom(report, relative(io.env['GITHUB_WORKSPACE'] ?? io.cwd, root))
  const forPeople = outputs.some(({ name }) => name === 'text')
    ? await shortReplays(report, { root, cwd: io.cwd })
    : report
  const told: Partial<Record<ReporterName, Report>> = { text: forPeople, github: inRepository, sarif: inRepository }
  const textOf = (name: ReporterName, color: boolean): string => {
    const text = reporters[name](told[name] ?? report, { color, columns: io.columns, verbose, rules: RULES })
    return name === 'text' ? asCalled(text, io.calledAs) : text
  }
  for (const { name, file } of outputs) {
    if (file === undefined) io.out(textOf(name, color))
    else await write(file, textOf(name, false))
  }
  if (io.env['GITHUB_ACTIONS'] === 'true' && !outputs.some(({ name }) => name === 'github'))
    io.err(textOf('github', false))
}

/** Code hosts look for places from the top of the repository, not from the configuration. */
function placedFrom(report: Report, folder: string): Report {
  if (folder === '') return report
  const placed = (file: string): string => join(folder, file)
  return {
    ...report,
    tools: report.tools.map((tool) => ({
      ...tool,
      findings: tool.findings.map((finding) => ({
        ...finding,
        location: finding.location && { ...finding.location, file: placed(finding.location.file) },
      })),
    })),
    errors: report.errors.map((error) => ({ ...error, file: error.file && placed(error.file) })),
    stale: report.stale.map((entry) => ({ ...entry, file: entry.file && placed(entry.file) })),
  }
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(`The report cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  })
}
