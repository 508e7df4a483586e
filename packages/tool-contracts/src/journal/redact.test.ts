import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REDACTED } from '../contract/issues.ts'
import { type FieldPath, parseFieldPath } from '../contract/field-path.ts'
import { redact, secretsAt } from './redact.ts'

const paths = (...texts: string[]): FieldPath[] => texts.map((text) => parseFieldPath(text) ?? [])

describe('redaction', () => {
  test.each<readonly [string, unknown, readonly string[], unknown]>([
    ['a field', { pin: 1, a: 2 }, ['pin'], { pin: REDACTED, a: 2 }],
    [
      'a nested field',
      { card: { number: '4', name: 'x' } },
      ['card.number'],
      { card: { number: REDACTED, name: 'x' } },
    ],
    ['a whole object', { card: { number: '4' } }, ['card'], { card: REDACTED }],
    [
      'a field of every item',
      { l: [{ i: 1, n: 2 }, { i: 3 }, {}] },
      ['l[].i'],
      { l: [{ i: REDACTED, n: 2 }, { i: REDACTED }, {}] },
    ],
    ['every item', { l: [1, 2] }, ['l[]'], { l: [REDACTED, REDACTED] }],
    ['items of items', [[1], [{ a: 2 }]], ['[][]'], [[REDACTED], [REDACTED]]],
    ['an array at the root', [{ iban: 'x' }], ['[].iban'], [{ iban: REDACTED }]],
    ['null, so that nobody learns that it is null', { pin: null }, ['pin'], { pin: REDACTED }],
    ['several paths', { a: 1, b: { c: 2 } }, ['a', 'b.c'], { a: REDACTED, b: { c: REDACTED } }],
    ['a path inside another', { a: { b: 1 } }, ['a', 'a.b'], { a: REDACTED }],
    ['the same path twice', { a: 1 }, ['a', 'a'], { a: REDACTED }],
    [
      '__proto__ as data',
      JSON.parse('{"__proto__":{"pin":1}}'),
      ['__proto__.pin'],
      JSON.parse(`{"__proto__":{"pin":"${REDACTED}"}}`),
    ],
  ])('hides %s', (_what, value, texts, hidden) => {
    const before = structuredClone(value)
    expect(redact(value, paths(...texts))).toEqual(hidden)
    expect(value).toEqual(before)
  })

  test.each<readonly [string, unknown, string]>([
    ['a missing field', { a: 1 }, 'b'],
    ['a field of a missing object', { a: 1 }, 'b.c'],
    ['an inherited field', { a: 1 }, 'toString'],
    ['a field of nothing', null, 'a'],
  ])('finds nothing to hide in %s and gives the value itself', (_what, value, text) => {
    expect(redact(value, paths(text))).toBe(value)
  })

  test('never leaves a secret where the path leads, whatever is around it', () => {
    const SECRET = 'S3CRET'
    const key = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(key, fc.constant('[]')), { minLength: 1, maxLength: 5 }),
        fc.jsonValue(),
        (path, noise) => {
          const value = path.reduceRight<unknown>(
            (inner, part) => (part === '[]' ? [inner, inner] : { noise, [part]: inner }),
            SECRET,
          )
          expect(JSON.stringify(redact(value, [path]))).not.toContain(SECRET)
        },
      ),
    )
  })

  // A refused input is stored too, and it is the one whose shape is wrong.
  test.each<readonly [string, unknown, string]>([
    ['an object in the place of a list', { cards: { number: '4111' } }, 'cards[].number'],
    ['a list in the place of an object', { card: [{ number: '4111' }] }, 'card.number'],
    ['the bare value in the place of an object', { card: '4111' }, 'card.number'],
    ['the bare value in the place of a list', { cards: '4111' }, 'cards[].number'],
  ])('hides what a sensitive path leads to even with %s', (_what, value, text) => {
    expect(JSON.stringify(redact(value, paths(text)))).not.toContain('4111')
  })

  test.each(['CARD_NUMBER', 'cardNumber', 'Card-Number', ' card number '])('hides a field that is spelt %j', (key) => {
    const value = { list: [{ [key]: '4111' }], other: 1 }
    expect(redact(value, paths('list[].card_number'))).toEqual({ list: [{ [key]: REDACTED }], other: 1 })
  })

  test('tells apart fields whose names have no letters', () => {
    expect(redact({ $: 1, _: 2 }, paths('$'))).toEqual({ $: REDACTED, _: 2 })
  })

  test.each<readonly [string, unknown, string, readonly string[]]>([
    ['texts and numbers, the short ones too', { a: ['12', 3], b: 'x' }, 'a', ['12', '3']],
    ['what is under another spelling of the key', { CARD: '4111' }, 'card', ['4111']],
    ['what has another shape than expected', { card: '4111' }, 'card.number', ['4111']],
    [
      'what lies inside, and keys that are no mere words',
      { a: { 'sk-99': { n: '12' }, id: true } },
      'a',
      ['sk-99', '12'],
    ],
    ['nothing where there is nothing', { a: null, b: '', c: true }, 'a', []],
  ])('knows as secrets what it hides: %s', (_what, value, text, secrets) => {
    expect(secretsAt(value, paths(text))).toEqual(secrets)
  })
})
