import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBaseline } from './read-baseline.ts'

const entry = { code: 'E012', tool: 'x', fingerprint: 'f' }
const problemsOf = (file: unknown): unknown => readBaseline(typeof file === 'string' ? file : JSON.stringify(file))

describe('reading a baseline', () => {
  it('accepts entries with and without a tool, a reason and a date', () => {
    const findings = [entry, { ...entry, fingerprint: 'g', tool: null, reason: 'why', expires: '2028-02-29' }]
    expect(problemsOf({ $schema: 'x', version: 1, findings })).toEqual({ ok: true, baseline: { version: 1, findings } })
  })

  it.each([
    ['{', 'It is no JSON object; an empty baseline is {"version": 1, "findings": []}.'],
    ['[]', 'It is no JSON object; an empty baseline is {"version": 1, "findings": []}.'],
    [{ version: 2, findings: [] }, 'version is 2; this Surety reads version 1. Write the file again.'],
    [{ findings: [] }, 'version is missing; this Surety reads version 1. Write the file again.'],
    [{ version: 1 }, 'findings is missing; it must be a list.'],
    [{ version: 1, findings: [], x: 1 }, '"x" in the file is unknown; allowed are version and findings.'],
    [
      { version: 's3cret'.repeat(10), findings: [] },
      'version is something else; this Surety reads version 1. Write the file again.',
    ],
    [
      { version: 1, findings: { s3cret: ['s3cret', 's3cret', 's3cret'] } },
      'findings is something else; it must be a list.',
    ],
    [{ version: 1, findings: [5] }, 'findings[0] is 5; it must be an object.'],
    [
      { version: 1, findings: [{ ...entry, until: 'x' }] },
      '"until" in findings[0] is unknown; allowed are code, tool, fingerprint, reason and expires.',
    ],
    [
      { version: 1, findings: [entry, { ...entry, code: 12 }] },
      'findings[1].code is 12; it must be a rule code such as "E012".',
    ],
    [
      { version: 1, findings: [{ code: 'E012', fingerprint: 'f' }] },
      "findings[0].tool is missing; it must be a tool's name, or null.",
    ],
    [
      { version: 1, findings: [{ ...entry, fingerprint: '' }] },
      'findings[0].fingerprint is ""; it must be the text that --update-baseline wrote.',
    ],
    [
      { version: 1, findings: [{ ...entry, expires: '2027-02-30' }] },
      'findings[0].expires is "2027-02-30"; it must be a date such as "2027-06-30", or be left out.',
    ],
    [
      { version: 1, findings: [{ ...entry, reason: 5 }] },
      'findings[0].reason is 5; it must be a sentence, or be left out.',
    ],
    [{ version: 1, findings: [entry, entry] }, 'findings[1] repeats findings[0]; remove one of them.'],
  ])('refuses %j', (file, problem) => {
    expect(problemsOf(file)).toEqual({ ok: false, problems: [problem] })
  })

  it('names every problem at once', () => {
    expect(problemsOf({ version: 1, findings: [5, { ...entry, tool: 5 }], x: 1 })).toMatchObject({
      problems: { length: 3 },
    })
  })

  it('answers anything with a value', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readBaseline(text)))
  })
})
