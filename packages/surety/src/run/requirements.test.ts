import { expect, it } from 'vitest'
import { exampleRun, exampleTool } from '../judge/example-evidence.ts'
import { notObserved, unmetRequirements } from './requirements.ts'

const unseen = { how: 'unseen', reason: 'no call succeeded' } as const
const silent = exampleTool({ tool: 'silent', inside: { toolCalls: unseen, inputs: unseen } })
const run = exampleRun({ tools: [silent], observable: { ...exampleRun().observable, toolCalls: unseen } })

it('what can never be observed here is told before any call', () => {
  expect(unmetRequirements(['fs', 'calls', 'calls'], run.observable)).toEqual([
    'Required, but not observable here: calls (no call succeeded). See `surety doctor`.',
  ])
})

it('what was not observed in a run is a finding that fails, and names the tools', () => {
  expect(notObserved(['fs', 'calls', 'calls'], run)).toMatchObject([
    {
      code: 'W027',
      tool: null,
      failsAlways: true,
      message: "'calls' is required, and was not observed in this run: no call succeeded; it concerns silent.",
    },
  ])
  expect(notObserved(['fs'], run)).toEqual([])
})
