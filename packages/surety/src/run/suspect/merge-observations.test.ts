import { describe, expect, it } from 'vitest'
import type { Observation } from '../evidence/observe.ts'
import type { Performed } from '../call/perform.ts'
import { NO_SUSPICION } from './suspicions.ts'
import { mergeObservations } from './merge-observations.ts'

const planned = { id: 1, purpose: 'test', input: {}, base: undefined }
const call = { planned, process: 1, reply: { kind: 'closed', reason: 'gone', sentAt: 0, endedAt: 1 } } as Performed
const repeat = { ...call, planned: { ...planned, id: 2, purpose: 'repeat', base: 1 } } as Performed
const nothing: Observation = {
  calls: [],
  effects: [],
  nestedCalls: [],
  programs: [],
  mutations: [],
  blind: undefined,
  unmeasured: undefined,
}
const nested = { to: 'other', how: 'handler', call: 1 } as const
const written = { kind: 'connect', target: 'a:1', outcome: 'refused', call: 1 } as const
const first: Observation = { ...nothing, calls: [call, repeat], effects: [written], nestedCalls: [nested] }

describe('what was seen of a tool, among others and alone', () => {
  it('stands as it was seen first where the tool could not be called alone', () => {
    expect(mergeObservations(nothing, first, NO_SUSPICION, () => 9)).toBe(first)
  })

  it('is what was seen alone, with the hidden calls that only the first pass looked for', () => {
    const alone = { ...nothing, calls: [call] }
    expect(mergeObservations(alone, first, NO_SUSPICION, () => 9)).toEqual({ ...alone, nestedCalls: [nested] })
  })

  it('is what was seen alone, without hidden calls that were looked for again and not found', () => {
    const alone = { ...nothing, calls: [call] }
    expect(mergeObservations(alone, first, { ...NO_SUSPICION, hasHiddenCalls: true }, () => 9)).toEqual(alone)
  })

  it('keeps answers that differed back to back, under numbers of their own, to be compared and not judged again', () => {
    let id = 10
    const { calls } = mergeObservations(
      { ...nothing, calls: [call] },
      first,
      { ...NO_SUSPICION, nonDeterministic: true },
      () => ++id,
    )
    expect(calls.map(({ planned: { id, purpose, base } }) => [id, purpose, base])).toEqual([
      [1, 'test', undefined],
      [11, 'generated', undefined],
      [12, 'repeat', 11],
    ])
  })
})
