import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { answerDifferences } from './comparable.ts'
import { differences } from './differences.ts'
import type { Answer } from './call-evidence.ts'
import { exampleAnswer, exampleCall, exampleResult, exampleText } from './example-evidence.ts'
import { canonical } from './json.ts'
import { withoutPath } from './json-path.ts'

const paths = (one: Answer, other: Answer, ignorePaths: readonly string[] = []): readonly string[] =>
  answerDifferences(exampleCall({ answer: one, ignorePaths }), exampleCall({ answer: other })).map(({ path }) => path)

test.each<[string, Answer, Answer, readonly string[], (readonly string[])?]>([
  ['key order', exampleAnswer({ a: 1, b: 2 }), exampleAnswer({ b: 2, a: 1 }), []],
  ['key order in a text', exampleText('{"a":1,"b":2}'), exampleText('{ "b": 2.0, "a": 1 }'), []],
  ['array order', exampleAnswer([1, 2]), exampleAnswer([2, 1]), ['$[0]', '$[1]']],
  ['array length', exampleAnswer({ a: [1] }), exampleAnswer({ a: [1, 2] }), ['$.a']],
  ['a nested field', exampleAnswer({ a: [{ b: { c: 1 } }] }), exampleAnswer({ a: [{ b: { c: 2 } }] }), ['$.a[0].b.c']],
  ['a key that came', exampleAnswer({}), exampleAnswer({ a: 1 }), ['$.a']],
  ['an odd key', exampleAnswer({ 'a b': 1 }), exampleAnswer({ 'a b': 2 }), ['$["a b"]']],
  ['text', exampleText('one'), exampleText('two'), ['$.content[0].text']],
  ['white space of a text', exampleText('a b'), exampleText('a  b'), ['$.content[0].text']],
  ['a field of a text', exampleText('{"id":1}'), exampleText('{"id":2}'), ['$.id']],
  ['numbers as text', exampleText('1.0'), exampleText('1'), ['$.content[0].text']],
  ['long numbers', exampleText('[12345678901234567890]'), exampleText('[12345678901234567891]'), ['$.content[0].text']],
  ['isError', exampleText('x'), exampleText('x', { isError: true }), ['$.isError']],
  ['a block that came', exampleText('x'), exampleResult({ content: [] }), ['$.content']],
  [
    '_meta',
    exampleResult({ content: [{ type: 'text', text: 'x', _meta: { at: 1 } }] }),
    exampleResult({ content: [{ type: 'text', text: 'x', _meta: { at: 2 } }] }),
    [],
  ],
  [
    'error messages',
    { kind: 'error', code: 1, message: 'a', errorCode: undefined },
    { kind: 'error', code: 1, message: 'b', errorCode: undefined },
    ['$.error.message'],
  ],
  ['no answer', exampleText('x'), { kind: 'timeout', limitMs: 1 }, []],
  ['ignored in both representations', both({ at: 1 }), both({ at: 2 }), [], ['$.at']],
  ['ignored in a list', exampleAnswer({ a: [{ b: 1 }] }), exampleAnswer({ a: [{ b: 2 }] }), [], ['$.a[*].b']],
  ['one item ignored', exampleAnswer({ a: [1, 1] }), exampleAnswer({ a: [2, 2] }), ['$.a[1]'], ['$.a[0]']],
  ['a whole text ignored', exampleText('one'), exampleText('two'), [], ['$.content[0].text']],
  ['once for both representations', both({ at: 1 }), both({ at: 2 }), ['$.at']],
  ['a path that is none', exampleAnswer({ a: 1 }), exampleAnswer({ a: 2 }), ['$.a'], ['a', '$..a', '$.a[', '']],
])('differences by %s', (_, one, other, found, ignorePaths = []) => {
  expect([...paths(one, other, ignorePaths)].toSorted()).toEqual(found)
})

function both(value: Json): Answer {
  return exampleText(JSON.stringify(value), { structuredContent: value })
}

test.each<[string, Json, string, Json]>([
  ['a field', { a: 1, b: 2 }, '$.a', { b: 2 }],
  ['a field of a field', { a: { b: 1, c: 2 } }, '$.a.b', { a: { c: 2 } }],
  ['a field of every item', [{ a: 1 }, { a: 2 }], '$[*].a', [{}, {}]],
  ['an item', { a: [1, 2] }, '$.a[0]', { a: [null, 2] }],
  ['every field', { a: { x: 1 }, b: { x: 2 } }, '$.*.x', { a: {}, b: {} }],
  ['a quoted field', { 'a.b': 1, c: 2 }, "$['a.b']", { c: 2 }],
  ['what is not there', { a: 1 }, '$.b.c', { a: 1 }],
  ['__proto__', JSON.parse('{"__proto__": {"a": 1}, "b": 2}'), '$.b', JSON.parse('{"__proto__": {"a": 1}}')],
])('without %s', (_, value, path, left) => {
  expect(canonical(withoutPath(value, path))).toBe(canonical(left))
})

test('values differ exactly where their canonical texts do', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.jsonValue(), (one, other) => {
      const [a, b] = [one, other].map((value) => JSON.parse(JSON.stringify(value)) as Json) as [Json, Json]
      expect(differences(a, JSON.parse(JSON.stringify(a)))).toEqual([])
      expect(differences(a, b).length === 0).toBe(canonical(a) === canonical(b))
    }),
  )
})

test('a value of any depth is compared', () => {
  let deep: Json = 1
  for (let depth = 0; depth < 50_000; depth++) deep = [deep]
  expect(paths(exampleResult({ structuredContent: deep, structuredBytes: 1 }), exampleAnswer([2]))).toEqual(['$[0]'])
})
