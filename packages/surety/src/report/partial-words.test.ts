import { expect, test } from 'vitest'
import type { PartialRun } from '../judge/report.ts'
import { reportOf, toolOf } from './fixtures.test-data.ts'
import { partialWords } from './partial-words.ts'

const told = (partial: PartialRun): string | undefined =>
  partialWords({ ...reportOf([toolOf('a'), toolOf('b')]), durationMs: 2000, partial })

test('a run that went to its end says nothing', () => {
  expect(partialWords(reportOf([toolOf('a')]))).toBeUndefined()
})

test.each<[PartialRun, string]>([
  [
    { reason: 'interrupted', notCalled: ['a'], cutShort: [] },
    'interrupted after 2.0 s, 1 tool of 2 not called; that is not checked.',
  ],
  [
    { reason: 'out of time', notCalled: [], cutShort: ['a'] },
    'out of time after 2.0 s, 1 tool called in part (a); that is not checked.',
  ],
  [
    { reason: 'first failure', notCalled: [], cutShort: [] },
    'ended at the first tool that failed after 2.0 s, every tool had been called.',
  ],
])('a run that ended early says why, and what it left out: %j', (partial, words) => {
  expect(told(partial)).toBe(`This report is partial: ${words}`)
})
