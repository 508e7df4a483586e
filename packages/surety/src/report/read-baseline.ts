import { isRecord } from '@surety/tool-contracts/tools'
import type { Baseline, BaselineEntry } from './baseline.ts'

export type ReadBaseline =
  | { readonly ok: true; readonly baseline: Baseline }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Strict: a baseline that is misread would hide findings. */
export function readBaseline(text: string): ReadBaseline {
  const file = parse(text)
  if (!isRecord(file))
    return { ok: false, problems: ['It is no JSON object; an empty baseline is {"version": 1, "findings": []}.'] }
  const { version, findings, $schema: _, ...others } = file
  if (version !== 1)
    return { ok: false, problems: [`version is ${show(version)}; this Surety reads version 1. Write the file again.`] }
  if (!Array.isArray(findings)) return { ok: false, problems: [`findings is ${show(findings)}; it must be a list.`] }
  const entries = findings.map((entry: unknown, index) => readEntry(entry, `findings[${index}]`))
  const problems = [
    ...unknownKeys('the file', others, 'version and findings'),
    ...entries.flatMap((entry) => entry.problems),
    ...repeated(entries.map(({ entry }) => entry?.fingerprint)),
  ]
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, baseline: { version: 1, findings: entries.flatMap(({ entry }) => entry ?? []) } }
}

interface ReadEntry {
  readonly entry?: BaselineEntry
  readonly problems: readonly string[]
}

function readEntry(value: unknown, at: string): ReadEntry {
  if (!isRecord(value)) return { problems: [`${at} is ${show(value)}; it must be an object.`] }
  const { code, tool, fingerprint, reason, expires, ...others } = value
  const problems = unknownKeys(at, others, 'code, tool, fingerprint, reason and expires')
  const wrong = (key: string, allowed: string): ReadEntry => ({
    problems: [...problems, `${at}.${key} is ${show(value[key])}; it must be ${allowed}.`],
  })
  if (!isText(code)) return wrong('code', 'a rule code such as "E012"')
  if (tool !== null && !isText(tool)) return wrong('tool', "a tool's name, or null")
  if (!isText(fingerprint)) return wrong('fingerprint', 'the text that --update-baseline wrote')
  if (reason !== undefined && !isText(reason)) return wrong('reason', 'a sentence, or be left out')
  if (expires !== undefined && !isDate(expires)) return wrong('expires', 'a date such as "2027-06-30", or be left out')
  const entry: BaselineEntry = {
    code,
    tool,
    fingerprint,
    ...(reason === undefined ? {} : { reason }),
    ...(expires === undefined ? {} : { expires }),
  }
  return { entry, problems }
}

function unknownKeys(at: string, others: Readonly<Record<string, unknown>>, allowed: string): readonly string[] {
  return Object.keys(others).map(
    (key) => `${JSON.stringify(key.slice(0, 60))} in ${at} is unknown; allowed are ${allowed}.`,
  )
}

function repeated(fingerprints: readonly (string | undefined)[]): readonly string[] {
  return fingerprints.flatMap((fingerprint, index) => {
    const first = fingerprints.indexOf(fingerprint)
    if (fingerprint === undefined || first === index) return []
    return [`findings[${index}] repeats findings[${first}]; remove one of them.`]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** The file may be none of ours, and hold what nobody should read here. */
const LONGEST_SHOWN = 20

function show(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? text : 'something else'
}
