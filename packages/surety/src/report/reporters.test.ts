import { describe, expect, it } from 'vitest'
import { broken, rules } from './fixtures.test-data.ts'
import { parseReporter, reporters } from './reporters.ts'

describe('reporters', () => {
  it.each([
    ['json', { ok: true, name: 'json', file: undefined }],
    ['sarif=out.sarif', { ok: true, name: 'sarif', file: 'out.sarif' }],
    ['junit=a=b.xml', { ok: true, name: 'junit', file: 'a=b.xml' }],
    ['text=', { ok: false, reason: '"text=" names no file; write text=FILE, or text for stdout.' }],
    ['xml', { ok: false, reason: 'There is no reporter "xml"; there are text, json, junit, sarif, github.' }],
    ['toString', { ok: false, reason: 'There is no reporter "toString"; there are text, json, junit, sarif, github.' }],
  ])('are asked for as %s', (spec, parsed) => {
    expect(parseReporter(spec)).toEqual(parsed)
  })

  it.each(Object.entries(reporters))(
    'print every finding that is not known and end with a line break: %s',
    (_name, render) => {
      const printed = render(broken, { color: false, columns: 80, rules })
      expect(printed).toMatch(/[^\n]\n$/)
      for (const code of ['E012', 'E013', 'W022', 'E001', 'E002']) expect(printed).toContain(code)
    },
  )
})
