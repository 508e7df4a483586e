import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac.ts'

test('HMAC-SHA-256 is that of RFC 4231', () => {
  expect(hmacSha256('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('HMAC-SHA-256 is that of Node for any key and text', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(texts, texts, (key, text) => {
      expect(hmacSha256(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
    }),
  )
})
