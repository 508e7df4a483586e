import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { applyBaseline, type Baseline, baselineOf, baselineText, staleInBaseline } from './baseline.ts'
import { broken, errorOf, findingOf, kept, reportOf, toolOf, warningOf } from './fixtures.test-data.ts'
import { readBaseline } from './read-baseline.ts'

const TODAY = '2026-11-16'
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false })
formats.default(ajv)
const validate = ajv.compile(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/baseline.schema.json'), 'utf8')) as object,
)

const one = reportOf([toolOf('x', { findings: [findingOf('x')] })])
const entry = { code: 'E012', tool: 'x', fingerprint: 'E012 | x | write | notes.txt' }
const listing = (...findings: Baseline['findings']): Baseline => ({ version: 1, findings })

describe('a baseline', () => {
  it('of a report makes that report pass, and says how much is known', () => {
    const applied = applyBaseline(broken, baselineOf(broken), TODAY)
    expect(applied.summary).toMatchObject({ failed: 0, warned: 0, errors: 0, warnings: 0, known: 6, exitCode: 0 })
    expect(applied.tools.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'skipped'])
    expect(applied.errors.every(({ known, fails }) => known && !fails)).toBe(true)
  })

  it('leaves new findings as they are', () => {
    const more = reportOf([
      toolOf('x', { findings: [findingOf('x'), warningOf('x')] }),
      toolOf('y', { findings: [findingOf('y')] }),
    ])
    const { tools, summary } = applyBaseline(more, listing(entry), TODAY)
    expect(tools.map(({ status }) => status)).toEqual(['warned', 'failed'])
    expect(summary).toMatchObject({ errors: 0, warnings: 1, known: 1, exitCode: 1 })
  })

  it('does not list what the contracts ignore', () => {
    const ignored = reportOf([toolOf('x', { findings: [findingOf('x', { known: true, fails: false })] })])
    expect(baselineOf(ignored)).toEqual(listing())
  })

  it('is the same text for the same findings in any order', () => {
    const turned = { ...broken, tools: broken.tools.toReversed(), errors: broken.errors.toReversed() }
    expect(baselineText(baselineOf(turned))).toBe(baselineText(baselineOf(broken)))
  })

  it('is read back as it was written, and is valid against its published schema', () => {
    const baseline = baselineOf(broken)
    const text = baselineText(baseline)
    expect(readBaseline(text)).toEqual({ ok: true, baseline })
    expect(validate(JSON.parse(text))).toBe(true)
    expect(validate({ version: 1, findings: [{ ...entry, until: 'x' }] })).toBe(false)
  })

  it('stops covering a finding the day after it expires, and says so', () => {
    const until = (expires: string): Baseline => listing({ ...entry, expires })
    expect(applyBaseline(one, until(TODAY), TODAY).summary.exitCode).toBe(0)
    expect(baselineNotes(one, until(TODAY), TODAY)).toEqual([])
    expect(applyBaseline(one, until('2026-11-15'), TODAY).summary.exitCode).toBe(1)
    expect(baselineNotes(one, until('2026-11-15'), TODAY)).toEqual([
      `Baseline: ${entry.fingerprint} expired on 2026-11-15 and counts again.`,
    ])
  })

  it('keeps reasons and dates when it is updated, whether or not it was applied before', () => {
    const previous = listing({ ...entry, reason: 'being fixed', expires: '2026-01-01' })
    expect(baselineOf(one, previous)).toEqual(previous)
    const lasting = listing({ ...entry, reason: 'being fixed' })
    expect(baselineOf(applyBaseline(one, lasting, TODAY), lasting)).toEqual(lasting)
  })
})

const baselineNotes = (...given: Parameters<typeof staleInBaseline>): readonly string[] =>
  staleInBaseline(...given).map(({ message }) => message)

describe('an entry that nothing matches', () => {
  const uncheckable = reportOf([
    toolOf('x', { notChecked: [{ promise: 'side_effects', code: 'E012', reason: 'No tracer.' }] }),
  ])

  it.each([
    ['its tool is clean', reportOf([toolOf('x')]), false],
    ['its tool is gone', kept, false],
  ])('is stale when %s: it is named, and an update drops it', (_when, report, narrowed) => {
    expect(baselineNotes(report, listing(entry), TODAY, narrowed)).toEqual([
      `Baseline: ${entry.fingerprint} was not found any more; remove it, or run with --update-baseline.`,
    ])
    expect(baselineOf(report, listing(entry), narrowed)).toEqual(listing())
  })

  it.each([
    ['the run left its tool out', kept, true],
    ['the promise could not be checked here', uncheckable, false],
  ])('is not stale when %s: nobody mentions it, and an update keeps it', (_when, report, narrowed) => {
    expect(baselineNotes(report, listing(entry), TODAY, narrowed)).toEqual([])
    expect(baselineOf(report, listing(entry), narrowed)).toEqual(listing(entry))
  })
})

it('no baseline excuses what was required and not observed', () => {
  const required = errorOf({ code: 'W027', tool: null, evidence: { kind: 'not observed', required: 'calls' } })
  expect(baselineOf(reportOf([], [required])).findings).toEqual([])
})
