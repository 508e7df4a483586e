import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { compilePattern } from './pattern.ts'

const LONG = `${'a'.repeat(60)}!`

describe('a pattern of a stranger', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '^(a|a){60}$', '^(a?){60}a{60}$', String.raw`^(a*)*\1b$`, '(?=(a+)+$)x'])(
    '%s cannot stall the process, nor stall it again',
    (source) => {
      const pattern = compilePattern(source)
      const started = Date.now()
      for (let round = 0; round < 50; round++) expect(pattern.test(LONG)).toBe(false)
      expect(Date.now() - started).toBeLessThan(10_000)
    },
  )

  it('without a stall matches what a regular expression matches', () => {
    const sources = fc.constantFrom('^a+b?$', '[a-c]{2,3}', '^(x|y)*z', 'b', String.raw`^\d{4}-\d{2}$`, '(?:ab)+|c')
    const texts = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z', '1', '-') }), fc.string())
    fc.assert(
      fc.property(
        sources,
        texts,
        (source, text) => compilePattern(source).test(text) === new RegExp(source, 'u').test(text),
      ),
    )
  })

  it('means code points, or what only works without that', () => {
    expect(compilePattern('^.$').test('😀')).toBe(true)
    expect(compilePattern(String.raw`^a\-b$`).test('a-b')).toBe(true)
    expect(() => compilePattern('(')).toThrow(SyntaxError)
  })
})
