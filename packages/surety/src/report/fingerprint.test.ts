import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, findingOf } from './fixtures.test-data.ts'
import { fingerprint } from './fingerprint.ts'

describe('a fingerprint', () => {
  it('can be read', () => {
    expect(fingerprint(findingOf('fetch_user'))).toBe('E012 | fetch_user | write | notes.txt')
    expect(fingerprint(errorOf({ message: 'At 3 of 10.5 kb, after 12ms, tool1 failed.' }))).toBe(
      'E001 |  | tools/bad.yaml | At # of # kb, after #, tool1 failed.',
    )
  })

  it.each([
    ['the message', { message: 'other words' }],
    ['the line', { location: { file: 'tools/x.yaml', line: 40, column: 1 } }],
    ['the place altogether', { location: null }],
    ['the fix and the replay', { fix: 'x', replay: null }],
    [
      'what was measured',
      { evidence: { kind: 'write', path: 'notes.txt', test: 'fetch_existing_user', input: 5, bytes: 9 } },
    ],
    ['the test in which it was seen', { evidence: { kind: 'write', path: 'notes.txt', test: 'other' } }],
    ['the same path said twice', { evidence: { kind: 'write', path: 'notes.txt', all: ['notes.txt'] } }],
    ['whether it is known', { known: true, fails: false }],
  ])('does not depend on %s', (_what, others) => {
    expect(fingerprint(findingOf('x', others))).toBe(fingerprint(findingOf('x')))
  })

  it.each([
    ['the code', findingOf('x', { code: 'E017' })],
    ['the tool', findingOf('y')],
    ['what was done', findingOf('x', { evidence: { kind: 'delete', path: 'notes.txt', test: 'fetch_existing_user' } })],
    ['to what', findingOf('x', { evidence: { kind: 'write', path: 'notes2.txt', test: 'fetch_existing_user' } })],
    ['to what else', findingOf('x', { evidence: { kind: 'write', path: 'notes.txt', all: ['notes.txt', 'b'] } })],
  ])('depends on %s', (_what, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint(findingOf('x')))
  })

  it('depends on the test where there is nothing else to tell a finding by', () => {
    const failedIn = (test: string): string => fingerprint(findingOf('x', { evidence: { kind: 'error', test } }))
    expect(failedIn('one')).not.toBe(failedIn('two'))
  })

  it('does not depend on the order of effects', () => {
    const wrote = (path: string, ...all: string[]): string =>
      fingerprint(findingOf('x', { evidence: { kind: 'write', path, all } }))
    expect(wrote('b', 'b', 'a')).toBe(wrote('a', 'a', 'b'))
  })

  it('tells any two subjects apart', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '|', ' ', '\\'), maxLength: 4 })
    fc.assert(
      fc.property(part, part, part, part, (tool, path, otherTool, otherPath) => {
        const one = findingOf(tool, { evidence: { kind: 'write', path } })
        const other = findingOf(otherTool, { evidence: { kind: 'write', path: otherPath } })
        expect(fingerprint(one) === fingerprint(other)).toBe(tool === otherTool && path === otherPath)
      }),
      { numRuns: 2000 },
    )
  })
})
