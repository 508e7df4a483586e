import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { portableSha256, sha256 } from './sha256.ts'
import { utf8Length } from './utf8.ts'

const encoder = new TextEncoder()
const reference = (text: string): string => createHash('sha256').update(encoder.encode(text)).digest('hex')
/** Any UTF-16 text, lone surrogates included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))
const anyUnicode = fc.oneof(anyText, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

/** FIPS 180-4 and NIST's examples. */
const KNOWN = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
] as const

describe.each([
  ['sha256', sha256],
  ['portableSha256', portableSha256],
] as const)('%s', (_name, hash) => {
  test('gives the published digests', () => {
    for (const [text, digest] of KNOWN) expect(hash(text)).toBe(digest)
  })

  test('agrees with node:crypto on any text, lone surrogates included', () => {
    fc.assert(fc.property(anyUnicode, (text) => hash(text) === reference(text)))
    for (const text of ['\ud800', '\udc00\ud800', 'a\ud800b', '\ud83d\ude00\ud83d'])
      expect(hash(text)).toBe(reference(text))
  })

  test('agrees with node:crypto at every length from 0 to 200 bytes', () => {
    for (let length = 0; length <= 200; length++) {
      for (const text of ['a'.repeat(length), 'ÿ'.repeat(length / 2)]) expect(hash(text)).toBe(reference(text))
    }
  })
})

test('utf8Length agrees with TextEncoder on any text', () => {
  fc.assert(fc.property(anyUnicode, (text) => utf8Length(text) === encoder.encode(text).length))
})

describe('where there is no Node', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('the digest and the length are the same', async () => {
    const lacking: unknown = Object.create(process, { getBuiltinModule: { value: undefined } })
    vi.resetModules()
    vi.stubGlobal('process', lacking)
    vi.stubGlobal('Buffer', undefined)
    const elsewhere = await import('./sha256.ts')
    const { utf8Length: lengthElsewhere } = await import('./utf8.ts')
    vi.unstubAllGlobals()
    expect(elsewhere.sha256).toBe(elsewhere.portableSha256)
    fc.assert(
      fc.property(anyUnicode, (text) => {
        expect(elsewhere.sha256(text)).toBe(reference(text))
        expect(lengthElsewhere(text)).toBe(encoder.encode(text).length)
      }),
    )
  })
})
