import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

it.each<[string, string, number]>([
  ['what is not JSON', '{"a":', -32_700],
  ['nothing', '', -32_700],
  ['a key twice', '{"a":1,"a":1}', -32_600],
  ['a key twice, far inside', '{"a":[1,{"b":{"c":1,"d":2,"c":3}}]}', -32_600],
  ['a key twice, once in escapes', String.raw`{"name":1,"n\u0061me":2}`, -32_600],
  ['__proto__ twice', '{"__proto__":1,"__proto__":2}', -32_600],
  ['endless nesting', '['.repeat(100_000) + ']'.repeat(100_000), -32_600],
  ['nesting one level too deep', '['.repeat(201) + ']'.repeat(201), -32_600],
])('%s is refused', (_, text, code) => {
  expect(parse(text)).toMatchObject({ ok: false, error: { code } })
})

it('bytes that are not UTF-8 are refused', () => {
  expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ ok: false, error: { code: -32_700 } })
})

it.each<[string, string]>([
  ['colons and quotes in texts', String.raw`{"a":"\"b\":1,\\","c:d":"::"}`],
  ['the same key in different objects', '[{"a":1},{"a":{"a":2}}]'],
  ['keys that differ in case', '{"a":1,"A":2}'],
  ['__proto__ once', '{"__proto__":{"a":1}}'],
])('%s may be', (_, text) => {
  expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) })
})

it('__proto__ becomes nobody’s prototype', () => {
  const parsed = parse('{"__proto__":{"isAdmin":true}}')
  expect(parsed.ok && Reflect.get(Object(parsed.value), 'isAdmin')).toBeUndefined()
})

it('every JSON text is read as it is, unless a key stands in it twice', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) })
    }),
  )
  fc.assert(
    fc.property(fc.string(), fc.json(), fc.json(), (key, one, other) => {
      const name = JSON.stringify(key)
      expect(parse(`[{${name}:${one}, "x${key.length}":0 , ${name} : ${other}}]`.replaceAll('\n', ' '))).toMatchObject({
        ok: false,
      })
    }),
  )
})
