import { describe, expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'

function recorded(isTTY: boolean, columns = 40) {
  const written: string[] = []
  const clock = { ms: 0 }
  const progress = createProgress({ write: (text) => written.push(text), isTTY, columns, now: () => clock.ms })
  return { written, clock, progress }
}

const ERASE = '\r\u001b[2K'

describe('progress on a terminal', () => {
  it('is one line that is painted over, and gone in the end', () => {
    const { written, clock, progress } = recorded(true)
    progress.update({ phase: 'calling', done: 1, total: 9, tool: 'fetch_user' })
    clock.ms += 100
    progress.update({ phase: 'calling', done: 2, total: 9 })
    progress.clear()
    progress.clear()
    expect(written).toEqual([`${ERASE}calling 1/9 fetch_user`, `${ERASE}calling 2/9`, ERASE])
  })

  it('never fills a line, so that it can always be erased', () => {
    const { written, progress } = recorded(true, 20)
    progress.update({ phase: 'calling', done: 1, total: 9, tool: '語'.repeat(50) })
    expect(written).toEqual([`${ERASE}calling 1/9 語語語…`])
  })

  it('paints no more often than an eye can follow', () => {
    const { written, clock, progress } = recorded(true)
    for (let done = 0; done < 1000; done++) {
      progress.update({ phase: 'calling', done, total: 1000 })
      clock.ms += 1
    }
    expect(written.length).toBeLessThan(20)
  })

  it('makes way for a line that stays', () => {
    const { written, progress } = recorded(true)
    progress.update({ phase: 'starting', done: 0, total: 0 })
    progress.line('restarted\nthe server')
    progress.update({ phase: 'calling', done: 1, total: 2 })
    expect(written).toEqual([`${ERASE}starting`, ERASE, 'restarted\\nthe server\n', `${ERASE}calling 1/2`])
  })

  it('lets no name command the terminal', () => {
    const { written, progress } = recorded(true)
    progress.update({ phase: 'calling', done: 1, total: 2, tool: '\u001b[2J\r\nx' })
    expect(written).toEqual([`${ERASE}calling 1/2 \\u001b[2J\\r\\nx`])
  })
})

describe('progress elsewhere', () => {
  it('is a few plain lines: each phase, and a sign of life every five seconds', () => {
    const { written, clock, progress } = recorded(false)
    progress.update({ phase: 'starting', done: 0, total: 0 })
    for (let done = 0; done < 25; done++) {
      clock.ms += 1000
      progress.update({ phase: 'calling', done, total: 25, tool: 'x' })
    }
    progress.clear()
    expect(written).toEqual(['starting\n', ...[0, 5, 10, 15, 20].map((done) => `calling ${done}/25 x\n`)])
  })

  it('goes on while nothing is done', () => {
    vi.useFakeTimers()
    const { written, clock, progress } = recorded(false)
    progress.update({ phase: 'calling', done: 1, total: 9, tool: 'slow' })
    for (let second = 1; second <= 12; second++) {
      clock.ms += 1000
      vi.advanceTimersByTime(1000)
    }
    progress.clear()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    expect(written).toEqual(['calling 1/9 slow\n', 'calling 1/9 slow (for 5.0 s)\n', 'calling 1/9 slow (for 10.0 s)\n'])
  })

  it('says no more than a line a second, however fast the phases change', () => {
    const { written, clock, progress } = recorded(false)
    for (let step = 0; step < 100; step++) {
      progress.update({ phase: `phase ${step}`, done: 0, total: 0 })
      clock.ms += 100
    }
    expect(written).toHaveLength(10)
  })
})
