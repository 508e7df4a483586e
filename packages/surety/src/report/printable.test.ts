import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, printableLines } from './printable.ts'

describe('printable text', () => {
  it.each([
    ['plain text', 'plain text'],
    ['语言 é 👩‍👩‍👧 می‌خواهم', '语言 é 👩‍👩‍👧 می‌خواهم'],
    ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['a\nb\r\nc\td', 'a\\nb\\r\\nc\\td'],
    ['\u009b2J\u007f\u0000', '\\u009b2J\\u007f\\u0000'],
    ['user\u202egnp.exe\u2066', 'user\\u202egnp.exe\\u2066'],
    ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
    ['half \ud83d', 'half \\ud83d'],
    ['two\u2028lines\u2029', 'two\\u2028lines\\u2029'],
    ['##[error]x ##vso[task] ##teamcity[x] ## [x]', '#\\u0023[error]x #\\u0023vso[task] #\\u0023teamcity[x] ## [x]'],
    ['  ::error::forged', '  \\u003a:error::forged'],
    ['std::vector', 'std::vector'],
  ])('of %j is %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('is the same when it is made printable again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(printable(text))).toBe(printable(text))
      }),
    )
  })

  it('keeps line breaks apart where they are wanted', () => {
    expect(printableLines('a\r\n::b\n\u001bc\rd')).toEqual(['a', '\\u003a:b', '\\u001bc\\rd'])
  })
})
