import { describe, expect, it } from 'vitest'
import { broken, errorOf, findingOf, toolOf, warningOf } from '../report/fixtures.test-data.ts'
import { statusOf, summarize } from './summary.ts'

const known = { known: true, fails: false }

describe('the status of a tool', () => {
  it.each([
    ['passed', 'nothing was found', 3, []],
    ['passed', 'all that was found is known', 3, [findingOf('x', known)]],
    ['warned', 'a warning was found', 3, [warningOf('x')]],
    ['failed', 'an error was found', 3, [warningOf('x'), findingOf('x')]],
    ['failed', 'a warning fails the run', 3, [warningOf('x', { fails: true })]],
    ['skipped', 'it was never called', 0, []],
    ['skipped', 'it was never called, whatever its definition warns of', 0, [warningOf('x')]],
    ['failed', 'it fails without a call', 0, [findingOf('x')]],
  ])('is %s when %s', (status, _when, calls, findings) => {
    expect(statusOf({ calls, findings, notChecked: [] })).toBe(status)
  })

  it.each([
    ['skipped', 'nothing was found', []],
    ['skipped', 'a warning was found', [warningOf('x')]],
    ['failed', 'an error was found', [findingOf('x')]],
  ])('is %s when no call gave a result and %s', (status, _when, findings) => {
    expect(statusOf({ calls: 3, findings, notChecked: [], firstError: 'The database is away.' })).toBe(status)
  })

  it('is warned when it was called in part, with a contract or without', () => {
    const notChecked = [{ promise: 'calls', code: 'E004', reason: 'the run was out of time after 1 of 9 calls' }]
    expect(statusOf({ calls: 1, findings: [], notChecked })).toBe('warned')
  })
})

describe('the summary', () => {
  it('counts tools by status, what belongs to no tool, and warnings', () => {
    expect(summarize(broken.tools, broken.errors)).toEqual({
      tools: 4,
      passed: 1,
      warned: 1,
      failed: 1,
      skipped: 1,
      errors: 2,
      warnings: 1,
      notChecked: 1,
      known: 1,
      exitCode: 1,
    })
  })

  it.each([
    [0, 'nothing was found', [], []],
    [0, 'only warnings were found', [warningOf('x')], []],
    [0, 'all is known', [findingOf('x', known)], [errorOf(known)]],
    [1, 'a tool fails', [findingOf('x')], []],
    [1, 'what belongs to no tool fails', [], [errorOf()]],
  ])('exits with %i when %s', (exitCode, _when, findings, errors) => {
    expect(summarize([toolOf('x', { findings })], errors).exitCode).toBe(exitCode)
  })
})
