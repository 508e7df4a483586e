import { describe, expect, it } from 'vitest'
import { matchLiterally, matchOutput } from './match.ts'

describe('an expected output', () => {
  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: { b: [] } }, { a: { b: [], c: 1 } }],
    [[{ a: 1 }], [{ a: 1, b: 2 }]],
    [null, null],
    [0, -0],
    [{ a: { $type: 'integer' } }, { a: 1 }],
    [{ $type: 'number' }, 1.5],
    [{ $type: 'null' }, null],
    [{ $type: 'array' }, []],
    [{ $type: 'object' }, {}],
    [{ $regex: '^[A-Z]{3}$' }, 'EUR'],
    [{ $length: 2 }, 'äö'],
    [{ $length: 1 }, '😀'],
    [{ $length: { $min: 1 } }, [1, 2]],
    [{ $min: 1, $max: 3 }, 3],
    [{ $any: true }, null],
    [{ $any: ['a', 'b'] }, 'b'],
    [{ $not: 'a' }, 'b'],
    [{ error: { $not: { $any: true } } }, {}],
  ])('%j is met by %j', (expected, actual) => {
    expect(matchOutput(expected, actual)).toEqual([])
  })

  it.each<[unknown, unknown, (string | number)[], string]>([
    [{ a: 1 }, { a: '1' }, ['a'], `Expected 'a' to be 1, but found "1".`],
    [{ a: 1 }, {}, ['a'], "Expected 'a' to be 1, but found nothing."],
    [{ a: 1 }, [], [], 'Expected an object, but found a list.'],
    [[1, 2], [1], [], 'Expected a list of 2, but found a list of 1.'],
    [[1, { a: [2] }], [1, { a: [3] }], [1, 'a', 0], "Expected '[1].a[0]' to be 2, but found 3."],
    [null, undefined, [], 'Expected empty, but found nothing.'],
    [{ $type: 'integer' }, 1.5, [], 'Expected a value of type integer, but found 1.5.'],
    [{ $regex: '^a' }, 'b', [], 'Expected text that matches ^a, but found "b".'],
    [{ $regex: '1' }, 1, [], 'Expected text that matches 1, but found 1.'],
    [{ $length: 2 }, [1], [], 'Expected its length to be 2, but found 1.'],
    [{ $length: 2 }, 2, [], 'Expected text or a list, but found 2.'],
    [{ $min: 1 }, 0, [], 'Expected a number of at least 1, but found 0.'],
    [{ $max: 1 }, '0', [], 'Expected a number of at most 1, but found "0".'],
    [{ a: { $any: true } }, {}, ['a'], "Expected 'a' to be any value, but found nothing."],
    [
      { a: { $length: { $min: 2 } } },
      { a: 'x' },
      ['a'],
      "Expected the length of 'a' to be a number of at least 2, but found 1.",
    ],
    [{ $any: ['a', 'b'] }, 'c', [], 'Expected one of 2 alternatives, but found "c".'],
    [{ $not: { a: 1 } }, { a: 1, b: 2 }, [], 'Expected anything but {"a":1}, but found an object.'],
    [{ toString: { $any: true } }, {}, ['toString'], "Expected 'toString' to be any value, but found nothing."],
  ])('%j is not met by %j', (expected, actual, path, message) => {
    expect(matchOutput(expected, actual)).toEqual([{ path, message }])
  })

  it('with a pattern that backtracks for ever is not met, and soon', () => {
    const started = Date.now()
    expect(matchOutput({ $regex: '^(a+)+$' }, `${'a'.repeat(40)}!`)).toHaveLength(1)
    expect(Date.now() - started).toBeLessThan(10_000)
  })
})

describe('an example of an output', () => {
  it('has no matchers: a key is a key', () => {
    expect(matchLiterally({ a: { $type: 'string' } }, { a: { $type: 'string' }, b: 1 })).toEqual([])
    expect(matchLiterally({ a: [{ $any: true }] }, { a: [7] })).toMatchObject([{ path: ['a', 0] }])
    expect(matchLiterally({ $unknown: 1 }, { $unknown: 2 })).toMatchObject([{ path: ['$unknown'] }])
  })
})
