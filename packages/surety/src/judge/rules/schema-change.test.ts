import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { schemaChange } from './schema-change.ts'

const whole = { type: 'integer' }
const schema = {
  properties: { n: whole, items: { type: 'array', items: { properties: { n: whole } } }, r: { type: 'number' } },
}

test.each<[string, Json, readonly Json[], string | undefined]>([
  ['an empty text', { text: '' }, [{ text: 'a' }], '"minLength": 1 at $.text'],
  ['a text at its end', { text: 'abc' }, [{ text: 'ab' }], '"maxLength": 2 at $.text'],
  ['an empty list', { items: [] }, [{ items: ['a'] }], '"minItems": 1 at $.items'],
  ['an item', { items: [{ n: 0 }] }, [{ items: [{ n: 1 }] }], '"minimum": 1 at $.items[0].n'],
  ['a number at its end', { n: 100 }, [{ n: 99 }], '"maximum": 99 at $.n'],
  ['a number far out', { n: 1e300 }, [{ n: 1 }], 'a "maximum" at $.n'],
  ['a key', {}, [{ a: 1 }], '"required": ["a"] at $'],
  ['a key within', { by: {} }, [{ by: { a: 1 } }], '"required": ["a"] at $.by'],
  [
    'one or both of two keys',
    {},
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    '"anyOf": [{ "required": ["a"] }, { "required": ["b"] }] at $',
  ],
  ['exactly one of two keys', {}, [{ a: 1 }, { b: 1 }], '"oneOf": [{ "required": ["a"] }, { "required": ["b"] }] at $'],
  [
    'keys of which only some go together',
    {},
    [{ a: 1 }, { b: 1 }, { c: 1 }, { a: 1, b: 1 }],
    'which of "a", "b" and "c" are needed, and which exclude each other, at $',
  ],
  ['a hole', { n: 0 }, [{ n: 1 }, { n: -1 }], '"not": { "const": 0 } at $.n'],
  ['a number that is not whole', { r: 0 }, [{ r: 0.5 }], '"exclusiveMinimum": 0 at $.r'],
  ['a greatest number that is not whole', { r: 1 }, [{ r: 0.5 }], '"exclusiveMaximum": 1 at $.r'],
  ['a number of which the schema tells nothing', { x: 0 }, [{ x: 1 }], '"exclusiveMinimum": 0 at $.x'],
  [
    'a number near, of many',
    { n: 0, r: 0 },
    [
      { n: 1, r: 0 },
      { n: 0, r: 1 },
    ],
    '"minimum": 1 at $.n',
  ],
  ['nothing that tells', { a: true }, [{ a: false }], undefined],
])('%s', (_, refused, accepted, change) => {
  expect(schemaChange(refused, accepted, schema)).toBe(change)
})
