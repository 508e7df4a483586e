import { describe, expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { neighbours } from './neighbours.ts'

describe('neighbours', () => {
  test.each<[string, object, Json, readonly Json[]]>([
    [
      'one more optional key',
      { properties: { a: { type: 'string' }, b: { type: 'integer' } } },
      {},
      [{ a: 'text' }, { b: 1 }],
    ],
    ['a least number', { properties: { n: { type: 'integer', minimum: 1 } } }, { n: 1 }, [{ n: 2 }]],
    ['a greatest number', { properties: { n: { type: 'integer', maximum: 9 } } }, { n: 9 }, [{ n: 8 }]],
    ['a multiple', { properties: { n: { type: 'integer', minimum: 0, multipleOf: 5 } } }, { n: 0 }, [{ n: 5 }]],
    ['a number that is far out', { properties: { n: { type: 'integer', minimum: 0 } } }, { n: 2 ** 50 }, [{ n: 1 }]],
    ['an empty text', { properties: { s: { type: 'string' } } }, { s: '' }, [{ s: 'a' }]],
    ['a longest text', { properties: { s: { type: 'string', maxLength: 3 } } }, { s: 'abc' }, [{ s: 'ab' }]],
    ['a longest list', { properties: { l: { type: 'array', maxItems: 2 } } }, { l: [1, 2] }, [{ l: [1] }]],
    [
      'an empty list',
      {
        properties: {
          l: { type: 'array', items: { type: 'object', properties: { k: { const: 7 } }, required: ['k'] } },
        },
      },
      { l: [] },
      [{ l: [{ k: 7 }] }],
    ],
    [
      'an empty list of least length 0',
      { properties: { l: { minItems: 0, items: { const: 1 } } } },
      { l: [] },
      [{ l: [1] }],
    ],
    ['a list that must stay empty', { properties: { l: { type: 'array', maxItems: 0 } } }, { l: [] }, []],
    ['zero', { properties: { n: { type: 'integer' } } }, { n: 0 }, [{ n: 1 }, { n: -1 }]],
    ['a bound of a narrow range', { properties: { n: { minimum: 0, maximum: 1 } } }, { n: 0 }, [{ n: 0.5 }]],
    ['a key inside a part', { properties: { o: { properties: { k: { const: 7 } } } } }, { o: {} }, [{ o: { k: 7 } }]],
    ['nothing on any bound', { properties: { n: { type: 'integer' } } }, { n: 5 }, []],
  ])('of an input with %s', (_, schema, input, expected) => {
    expect(neighbours({ type: 'object', ...schema }, input)).toEqual(expected)
  })

  test('add keys and move values in turn, and take both sides of a value', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' }, a: { const: 1 }, b: { const: 2 } } }
    expect(neighbours(schema, { n: 0 }, { limit: 2 })).toEqual([{ n: 0, a: 1 }, { n: 1 }, { n: -1 }])
  })

  test('are no more than asked for, and valid by the last word', () => {
    const schema = { type: 'object', properties: { a: {}, b: {}, c: {} } }
    expect(neighbours(schema, {}, { limit: 2 })).toHaveLength(2)
    expect(neighbours(schema, {}, { validate: () => false })).toEqual([])
    expect(neighbours(7, {})).toEqual([])
  })
})
