import { describe, expect, test } from 'vitest'
import type { Layers, Sighting } from '../../sandbox/cell.ts'
import { insideOf } from './inside.ts'
import type { Performed } from '../call/perform.ts'

const works = { works: true } as const
const layers: Layers = { L1: works, L2: works, L3: works }
const server = { kind: 'stdio', command: 'node', args: [], env: {}, cwd: undefined, network: [] } as const
const profile = { env: {}, network: false, memoryBytes: 1 }
const reply = { kind: 'result', result: {}, bytes: 0, sentAt: 0, endedAt: 0 } as const

function fresh(tool: string, base: number, process: number, answer: object = {}): Performed {
  const planned = { id: 100 + base, purpose: 'fresh', base, input: {}, profile }
  const call = { planned, subject: { tool }, reply: { ...reply, result: answer }, process }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of a call is not looked at here
  return { ...call, exit: undefined, stderr: '' } as unknown as Performed
}

const looked = (tool: string, ...sees: readonly ('calls' | 'inputs')[]): Sighting => ({
  at: 0,
  kind: 'spy',
  language: 'node',
  tool,
  sees,
})
const lost: Sighting = { at: 0, kind: 'spy lost', reason: 'eaten by the dog' }

function insideOfTools(processes: readonly (readonly Sighting[])[], performed: readonly Performed[]) {
  const watched = processes.map((sightings, index) => ({ number: index + 1, sightings }))
  return insideOf({ server, layers }, { processes: watched, performed })
}

describe('what was seen of a tool inside the server', () => {
  test('is what the spy saw in its own calls, not in those of another tool', () => {
    const inside = insideOfTools([[looked('a', 'calls', 'inputs')]], [fresh('a', 1, 1), fresh('b', 2, 1)])
    expect(inside('a')).toEqual({ toolCalls: { how: 'seen' }, inputs: { how: 'seen' } })
    const reason = 'the spy could not look into every call of this tool'
    expect(inside('b')).toEqual({ toolCalls: { how: 'unseen', reason }, inputs: { how: 'unseen', reason } })
  })

  test('is nothing where one of its inputs was never looked into', () => {
    const calls = [fresh('a', 1, 1), fresh('a', 2, 1)]
    expect(insideOfTools([[looked('a', 'calls')]], calls)('a').toolCalls.how).toBe('unseen')
    expect(insideOfTools([[looked('a', 'calls'), looked('a', 'calls')]], calls)('a').toolCalls.how).toBe('seen')
    const again = [...calls, fresh('a', 1, 2), fresh('a', 2, 2)]
    const second = [looked('a', 'calls'), looked('a', 'calls')]
    expect(insideOfTools([[looked('a', 'calls')], second], again)('a').toolCalls.how).toBe('seen')
  })

  test('takes no call that was refused', () => {
    const refused = fresh('a', 1, 1, { isError: true })
    const reason = 'no call succeeded that the spy could look into'
    expect(insideOfTools([[looked('b', 'calls')]], [refused])('a').toolCalls).toEqual({ how: 'unseen', reason })
  })

  test('is nothing in a process whose log is lost, for any of its tools', () => {
    const all = [looked('a', 'calls', 'inputs'), looked('b', 'calls', 'inputs')]
    const unseen = { how: 'unseen', reason: 'eaten by the dog' }
    const inside = insideOfTools([[...all, lost]], [fresh('a', 1, 1), fresh('b', 2, 1)])
    for (const tool of ['a', 'b']) expect(inside(tool)).toEqual({ toolCalls: unseen, inputs: unseen })
  })

  test('has a reason: no spy, or none that finds the handlers', () => {
    const calls = [fresh('a', 1, 1)]
    expect(insideOfTools([[]], calls)('a')).toMatchObject({
      toolCalls: { reason: expect.stringMatching(/^the spy is not in the process that answers/) },
      inputs: { how: 'unseen' },
    })
    expect(insideOfTools([[looked('a')]], calls)('a')).toMatchObject({
      toolCalls: { reason: 'the spy did not find the handlers of this server' },
      inputs: { how: 'unseen', reason: 'the spy did not find the inputs of this server' },
    })
  })
})
