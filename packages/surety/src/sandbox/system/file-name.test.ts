import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, shown, textOf } from './file-name.ts'

describe('the name of a file', () => {
  it('comes back byte by byte, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(Buffer.from(bytesOf(textOf(Buffer.from(bytes))))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each([
    ['plain.txt', 'plain.txt'],
    ['café 🐚 \uFFFD', 'café 🐚 \uFFFD'],
    [Buffer.from('caf\xe9/\xffx', 'latin1'), String.raw`caf\xe9/\xffx`],
    [Buffer.from('é\xf0\x9f', 'latin1'), String.raw`\xe9\xf0\x9f`],
  ])('can be printed: %s', (name, expected) => {
    expect(shown(textOf(Buffer.from(name)))).toBe(expected)
  })
})
