import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { schemaChange } from './schema-change.ts'

test.each<[string, Json, readonly Json[], string | undefined]>([
  ['an empty text', { text: '' }, [{ text: 'a' }], '"minLength": 1 at $.text'],
  ['a text at its end', { text: 'abc' }, [{ text: 'ab' }], '"maxLength": 2 at $.text'],
  ['an empty list', { items: [] }, [{ items: ['a'] }], '"minItems": 1 at $.items'],
  ['an item', { items: [{ n: 0 }] }, [{ items: [{ n: 1 }] }], '"minimum": 1 at $.items[0].n'],
  ['a number at its end', { n: 100 }, [{ n: 99 }], '"maximum": 99 at $.n'],
  ['a number far out', { n: 1e300 }, [{ n: 1 }], 'a "maximum" at $.n'],
  ['a key', {}, [{ a: 1 }], '"required": ["a"] at $'],
  ['a key within', { by: {} }, [{ by: { a: 1 } }], '"required": ["a"] at $.by'],
  ['one of two keys', {}, [{ a: 1 }, { b: 1 }], '"anyOf": [{ "required": ["a"] }, { "required": ["b"] }] at $'],
  ['nothing that tells', { a: true }, [{ a: false }], undefined],
])('%s', (_, refused, accepted, change) => {
  expect(schemaChange(refused, accepted)).toBe(change)
})
