import { lstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { boundsOfNamed } from '../author/yaml/bounds.ts'
import { readText } from '../author/yaml/read-text.ts'
import type { Report } from '../judge/report.ts'
import { count } from '../judge/words.ts'
import { type Baseline, applyBaseline, baselineOf, baselineText, staleInBaseline } from '../report/baseline.ts'
import { readBaseline } from '../report/read-baseline.ts'
import { type Io, type Parsed, UsageError } from './command.ts'
import { mustBeWritable } from './must-be-writable.ts'

/** Marks what the baseline knows in a report, and brings the baseline up to date where that was asked for. */
export type MarkKnown = (report: Report) => Promise<Report>

/** Reads the baseline, so that one that cannot be used is known before anything runs. */
export async function openBaseline(parsed: Parsed, io: Io): Promise<MarkKnown> {
  const name = parsed.text('baseline')
  const update = parsed.flag('update-baseline')
  if (name === undefined && update) throw new UsageError('--update-baseline needs --baseline file.')
  if (name === undefined) return async (report) => report
  const file = resolve(io.cwd, name)
  const narrowed = parsed.texts('tool').length > 0
  const known = read(file, name, io.cwd, update)
  if (update) mustBeWritable('The baseline', file, io.cwd)
  return async (report) => {
    const today = report.startedAt.slice(0, 10)
    const baseline = update ? baselineOf(report, known, narrowed) : known
    if (update) io.err(`${await write(file, name, baseline)}\n`)
    const stale = update ? [] : staleInBaseline(report, baseline, today, narrowed)
    const applied = applyBaseline(report, baseline, today)
    return { ...applied, stale: [...applied.stale, ...stale] }
  }
}

const MAX_BYTES = 64 * 1024 * 1024

function read(file: string, name: string, cwd: string, mayBeMissing: boolean): Baseline {
  if (mayBeMissing && lstatSync(file, { throwIfNoEntry: false }) === undefined) return { version: 1, findings: [] }
  const found = readText(file, boundsOfNamed(file, cwd), MAX_BYTES)
  if (!found.ok)
    throw new UsageError(`The baseline ${name} cannot be read; --update-baseline writes one. ${found.message}`)
  const parsed = readBaseline(found.text)
  if (parsed.ok) return parsed.baseline
  throw new UsageError(`The baseline ${name} cannot be used: ${parsed.problems.join(' ')}`)
}

/** Says what was written. */
async function write(file: string, name: string, baseline: Baseline): Promise<string> {
  await writeFile(file, baselineText(baseline)).catch((error: unknown) => {
    throw new UsageError(`The baseline ${name} cannot be written: ${error instanceof Error ? error.message : ''}.`)
  })
  return `Wrote ${count(baseline.findings.length, 'finding')} to ${name}.`
}
