import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REDACTED } from '../contract/issues.ts'
import { withoutSecrets } from './without-secrets.ts'

const AWKWARD = 'p"a/s\\s\n w&é🔑%'
const json = (value: unknown): string => JSON.stringify(value)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('a secret in a text is hidden', () => {
  test.each<readonly [string, string, string, string]>([
    ['as it is', 'hunter22', 'no hunter22 here', `no ${REDACTED} here`],
    ['in other letter case', 'Ann@Example.com', 'unknown: ANN@example.COM', `unknown: ${REDACTED}`],
    ['inside a word', 'hunter22', 'xhunter22x', `x${REDACTED}x`],
    ['inside a longer one', '4111', 'no 4111-2222', `no ${REDACTED}-2222`],
    ['in JSON', AWKWARD, json({ a: AWKWARD }), `{"a":"${REDACTED}"}`],
    ['in JSON in JSON', AWKWARD, json({ a: json({ b: AWKWARD }) }), String.raw`{"a":"{\"b\":\"${REDACTED}\"}"}`],
    ['in ASCII-only JSON', 'é\u0001🔑x', String.raw`"\u00E9\u0001\ud83d\udd11x"`, `"${REDACTED}"`],
    ['in JSON with escaped slashes', 'a/bc', String.raw`"a\/bc"`, `"${REDACTED}"`],
    ['percent-encoded', AWKWARD, `?q=${encodeURIComponent(AWKWARD)}&r=1`, `?q=${REDACTED}&r=1`],
    ['percent-encoded twice', 'a b/c', `?q=${encodeURIComponent(encodeURIComponent('a b/c'))}`, `?q=${REDACTED}`],
    ['percent-encoded in small letters', 'a/b+c', '?q=a%2fb%2bc', `?q=${REDACTED}`],
    ['as a form sends it', 'a b&cé', new URLSearchParams({ q: 'a b&cé' }).toString(), `q=${REDACTED}`],
    ['as encodeURI leaves it', 'a b/c&d', encodeURI('/a b/c&d'), `/${REDACTED}`],
    ['in HTML', `a<b>"c'&`, '<p>a&lt;b&gt;&quot;c&#39;&amp;</p>', `<p>${REDACTED}</p>`],
    [
      'as an unfinished quote of something long',
      'x1'.repeat(500),
      `got "${'x1'.repeat(38)}..." (1000)`,
      `got "${REDACTED}`,
    ],
    ['as the whole of something long', 'x1'.repeat(500), `got "${'x1'.repeat(500)}" here`, `got "${REDACTED}" here`],
    ['that is long and awkward', '\n"é🔑'.repeat(100), json('\n"é🔑'.repeat(100)), `"${REDACTED}"`],
    ['that is longer and awkward', '\n"é🔑'.repeat(1000), json('\n"é🔑'.repeat(1000)), `"${REDACTED}`],
    ['of very great length', 'x1'.repeat(1e6), `got "${'x1'.repeat(1e6)}`, `got "${REDACTED}`],
  ])('%s', (_how, secret, text, shown) => {
    expect(withoutSecrets(text, [secret])).toBe(shown)
  })

  test.each(['', 'u:', 'me:', 'ann:'])('in base64, after %j and in either alphabet', (before) => {
    const secret = 'hunter22-Ünter'
    for (const text of [base64(`${before}${secret}`), base64(`${before}${secret} and more`)]) {
      for (const said of [text, text.replaceAll('+', '-').replaceAll('/', '_')]) {
        const shown = withoutSecrets(`Basic ${said}`, [secret])
        expect(shown).toContain(REDACTED)
        // Characters shared with a neighbour stay: less than the first and the last of the secret.
        expect(Buffer.from(shown.split(REDACTED)[0]?.slice(6) ?? '', 'base64').toString()).not.toContain('hu')
      }
    }
  })

  test('where secrets overlap, all of them', () => {
    expect(withoutSecrets('<abcdefgh>', ['abcde', 'cdefgh'])).toBe(`<${REDACTED}>`)
    expect(withoutSecrets('no 4111-2222-3333', ['4111', '4111-2222-3333'])).toBe(`no ${REDACTED}`)
    expect(withoutSecrets('redacted or text', ['text', 'redacted'])).toBe(`${REDACTED} or ${REDACTED}`)
  })
})

describe('a short secret', () => {
  test.each([
    ['a word of its own', 'PIN 123 is wrong', `PIN ${REDACTED} is wrong`],
    ['the whole text', '123', REDACTED],
    [
      'between signs',
      '{"pin":"123","n":[123],pin_123=(123)}',
      `{"pin":"${REDACTED}","n":[${REDACTED}],pin_${REDACTED}=(${REDACTED})}`,
    ],
    ['after an escape', String.raw`a\n123\t123\u0020123`, String.raw`a\n${REDACTED}\t${REDACTED}\u0020${REDACTED}`],
    ['in an address', '?pin%3D123%26x=1', `?pin%3D${REDACTED}%26x=1`],
    ['twice in a row', '123 123', `${REDACTED} ${REDACTED}`],
  ])('is hidden where it is %s', (_where, text, shown) => {
    expect(withoutSecrets(text, ['123'])).toBe(shown)
  })

  test('is left where it is part of a word or a number, so that the text can still be read', () => {
    const text = 'order 81234 of 0123, a123'
    expect(withoutSecrets(text, ['123'])).toBe(text)
    expect(withoutSecrets('Step 1 of 10: 21 left', ['1'])).toBe(`Step ${REDACTED} of 10: 21 left`)
    expect(withoutSecrets('é1 and ü', ['ü', '1'])).toBe(`é1 and ${REDACTED}`)
  })
})

describe('a secret in data is hidden', () => {
  test('in texts, in keys and as a number, however deep, and nothing else is', () => {
    const value = { list: [{ 'key-4111': 'no 4111', n: 4111, m: 41110, yes: true, none: null }] }
    expect(withoutSecrets(value, ['4111'])).toEqual({
      list: [{ [`key-${REDACTED}`]: `no ${REDACTED}`, n: REDACTED, m: 41110, yes: true, none: null }],
    })
  })

  test('as a number that the text was read as', () => {
    expect(withoutSecrets({ pin: 42, price: 1.5, zero: 0 }, ['0042', '1.50', '', ' '])).toEqual({
      pin: REDACTED,
      price: REDACTED,
      zero: 0,
    })
  })

  test('by hiding every text where there are very many secrets', () => {
    const many = Array.from({ length: 8000 }, (_, n) => `tag-${n}`)
    expect(withoutSecrets({ a: 'free' }, many)).toEqual({ [REDACTED]: REDACTED })
  })

  test('whatever it is made of, in every encoding it is known in', () => {
    const secrets = fc.string({ unit: 'binary', minLength: 4, maxLength: 200 })
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const text = `${before}${secret}${after}`
        for (const spelled of [text, json(text), json(json(text)), new URLSearchParams({ text }).toString()]) {
          expect(withoutSecrets(spelled, [secret])).toContain(REDACTED)
        }
        expect(withoutSecrets(text, [secret]).includes(secret) && !REDACTED.includes(secret)).toBe(false)
      }),
    )
  })

  test('in little time, whatever secret and text are made of', () => {
    const awkward = ['\\', '"', '%', '%25', '+', '&', '\n', 'a', '25', ' ', '1']
    const startedAt = performance.now()
    for (const one of awkward) {
      for (const other of awkward) {
        const text = one.repeat(50_000)
        for (const secret of [other.repeat(300), `${one}${other}z`.repeat(9), `${other.repeat(20)}z`, other])
          withoutSecrets(text, [secret])
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})
