import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPatterns } from './patterns.ts'

const MATCHING = [
  '^[a-z]+$',
  '\\d{5}',
  '^\\S+$',
  'a|b|^c$',
  '^[^/]+$',
  '^(?:ab?|c{2})*$',
  '^\\p{Lu}\\p{L}*$',
  '^[\\u4e00-\\u9fff]{2}$',
  '^\\x41\\u0042\\u{43}$',
  '^[^\\x00-\\x7F]+$',
  '^v?\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?$',
  '^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$',
  '^#?([a-f0-9]{6}|[a-f0-9]{3})$',
  '^[\\]\\\\-]+$',
  '^a{2}b{1,}c{0,3}?$',
  '',
]

describe('texts made for a pattern', () => {
  test.each(MATCHING)('match %s', (pattern) => {
    const patterns = createPatterns()
    const made = patterns.texts(pattern, 16)
    if (!made.ok) throw new Error(made.reason)
    const texts = fc.sample(made.arbitrary, { seed: 1, numRuns: 100 })
    expect(texts.filter((text) => !new RegExp(pattern, 'u').test(text))).toEqual([])
  })

  test('a pattern that only compiles without the u flag is used without it', () => {
    const made = createPatterns().texts('^\\-\\_$', 8)
    expect(made.ok && fc.sample(made.arbitrary, 1)).toEqual(['-_'])
  })
})

describe('a pattern that can stall', () => {
  test.each(['^(a+)+$', '^(\\w+\\s?)*$', '^(a|aa)+$', '(x+x+)+y', '^([a-z]+)*@$', '^(?:[0-9]+,?)+$', '^a*a*a*a*b'])(
    '%s is never run on a text of its choice',
    (pattern) => {
      const patterns = createPatterns()
      expect(patterns.texts(pattern, 8)).toEqual({ ok: false, reason: 'it takes too long on texts that almost match' })
      expect(patterns.matches(pattern, `${'a'.repeat(60)}!`)).toBe(true)
    },
  )

  test.each(['^[a-z0-9]+(?:-[a-z0-9]+)*$', '^(?:\\d{1,3}\\.){3}\\d{1,3}$', '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$'])(
    '%s is none',
    (pattern) => {
      expect(createPatterns().texts(pattern, 8).ok).toBe(true)
    },
  )
})
