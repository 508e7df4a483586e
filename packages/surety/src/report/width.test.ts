import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip, widthOf, wrap } from './width.ts'

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['語', 2],
    ['ｶﾅ', 4],
    ['한글', 4],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['✓', 1],
  ])('%s is %i', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })
})

describe('clipping', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['語語語', 6, '語語語'],
    ['語語語語', 6, '語語…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ])('%s to %i columns gives %s', (text, columns, clipped) => {
    expect(clip(text, columns)).toBe(clipped)
  })

  it('never exceeds the columns, and changes nothing that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
        expect(widthOf(clip(text, columns))).toBeLessThanOrEqual(columns)
        if (widthOf(text) <= columns) expect(clip(text, columns)).toBe(text)
      }),
    )
  })
})

describe('wrapping', () => {
  it.each([
    ['the quick brown fox', 10, ['the quick', 'brown fox']],
    ['a/very/long/path x', 6, ['a/very', '/long/', 'path x']],
    ['語語語語', 5, ['語語', '語語']],
    ['', 5, ['']],
  ])('%j to %i columns', (text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines)
  })

  it('loses nothing but spaces, and exceeds the columns never', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
        const lines = wrap(text, columns)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
