import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../modules/module.ts'
import { leading } from './one-message.ts'

function many(count: number, severity: Diagnostic['severity']): Diagnostic[] {
  return Array.from({ length: count }, (_, index) => ({
    severity,
    code: 'X',
    message: `'"${index}`,
    file: 'modules/a/b/module.yaml',
    line: 1,
    column: 1,
    fix: 'Do it.',
  }))
}

describe('the diagnostics of one answer', () => {
  it('are all of them where they fit', () => {
    const all = [...many(2, 'warning'), ...many(2, 'error')]
    expect(leading(all)).toEqual({ diagnostics: all, leftOut: 0 })
  })

  it('are the worst where not all fit, in their order, and what is left out is counted', () => {
    const all = [...many(50, 'info'), ...many(50, 'warning'), ...many(50, 'error')]
    const { diagnostics, leftOut } = leading(all, 8000)
    expect(Buffer.byteLength(JSON.stringify(diagnostics))).toBeLessThanOrEqual(8001)
    expect(diagnostics).toEqual([...all.slice(50, 100 - (leftOut - 50)), ...all.slice(100)])
    expect(diagnostics.length + leftOut).toBe(150)
  })
})
