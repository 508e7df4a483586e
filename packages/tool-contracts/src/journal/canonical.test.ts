import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'

/** IEEE 754 bits to text, from RFC 8785 appendix B. */
const NUMBERS: readonly (readonly [bits: bigint, text: string])[] = [
  [0x0000000000000000n, '0'],
  [0x8000000000000000n, '0'],
  [0x0000000000000001n, '5e-324'],
  [0x8000000000000001n, '-5e-324'],
  [0x7fefffffffffffffn, '1.7976931348623157e+308'],
  [0xffefffffffffffffn, '-1.7976931348623157e+308'],
  [0x4340000000000000n, '9007199254740992'],
  [0xc340000000000000n, '-9007199254740992'],
  [0x4430000000000000n, '295147905179352830000'],
  [0x44b52d02c7e14af5n, '9.999999999999997e+22'],
  [0x44b52d02c7e14af6n, '1e+23'],
  [0x44b52d02c7e14af7n, '1.0000000000000001e+23'],
  [0x444b1ae4d6e2ef4en, '999999999999999700000'],
  [0x444b1ae4d6e2ef4fn, '999999999999999900000'],
  [0x444b1ae4d6e2ef50n, '1e+21'],
  [0x3eb0c6f7a0b5ed8cn, '9.999999999999997e-7'],
  [0x3eb0c6f7a0b5ed8dn, '0.000001'],
  [0x41b3de4355555553n, '333333333.3333332'],
  [0x41b3de4355555554n, '333333333.33333325'],
  [0x41b3de4355555555n, '333333333.3333333'],
  [0x41b3de4355555556n, '333333333.3333334'],
  [0x41b3de4355555557n, '333333333.33333343'],
  [0xbecbf647612f3696n, '-0.0000033333333333333333'],
  [0x43143ff3c1cb0959n, '1424953923781206.2'],
]

function numberOf(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}

/** JSON has no -0. */
function positiveZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

describe('canonical JSON', () => {
  test.each(NUMBERS)('writes the number of the bits %s as %s', (bits, text) => {
    expect(canonicalJson(numberOf(bits))).toBe(text)
  })

  test('writes the example of RFC 8785 section 3.2.2 as section 3.2.3 does', () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonicalJson(JSON.parse(text))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  test('sorts keys by their UTF-16 code units, as the example of RFC 8785 section 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7)
    expect([...canonicalJson(value).matchAll(/:"([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test.each([
    [null, 'null'],
    [{}, '{}'],
    [[], '[]'],
    ['', '""'],
    [{ b: [{ d: 1, c: 2 }], a: '\u2028' }, '{"a":"\u2028","b":[{"c":2,"d":1}]}'],
    ['\u0000\b\t\n\f\r\u001f\u007f', String.raw`"\u0000\b\t\n\f\r\u001f` + '\u007f"'],
    [JSON.parse('{"__proto__":{"x":1},"10":1,"9":2}'), '{"10":1,"9":2,"__proto__":{"x":1}}'],
  ])('writes %j as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  test('leaves out a field that is undefined, as JSON does', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
  })

  test.each([
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['undefined', undefined],
    ['a function', (): void => {}],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
  ])('refuses %s, alone or inside', (_what, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
    expect(() => canonicalJson([1, value])).toThrow(TypeError)
    if (value !== undefined) expect(() => canonicalJson({ a: { b: value } })).toThrow(TypeError)
  })

  test('refuses a lone surrogate in a key', () => {
    expect(() => canonicalJson({ '\ud800': 1 })).toThrow(TypeError)
  })

  test('refuses an array with holes, which JSON has not', () => {
    // oxlint-disable-next-line no-sparse-arrays
    expect(() => canonicalJson([, 1])).toThrow(TypeError)
  })

  test.each([
    ['a Date', new Date(0)],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['bytes', new Uint8Array(2)],
  ])('does not write %s as the object it is not', (_what, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  const json = fc.jsonValue({ stringUnit: 'grapheme' })

  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(positiveZero(value))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  test('does not depend on the order in which fields were put in', () => {
    const shuffled = fc
      .dictionary(fc.string(), json)
      .chain((fields) =>
        fc.tuple(
          fc.constant(fields),
          fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([fields, entries]) => {
        expect(canonicalJson({ x: Object.fromEntries(entries) })).toBe(canonicalJson({ x: fields }))
      }),
    )
  })
})
