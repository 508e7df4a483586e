import { describe, expect, it } from 'vitest'
import type { Finding } from '../judge/finding.ts'
import {
  exampleAnswer,
  exampleCall,
  exampleRepeats,
  exampleRun,
  exampleText,
  exampleTool,
  exampleWrite,
} from '../judge/example-evidence.ts'
import { type Draft, draftContract } from './draft-contract.ts'
import { reviseDraft, withEffectsOf, withoutTest } from './draft-lessons.ts'

const steady = exampleTool({ calls: exampleRepeats([exampleAnswer(1), exampleAnswer(1)]) })
const draft: Draft = {
  seen: steady,
  observable: exampleRun().observable,
  tight: true,
  notHeld: new Set(),
  ignored: new Map(),
}

const refused = exampleCall({ answer: exampleText('Too many requests.', { isError: true }) })

describe('a draft that its tool did not keep', () => {
  it('promises less', () => {
    const next = reviseDraft(draft, undefined, [finding('E013', ['guarantees', 'deterministic'])], false)
    expect(draftContract(next)).toContain('  deterministic: false\n')
    expect(draftContract(next)).not.toContain('deterministic: true')
    expect(next.ignored.size).toBe(0)
  })

  it.each([
    ['does not promise what held only for a moment', 2, 'deterministic: false'],
    ['promises what still holds in the next run', 1, 'deterministic: true #'],
  ])('%s', (_, later, promise) => {
    const again = exampleTool({ calls: exampleRepeats([exampleAnswer(later), exampleAnswer(later)]) })
    const next = reviseDraft(draft, again, [], false)
    expect(draftContract(next)).toContain(`  ${promise}`)
    expect(draftContract({ ...next, tight: false }).includes('# deterministic: true')).toBe(later === 1)
  })

  it('declares more', () => {
    const again = exampleTool({ effects: [exampleWrite('notes.txt')] })
    const next = reviseDraft(draft, again, [finding('E012', ['guarantees', 'side_effects'])], false)
    expect(draftContract(next)).toContain('  side_effects: filesystem\n  writes: [notes.txt]\n')
  })

  it('declares what any run showed, found or not', () => {
    const wrote = { ...draft, seen: { ...steady, effects: [exampleWrite('notes/a.txt')] } }
    const next = reviseDraft(wrote, exampleTool({ effects: [exampleWrite('notes/b.txt')] }), [], false)
    expect(draftContract(next)).toContain('  writes: ["notes/*.txt"]\n')
  })

  it('is held to what the tool did before, also where it was refused this time', () => {
    const before = exampleTool({ effects: [exampleWrite('notes.txt', { call: 1 })] })
    const now = exampleTool({ calls: [refused] })
    expect(withEffectsOf(before, now)).toEqual({ ...now, effects: [exampleWrite('notes.txt', { call: undefined })] })
  })

  it('has no test with an input that was refused in any run, and promises no result that does not come in each', () => {
    const [first] = steady.calls
    const other = exampleCall({ id: 2, input: { user_id: 'other' } })
    const now = exampleTool({ calls: [refused, other] })
    expect(draftContract(reviseDraft(draft, now, [], false))).toContain('    input: { "user_id": "other" }\n')
    expect(refused.input).toEqual(first?.input)
    const never = draftContract(reviseDraft(draft, exampleTool({ calls: [refused] }), [], false))
    expect(never).toContain('# No call gave a result. The first answer: Too many requests.\n')
    expect(never).not.toMatch(/^ {2}max_output_size/m)
    const later = reviseDraft(reviseDraft(draft, exampleTool({ calls: [refused] }), [], false), steady, [], false)
    expect(draftContract(later)).not.toMatch(/^tests:/m)
  })

  it('notes as known what it cannot mend, or not in time', () => {
    const leak = finding('W025', undefined)
    expect([...reviseDraft(draft, undefined, [leak], false).ignored]).toEqual([['W025', 'W025 was found.']])
    const last = reviseDraft(draft, undefined, [finding('E013', ['guarantees', 'deterministic'])], true)
    expect([...last.ignored.keys()]).toEqual(['E013'])
    expect(reviseDraft(last, undefined, [finding('E013', undefined)], false)).toEqual(last)
  })

  it.each([false, true])('forgets an input that was not answered again (in the last round: %s)', (isLast) => {
    const again = exampleTool({ calls: [exampleCall({ answer: exampleText('Gone.', { isError: true }) })] })
    const next = reviseDraft(draft, again, [finding('E004', ['tests', 0])], isLast)
    expect(draftContract(next)).toContain('# No call gave a result. The first answer: Gone.\n')
    expect(next.ignored.size).toBe(0)
  })
})

describe('a draft whose test cannot be written down', () => {
  it('has the next input that was answered, or none', () => {
    const [first, repeat] = steady.calls
    const second = exampleCall({ id: 7, input: { user_id: '456' } })
    const seen = { ...steady, calls: [first, repeat, second].filter((call) => call !== undefined) }
    const other = withoutTest({ ...draft, seen })
    expect(other.seen.calls).toEqual([second])
    const none = withoutTest(other)
    expect(none.seen.calls).toEqual([])
    expect(withoutTest(none)).toBe(none)
  })
})

function finding(code: string, at: Finding['at']): Finding {
  return {
    code,
    tool: 'fetch_user',
    message: `${code} was found.`,
    blame: 'tool',
    evidence: { kind: 'x' },
    defect: code,
    ...(at && { at }),
  }
}
