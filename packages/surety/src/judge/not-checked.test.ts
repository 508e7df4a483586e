import { expect, test } from 'vitest'
import { exampleContract, exampleRun, exampleTool } from './example-evidence.ts'
import type { ToolEvidence } from './evidence.ts'
import { notChecked } from './not-checked.ts'

const NOT_CALLED = { calls: [], notCalled: 'The server has a network.' }
const CALLS = { promise: 'calls', code: 'E004', reason: 'The server has a network.' }

test.each<[string, Partial<ToolEvidence>, readonly unknown[]]>([
  ['a tool without a contract', NOT_CALLED, [CALLS]],
  ['a tool whose contract promises nothing', { ...NOT_CALLED, contract: exampleContract() }, [CALLS]],
  [
    'a tool with a promise, by that promise',
    { ...NOT_CALLED, contract: exampleContract({ maxExecutionMs: 1 }) },
    [{ ...CALLS, promise: 'max_execution_time', code: 'E016' }],
  ],
  [
    'a tool that the run did not come to, as that',
    { ...NOT_CALLED, unfinished: 'out of time' },
    [{ ...CALLS, reason: 'out of time' }],
  ],
  ['no tool that was called', {}, []],
])('it is told why a tool was not called: %s', (_, given, told) => {
  const tool = exampleTool(given)
  expect(notChecked(tool, exampleRun({ tools: [tool] }))).toEqual(told)
})
