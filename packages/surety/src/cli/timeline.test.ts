import type { ExecutionStep } from '@surety/tool-contracts'
import { expect, it } from 'vitest'
import { timeline } from './timeline.ts'

const START = Date.parse('2026-11-18T10:00:00.000Z')

/** A step that began so many milliseconds after the first. */
function step(index: number, after: number, durationMs: number, more: Partial<ExecutionStep> = {}): ExecutionStep {
  return {
    stepId: `s${index}`,
    index,
    toolName: `tool${index}`,
    inputs: {},
    outputs: {},
    durationMs,
    statusCode: 200,
    emittedAt: new Date(Math.floor(START + after + durationMs)).toISOString(),
    principal: 'ada',
    ...more,
  }
}

it('shows when each call began, how long it took and which call made it', () => {
  const steps = [
    step(0, 0, 1500, { role: 'planner', operations: [{ kind: 'write', target: 'a.json' }] }),
    step(1, 200, 30, { parentStepId: 's0' }),
    step(2, 210, 5, { parentStepId: 's1', violations: [{ invariant: 'INV-MCP-002', message: 'It wrote.' }] }),
    step(3, 62_500, 0.4, {
      statusCode: 428,
      code: 'APPROVAL_REQUIRED',
      stage: 'approve',
      outputs: { error: { blame: 'caller', message: 'A person must approve it.' } },
    }),
    step(4, 63_500, 2, { attempts: 3, replayOf: 's0' }),
  ]
  expect(timeline('t1', steps).split('\n')).toEqual([
    'Trace t1 by ada (planner): 5 steps, 1 refused, 1 min 3 s from 2026-11-18T10:00:00.000Z',
    '       +0 ms   1.5 s  tool0      200',
    '                        did write a.json',
    '     +200 ms   30 ms    tool1    200',
    '     +210 ms    5 ms      tool2  200',
    '                            broke INV-MCP-002: It wrote.',
    '  +1 min 2 s  0.4 ms  tool3      428 APPROVAL_REQUIRED',
    '                        refused at approve, blame caller: A person must approve it.',
    '  +1 min 3 s    2 ms  tool4      200',
    '                        was run 3 times',
    '                        gave the outcome of step s0 again',
    '',
  ])
})

it('keeps the order in which calls of the same millisecond began', () => {
  const steps = [step(0, 0.3, 0.1), step(1, 0.4, 0.5), step(2, 0.95, 0.01)]
  const tools = [...timeline('t', steps).matchAll(/tool\d/g)].map(([tool]) => tool)
  expect(tools).toEqual(['tool0', 'tool1', 'tool2'])
})

it('names the principals where there is more than one, in the order of time', () => {
  const steps = [step(0, 50, 1), step(0, 0, 1, { stepId: 'x', principal: 'bob' }), step(1, 90, 1)]
  const text = timeline('t', steps)
  expect(text).toContain('by 2 principals: 3 steps')
  expect([...text.matchAll(/tool\d by \w+/g)].map(([call]) => call)).toEqual([
    'tool0 by bob',
    'tool0 by ada',
    'tool1 by ada',
  ])
})

it('loses no step whose caller is not there, or that was made to call itself', () => {
  const steps = [
    step(0, 0, 1, { parentStepId: 'forgotten' }),
    step(1, 1, 1, { parentStepId: 's2' }),
    step(2, 2, 1, { parentStepId: 's1' }),
    step(3, 3, 1, { parentStepId: 's3' }),
  ]
  const tools = [...timeline('t', steps).matchAll(/tool\d/g)].map(([tool]) => tool)
  expect(tools.toSorted()).toEqual(['tool0', 'tool1', 'tool2', 'tool3'])
})

it('a refusal too large to be kept still has its code and stage', () => {
  const lost = { statusCode: 400, code: 'INVALID_INPUT', stage: 'validate', outputs: { $sha256: 'x', $bytes: 1 } }
  expect(timeline('t', [step(0, 0, 1, lost)])).toMatch(/400 INVALID_INPUT\n +refused at validate\n$/)
})

it('nothing in a step commands the terminal', () => {
  const evil = 'x\u001b[2J\u009b\u202e\n::error::'
  const text = timeline(evil, [
    step(0, 0, 1, {
      toolName: evil,
      principal: evil,
      code: evil,
      stage: evil,
      outputs: { error: { blame: evil, message: evil } },
    }),
    step(1, 0, 1, { operations: [{ kind: evil, target: evil }], violations: [{ invariant: evil, message: evil }] }),
  ])
  expect(text).not.toMatch(/[^\n\P{C}]/u)
  expect(text).not.toMatch(/^\s*::/m)
})

it('shows a hundred thousand steps', () => {
  const steps = Array.from({ length: 100_000 }, (_, index) => step(index, index, 1))
  expect(timeline('t', steps).split('\n')).toHaveLength(100_002)
})
