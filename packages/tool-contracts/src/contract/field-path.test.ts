import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findAt, jsonPointer, parseFieldPath, showPath } from './field-path.ts'

const PATHS: readonly (readonly [text: string, path: readonly string[]])[] = [
  ['moduleRef', ['moduleRef']],
  ['a.b.c', ['a', 'b', 'c']],
  ['items[]', ['items', '[]']],
  ['items[].id', ['items', '[]', 'id']],
  ['[]', ['[]']],
  ['[].id', ['[]', 'id']],
  ['[][]', ['[]', '[]']],
  ['a[][].b', ['a', '[]', '[]', 'b']],
  ['a.b[].c[]', ['a', 'b', '[]', 'c', '[]']],
  ['with space.ü-$', ['with space', 'ü-$']],
  ['__proto__.x', ['__proto__', 'x']],
]

const NO_PATHS = [
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  'a[',
  'a]',
  'a[0]',
  'a[]b',
  '[]a',
  'a.[]',
  '[].',
  'a[ ]',
  '[',
  ']',
  '[[]]',
]

const VALUE = {
  id: 1,
  gone: null,
  nothing: undefined,
  items: [{ id: 'a' }, {}, { id: 'b' }, null, 7],
  a: { b: [[1], [2, 3]] },
}

describe('a field path', () => {
  test.each(PATHS)('%j is read as its segments', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path)
  })

  test.each(NO_PATHS)('is not %j', (text) => {
    expect(parseFieldPath(text)).toBeUndefined()
  })

  test.each([
    ['id', [{ path: ['id'], value: 1 }]],
    [
      'items[].id',
      [
        { path: ['items', 0, 'id'], value: 'a' },
        { path: ['items', 2, 'id'], value: 'b' },
      ],
    ],
    [
      'a.b[][]',
      [
        { path: ['a', 'b', 0, 0], value: 1 },
        { path: ['a', 'b', 1, 0], value: 2 },
        { path: ['a', 'b', 1, 1], value: 3 },
      ],
    ],
    ['gone', []],
    ['nothing', []],
    ['missing.deeper', []],
    ['id.deeper', []],
    ['items.id', []],
    ['a[]', []],
    ['items.length', []],
    ['items.0', []],
  ])('%j finds every present value and where it is', (text, found) => {
    expect(findAt(VALUE, parseFieldPath(text) ?? [])).toEqual(found)
  })

  test('reaches the items of an array at the root', () => {
    expect(findAt([{ id: 1 }, { id: 2 }], ['[]', 'id'])).toEqual([
      { path: [0, 'id'], value: 1 },
      { path: [1, 'id'], value: 2 },
    ])
  })

  test.each([
    '__proto__',
    'constructor',
    'toString',
    '__proto__.polluted',
    'constructor.prototype',
    'constructor.name',
  ])('never follows the inherited %j', (text) => {
    class Holder {
      own = 1
    }
    for (const value of [{}, [], new Holder(), 'text', 7, () => 1, Object.create({ inherited: 1 })])
      expect(findAt(value, parseFieldPath(text) ?? [])).toEqual([])
    expect(findAt(Object.create({ inherited: 1 }), ['inherited'])).toEqual([])
  })

  test('finds what JSON holds under __proto__ as the data it is', () => {
    expect(findAt(JSON.parse('{"__proto__":{"id":1}}'), ['__proto__', 'id'])).toEqual([
      { path: ['__proto__', 'id'], value: 1 },
    ])
  })

  const segment = fc.oneof(fc.constant('[]'), fc.stringMatching(/^[^.[\]]+$/))
  const anyPath = fc.array(segment, { minLength: 1, maxLength: 6 })

  test('is read back from its text, whatever the names', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const text = path
          .map((part) => (part === '[]' ? part : `.${part}`))
          .join('')
          .replace(/^\./, '')
        expect(parseFieldPath(text)).toEqual(path)
      }),
    )
  })

  test('of any value whatever finds something or nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withMap: true }), anyPath, (value, path) => {
        for (const found of findAt(value, path)) expect(found.path).toHaveLength(path.length)
      }),
    )
  })

  test('of 100,000 hostile characters is judged at once', () => {
    for (const piece of ['[', '[]', 'a.', '.', 'a', '[].']) parseFieldPath(`${piece.repeat(100_000 / piece.length)}]`)
  })
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['items', 0, 'id'], 'items[0].id'],
  [[0, 'id'], '[0].id'],
  [['a', 'b', 1, 2], 'a.b[1][2]'],
])('%j is shown as %j', (path, text) => {
  expect(showPath(path)).toBe(text)
})

test.each([
  [[], ''],
  [[''], '/'],
  [['foo', 0], '/foo/0'],
  [['a/b'], '/a~1b'],
  [['m~n'], '/m~0n'],
  [['~1', '/0'], '/~01/~10'],
  [[' ', '"', 'c%d', 'e^f'], '/ /"/c%d/e^f'],
])('%j as a JSON pointer is %j (RFC 6901)', (path, pointer) => {
  expect(jsonPointer(path)).toBe(pointer)
})

test('every key is recovered from its JSON pointer', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a', '') })), (keys) => {
      const read = jsonPointer(keys).split('/').slice(1)
      expect(read.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))).toEqual(keys)
    }),
  )
})
