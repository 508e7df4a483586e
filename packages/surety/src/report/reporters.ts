import type { Report } from '../judge/report.ts'
import { githubReport } from './github.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { type RuleText, sarifReport } from './sarif.ts'
import { type TextOptions, textReport } from './text.ts'

interface RenderOptions extends TextOptions {
  readonly rules: readonly RuleText[]
}

/** A report in one format: nothing, or whole lines. */
export type Render = (report: Report, options: RenderOptions) => string

const NAMES = ['text', 'json', 'junit', 'sarif', 'github'] as const
export type ReporterName = (typeof NAMES)[number]

export const reporters: Readonly<Record<ReporterName, Render>> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  sarif: (report, { rules }) => sarifReport(report, rules),
  github: githubReport,
}

export type ParsedReporter =
  /** Without a file the report goes to stdout. */
  | { readonly ok: true; readonly name: ReporterName; readonly file: string | undefined }
  | { readonly ok: false; readonly reason: string }

/** `json`, or `json=report.json` for a file. */
export function parseReporter(spec: string): ParsedReporter {
  const [word = '', ...rest] = spec.split('=')
  const file = rest.length === 0 ? undefined : rest.join('=')
  const name = NAMES.find((name) => name === word)
  if (name === undefined)
    return { ok: false, reason: `There is no reporter ${JSON.stringify(word)}; there are ${NAMES.join(', ')}.` }
  if (file === '')
    return { ok: false, reason: `${JSON.stringify(spec)} names no file; write ${name}=FILE, or ${name} for stdout.` }
  return { ok: true, name, file }
}
