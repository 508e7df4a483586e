import { describe, expect, test } from 'vitest'
import { type Outcome, STAGES, mayHaveActed, outcomeOf, pass, refuse } from '../outcome.ts'
import { createClaims } from './claims.ts'
import type { Claim } from './journal.ts'

const CLAIM: Claim = { stepId: 's1', principal: 'alice', toolName: 'pay', key: 'k', inputHash: 'h' }
const PAID: Outcome = outcomeOf(pass({ paid: true }), 't', 's1')

function refusedAt(stage: (typeof STAGES)[number], retryable = false): Outcome {
  const { error } = refuse(stage, 'tool', 'X', 'No.')
  return outcomeOf({ ok: false, error: { ...error, retryable } }, 't', 's1')
}

describe('an idempotency key', () => {
  test('is claimed once, is running until its step is settled, and then gives the same outcome again', () => {
    const claims = createClaims(10)
    expect(claims.claim(CLAIM)).toEqual({ state: 'claimed' })
    expect(claims.claim({ ...CLAIM, stepId: 's2' })).toEqual({ state: 'running' })
    claims.settle('s1', () => PAID)
    expect(claims.claim({ ...CLAIM, stepId: 's3' })).toEqual({ state: 'done', outcome: PAID })
    expect(claims.claim({ ...CLAIM, stepId: 's4' })).toEqual({ state: 'done', outcome: PAID })
  })

  test('used with another input is a conflict, while the first runs and after', () => {
    const claims = createClaims(10)
    claims.claim(CLAIM)
    expect(claims.claim({ ...CLAIM, stepId: 's2', inputHash: 'other' })).toEqual({ state: 'conflict' })
    claims.settle('s1', () => PAID)
    expect(claims.claim({ ...CLAIM, stepId: 's2', inputHash: 'other' })).toEqual({ state: 'conflict' })
  })

  test.each<readonly [string, Partial<Claim>]>([
    ['another principal', { principal: 'bob' }],
    ['another tool', { toolName: 'refund' }],
    ['another key', { key: 'k2' }],
    ['a principal and tool that read the same together', { principal: 'alice","pay', toolName: '' }],
  ])('of %s is another key', (_what, fields) => {
    const claims = createClaims(10)
    claims.claim(CLAIM)
    expect(claims.claim({ ...CLAIM, stepId: 's2', ...fields })).toEqual({ state: 'claimed' })
  })

  test.each(STAGES)('of a call refused for good at %s is kept only if the tool may have acted', (stage) => {
    const claims = createClaims(10)
    claims.claim(CLAIM)
    claims.settle('s1', () => refusedAt(stage))
    expect(claims.claim({ ...CLAIM, stepId: 's2' }).state).toBe(mayHaveActed(stage) ? 'done' : 'claimed')
  })

  test.each(STAGES)('of a call that may be tried again after %s is given back', (stage) => {
    const claims = createClaims(10)
    claims.claim(CLAIM)
    claims.settle('s1', () => refusedAt(stage, true))
    expect(claims.claim({ ...CLAIM, stepId: 's2' })).toEqual({ state: 'claimed' })
  })

  test('is not settled by a step that did not claim it, and the outcome of such a step is not even made', () => {
    const claims = createClaims(10)
    claims.claim(CLAIM)
    claims.settle('s2', () => {
      throw new Error('made')
    })
    expect(claims.claim({ ...CLAIM, stepId: 's3' })).toEqual({ state: 'running' })
  })

  test('is forgotten, oldest first, when there are more than fit', () => {
    const claims = createClaims(2)
    for (const n of [1, 2, 3]) {
      claims.claim({ ...CLAIM, stepId: `s${n}`, key: `k${n}` })
      claims.settle(`s${n}`, () => PAID)
    }
    const states = [3, 2, 1].map((n) => claims.claim({ ...CLAIM, stepId: `again${n}`, key: `k${n}` }).state)
    expect(states).toEqual(['done', 'done', 'claimed'])
  })

  test('is never forgotten while its call is running, for then it could run twice', () => {
    const claims = createClaims(1)
    claims.claim({ ...CLAIM, stepId: 'slow', key: 'slow' })
    for (const n of [1, 2, 3]) {
      claims.claim({ ...CLAIM, stepId: `s${n}`, key: `k${n}` })
      claims.settle(`s${n}`, () => PAID)
    }
    expect(claims.claim({ ...CLAIM, stepId: 'second', key: 'slow' })).toEqual({ state: 'running' })
  })
})
