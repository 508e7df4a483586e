import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { keysTogether } from './keys-together.ts'

test.each<[string, Json, readonly Json[], readonly Json[]]>([
  ['two keys', {}, [{ a: 1 }, { b: 2 }], [{ a: 1, b: 2 }]],
  [
    'three keys, two by two',
    {},
    [{ a: 1 }, { b: 2 }, { c: 3 }],
    [
      { a: 1, b: 2 },
      { a: 1, c: 3 },
      { b: 2, c: 3 },
    ],
  ],
  [
    'keys inside a part',
    { o: [{ n: 0 }] },
    [{ o: [{ n: 0, a: 1 }] }, { o: [{ n: 0, b: 2 }] }],
    [{ o: [{ n: 0, a: 1, b: 2 }] }],
  ],
  ['keys of different parts', { o: {} }, [{ o: { a: 1 } }, { o: {}, b: 2 }], []],
  ['a key and a value', { n: 0 }, [{ n: 0, a: 1 }, { n: 1 }], []],
  ['one key', {}, [{ a: 1 }], []],
])('%s', (_, input, variants, expected) => {
  expect(keysTogether(input, variants)).toEqual(expected)
})
