import { describe, expect, test } from 'vitest'
import {
  createPostcondition,
  createPrecondition,
  evaluatePostconditions,
  evaluatePreconditions,
  type PreconditionPredicate,
} from './predicates.ts'

/** A predicate as untyped code may write it. */
function returning(verdict: unknown): PreconditionPredicate {
  return createPrecondition('it holds', 'IT_FAILED', () => verdict as boolean)
}

function throwing(thrown: unknown): PreconditionPredicate {
  return createPrecondition('it holds', 'IT_FAILED', () => {
    throw thrown
  })
}

const namespaced = createPrecondition('moduleRef must be namespace/name format', 'INVALID_MODULE_REF_FORMAT', (ctx) => {
  const ref = ctx['moduleRef'] as string | undefined
  if (!ref) return false
  const parts = ref.split('/')
  return parts.length === 2 && parts.every((part) => part.length > 0)
})

test('a predicate has the three fields the seed names', () => {
  const { evaluate } = namespaced
  expect(createPrecondition('d', 'C', evaluate)).toEqual({ description: 'd', errorCode: 'C', evaluate })
  expect(createPostcondition('d', 'C', evaluate)).toEqual({ description: 'd', errorCode: 'C', evaluate })
})

test('the precondition of the seed admits what it should and refuses the rest under its own code', () => {
  expect(evaluatePreconditions([namespaced], { moduleRef: 'savvi-studio/teams' })).toEqual({ passed: true, errors: [] })
  for (const context of [{}, { moduleRef: 'teams' }, { moduleRef: 'a/b/c' }, { moduleRef: '/b' }]) {
    expect(evaluatePreconditions([namespaced], context)).toEqual({
      passed: false,
      errors: [{ code: 'INVALID_MODULE_REF_FORMAT', message: 'moduleRef must be namespace/name format' }],
    })
  }
})

describe.each([
  ['preconditions', evaluatePreconditions],
  ['postconditions', evaluatePostconditions],
] as const)('%s', (_name, evaluate) => {
  test('none at all, or an empty list, pass', () => {
    expect(evaluate(undefined, {})).toEqual({ passed: true, errors: [] })
    expect(evaluate([], {})).toEqual({ passed: true, errors: [] })
  })

  test('every predicate is evaluated, and every failing one is reported in the order of declaration', () => {
    const seen: unknown[] = []
    const context = { n: 3 }
    const check = (code: string, holds: boolean): PreconditionPredicate =>
      createPrecondition(`says ${code}`, code, (given) => {
        seen.push(given)
        return holds
      })
    expect(evaluate([check('A', false), check('B', true), check('C', false), check('A', false)], context)).toEqual({
      passed: false,
      errors: [
        { code: 'A', message: 'says A' },
        { code: 'C', message: 'says C' },
        { code: 'A', message: 'says A' },
      ],
    })
    expect(seen).toEqual([context, context, context, context])
    expect(seen[0]).toBe(context)
  })

  test.each([
    ['an Error', new Error('boom'), 'boom'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a text', 'just text', 'just text'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    [
      'an object whose toString throws',
      {
        toString(): string {
          throw new Error('no')
        },
      },
      'cannot be shown',
    ],
    ['an object without a prototype', Object.create(null), 'cannot be shown'],
    [
      'an Error whose message throws',
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('no')
        },
      }),
      'cannot be shown',
    ],
  ])('a predicate that throws %s fails under its own code and says that it threw', (_what, thrown, text) => {
    const { passed, errors } = evaluate([throwing(thrown), returning(true)], {})
    expect(passed).toBe(false)
    expect(errors).toEqual([{ code: 'IT_FAILED', message: expect.stringMatching(/^it holds .*threw/) }])
    expect(errors[0]?.message).toContain(text)
  })

  test.each([
    [1, 'number'],
    ['true', 'string'],
    [{}, 'object'],
    [[], 'object'],
    [null, 'null'],
    [undefined, 'undefined'],
    [Object(true), 'object'],
    [Promise.resolve(true), 'a Promise'],
    [(): boolean => true, 'function'],
  ])('only true passes: a check that returns %o fails and says so', (verdict, kind) => {
    expect(evaluate([returning(verdict)], {})).toEqual({
      passed: false,
      errors: [{ code: 'IT_FAILED', message: `it holds (the check returned ${kind}; it must return true or false)` }],
    })
  })

  test('an asynchronous check that rejects fails like any other and leaves no unhandled rejection behind', async () => {
    const others = process.listeners('unhandledRejection')
    const unhandled: unknown[] = []
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', (reason) => unhandled.push(reason))
    try {
      const { passed } = evaluate([returning(Promise.reject(new Error('later')))], {})
      expect(passed).toBe(false)
      await new Promise((resolve) => setTimeout(resolve, 10))
    } finally {
      process.removeAllListeners('unhandledRejection')
      for (const other of others) process.on('unhandledRejection', other)
    }
    expect(unhandled).toEqual([])
  })

  test('an evaluation is its caller’s own: what one does to it, the next does not see', () => {
    const first = evaluate([], {})
    ;(first.errors as unknown[]).push('scribble')
    try {
      expect(evaluate([], {})).toEqual({ passed: true, errors: [] })
    } finally {
      ;(first.errors as unknown[]).length = 0
    }
  })
})

test('a check may name the fields it relies on', () => {
  const typed = createPrecondition<{ lines: readonly string[] }>('lines', 'NO_LINES', ({ lines }) => lines.length > 0)
  expect(evaluatePreconditions([typed], { lines: ['a'] })).toEqual({ passed: true, errors: [] })
})
