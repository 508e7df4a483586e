import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { STAGES, mayHaveActed, messageOf, outcomeOf, pass, refuse } from './outcome.ts'

test('the stages are those of the interface, in the order a call goes through them', () => {
  expect(STAGES.join(' ')).toBe(
    'admit authorize validate preconditions dependencies replay approve execute validateOutput postconditions',
  )
})

test('from execute on the tool may have acted, before it has not', () => {
  expect(STAGES.filter(mayHaveActed)).toEqual(['execute', 'validateOutput', 'postconditions'])
})

test('a result becomes the outcome of its step', () => {
  expect(outcomeOf(pass({ a: 1 }), 't', 's')).toEqual({ ok: true, value: { a: 1 }, traceId: 't', stepId: 's' })
  expect(outcomeOf(refuse('validate', 'caller', 'INVALID_INPUT', 'No.', { field: '/a' }), 't', 's')).toEqual({
    ok: false,
    error: {
      code: 'INVALID_INPUT',
      stage: 'validate',
      blame: 'caller',
      message: 'No.',
      details: { field: '/a' },
      retryable: false,
    },
    traceId: 't',
    stepId: 's',
  })
})

test('a refusal without details has empty ones, and is not retryable until the contract says so', () => {
  expect(refuse('admit', 'environment', 'INTERNAL_ERROR', 'No.').error).toMatchObject({ details: {}, retryable: false })
})

test.each([
  [new Error('boom'), 'boom'],
  [new TypeError(''), ''],
  ['text', 'text'],
  [undefined, 'undefined'],
  [null, 'null'],
  [7n, '7'],
  [Symbol('s'), 'Symbol(s)'],
  ['x'.repeat(5000), 'x'.repeat(1000)],
  [Object.create(null), 'something that cannot be shown as text'],
])('what was thrown, %o, is shown as %j', (thrown, text) => {
  expect(messageOf(thrown)).toBe(text)
})

test('whatever is thrown has a message of at most 1000 characters', () => {
  const hostile = fc.constantFrom<unknown>(
    new Proxy(
      {},
      {
        getPrototypeOf: () => Error.prototype,
        get: (): never => {
          throw new Error('no')
        },
      },
    ),
    Object.assign(new Error('x'), {
      message: {
        toString: (): never => {
          throw new Error('no')
        },
      },
    }),
    Object.assign(new Error('x'), { message: 5 }),
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), hostile), (thrown) => {
      const message = messageOf(thrown)
      expect(typeof message).toBe('string')
      expect(message.length).toBeLessThanOrEqual(1000)
    }),
  )
})
