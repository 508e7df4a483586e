import { describe, expect, it } from 'vitest'
import type { Reply } from '../../connect/session.ts'
import { NO_PASS } from '../call/pass.ts'
import type { Performed } from '../call/perform.ts'
import type { Subject } from '../plan/subject.ts'
import { unsettledIn } from './unsettled.ts'

const SETTLE_MS = 500

function subject(tool: string, mayCallOnlyOnce = false): Subject {
  return { tool, plan: { mayCallOnlyOnce } } as Subject
}

function call(own: Subject, process: number, endedAt: number, more: Partial<Performed> = {}): Performed {
  return { subject: own, process, reply: { kind: 'result', endedAt } as Reply, exit: undefined, ...more } as Performed
}

const died = { exit: { code: 1, signal: null, overMemory: undefined } }
const late = { reply: { kind: 'timeout', endedAt: 300 } as Reply }
const [early, before, fatal, elsewhere] = ['early', 'before', 'fatal', 'elsewhere'].map((tool) => subject(tool)) as [
  Subject,
  Subject,
  Subject,
  Subject,
]

function unsettled(performed: readonly Performed[], settled: readonly Subject[] = []): readonly string[] {
  return unsettledIn({ ...NO_PASS, performed }, SETTLE_MS, new Set(settled)).map(({ tool }) => tool)
}

describe('tools of which nobody waited for what they do after their answers', () => {
  it('are those called in a process shortly before it died', () => {
    const calls = [call(elsewhere, 2, 200), call(before, 1, 200), call(fatal, 1, 210, died)]
    expect(unsettled(calls, [fatal])).toEqual(['before'])
  })

  it('are those called before one that took too long, and not those whose process lived', () => {
    expect(unsettled([call(before, 1, 200), call(fatal, 1, 300, late)], [fatal])).toEqual(['before'])
    expect(unsettled([call(before, 1, 200), call(elsewhere, 1, 300)])).toEqual([])
  })

  it('are not those that were called long before, or may be called only once', () => {
    const long = 11 * SETTLE_MS
    expect(unsettled([call(early, 1, 0), call(fatal, 1, long, died)], [fatal])).toEqual([])
    expect(unsettled([call(subject('single', true), 1, 200), call(fatal, 1, 210, died)], [fatal])).toEqual([])
  })
})
