import { expect, it } from 'vitest'
import { reportOf, toolOf, warningOf } from './fixtures.test-data.ts'
import { textReport } from './text.ts'

const reason = 'It has no contract; --explore calls such tools too.'
const left = { calls: 0, contract: null, notChecked: [{ promise: 'calls', code: 'E004', reason }] }

it.each([
  ['in full, where nothing else says it', {}, true],
  ['not again where W026 says it', { findings: [warningOf('x', { code: 'W026' })] }, false],
])('why a tool was not called is told %s', (_, more, isTold) => {
  const text = textReport(reportOf([toolOf('x', { ...left, ...more })]), { color: false, columns: 200 })
  expect(text.includes(reason)).toBe(isTold)
})
