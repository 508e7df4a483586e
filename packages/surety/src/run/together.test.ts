import { describe, expect, it } from 'vitest'
import type { Observation } from './observe.ts'
import type { Performed } from './perform.ts'
import { NO_DOUBTS } from './alone.ts'
import { together } from './together.ts'

const planned = { id: 1, purpose: 'test', input: {}, base: undefined }
const call = { planned, process: 1, reply: { kind: 'closed', reason: 'gone', sentAt: 0, endedAt: 1 } } as Performed
const repeat = { ...call, planned: { ...planned, id: 2, purpose: 'repeat', base: 1 } } as Performed
const nothing: Observation = { calls: [], effects: [], nestedCalls: [], mutations: [], blind: undefined }
const nested = { to: 'other', how: 'handler', call: 1 } as const
const written = { kind: 'connect', target: 'a:1', outcome: 'refused', call: 1 } as const
const first: Observation = { ...nothing, calls: [call, repeat], effects: [written], nestedCalls: [nested] }

describe('what was seen of a tool, among others and alone', () => {
  it('stands as it was seen first where the tool could not be called alone', () => {
    expect(together(nothing, first, NO_DOUBTS, () => 9)).toBe(first)
  })

  it('is what was seen alone, with the hidden calls that only the first pass looked for', () => {
    const alone = { ...nothing, calls: [call] }
    expect(together(alone, first, NO_DOUBTS, () => 9)).toEqual({ ...alone, nestedCalls: [nested] })
  })

  it('is what was seen alone, without hidden calls that were looked for again and not found', () => {
    const alone = { ...nothing, calls: [call] }
    expect(together(alone, first, { ...NO_DOUBTS, hidden: true }, () => 9)).toEqual(alone)
  })

  it('keeps answers that differed back to back, under numbers of their own, to be compared and not judged again', () => {
    let id = 10
    const { calls } = together({ ...nothing, calls: [call] }, first, { ...NO_DOUBTS, unsteady: true }, () => ++id)
    expect(calls.map(({ planned: { id, purpose, base } }) => [id, purpose, base])).toEqual([
      [1, 'test', undefined],
      [11, 'generated', undefined],
      [12, 'repeat', 11],
    ])
  })

  it('keeps no answer that was given among others', () => {
    const crowded = { ...first, calls: [call, { ...repeat, crowded: true }] }
    const { calls } = together({ ...nothing, calls: [call] }, crowded, { ...NO_DOUBTS, unsteady: true }, () => 9)
    expect(calls.filter(({ planned }) => planned.purpose === 'repeat')).toEqual([])
  })
})
