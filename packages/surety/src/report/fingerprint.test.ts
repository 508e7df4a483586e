import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FindingEvidence } from '../judge/finding.ts'
import type { ReportedFinding } from '../judge/report.ts'
import { exampleContract, exampleRun, exampleTool } from '../judge/example-evidence.ts'
import { undocumentedEffect } from '../judge/rules/w028-undocumented-effect.ts'
import { errorOf, findingOf } from './fixtures.test-data.ts'
import { fingerprint } from './fingerprint.ts'

/** What W028 tells of a contract that names these. */
function undeclared(network: readonly string[]): ReportedFinding {
  const contract = exampleContract({ network })
  const [found] = undocumentedEffect.check(exampleTool({ contract }), exampleRun())
  if (found === undefined) throw new Error('nothing is told')
  return about(found.evidence)
}

describe('a fingerprint', () => {
  it('differs where a contract names another host that the description does not tell of', () => {
    expect(fingerprint(undeclared(['a.example:443', 'b.example:443']))).not.toBe(
      fingerprint(undeclared(['a.example:443'])),
    )
  })

  it('can be read', () => {
    expect(fingerprint(findingOf('fetch_user'))).toBe('E012 | fetch_user | write | notes.txt')
    const problem = 'At 3 of 10.5 kb, after 12ms, tool1 failed.'
    expect(fingerprint(errorOf({ evidence: { kind: 'contract', file: 'tools/bad.yaml', line: 3, problem } }))).toBe(
      'E001 |  | contract | At # of # kb, after #, tool1 failed. | tools/bad.yaml',
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

  it.each([
    ['the words of an error, which may list every tool', [errorOf(), errorOf({ message: 'other words', line: 9 })]],
    ['the names of temporary files', ['/tmp/tmpq8s_x1z', '/tmp/tmpzz0k_w2'].map(wrote)],
    ['clocks in names', ['log/2026-01-31.txt', 'log/2026-02-01.txt'].map(wrote)],
    ['chance in names', ['a/5f3c9e01.tmp', 'a/0b77d4aa.tmp'].map(wrote)],
    [
      'a name made to be unlike any other',
      ['abcdefab-abcd-4bcd-9bcd-abcdefabcdef', '00000000-1111-4222-8333-444444444444'].map(wrote),
    ],
    ['a process number in a command', ['kill 4711', 'kill 4712'].map((command) => about({ kind: 'process', command }))],
    [
      'a temporary file in a command',
      ['sh /tmp/a.sh', 'sh /tmp/b.sh'].map((command) => about({ kind: 'process', command })),
    ],
    ['a port that was dealt out', ['127.0.0.1:41234', '127.0.0.1:52345'].map(connected)],
    ['which item of a list it was', ['/items/0/id', '/items/17/id'].map((path) => about({ kind: 'schema', path }))],
    [
      'where a test stands among the others',
      ['tests/0/expect/output', 'tests/3/expect/output'].map((path) => about({ kind: 'output', path, test: 'one' })),
    ],
    [
      'which of many differences came first, and in which test',
      ['$.id', '$.at'].map((path) => about({ kind: 'difference', path, test: path })),
    ],
  ])('does not depend on %s', (_what, [one, other]) => {
    expect(one && fingerprint(one)).toBe(other && fingerprint(other))
  })

  it.each([
    ['the endpoint', ['a.example.com:443', 'b.example.com:443', 'a.example.com:8443'].map(connected)],
    ['the tool that is called', ['tool1', 'tool-2', 'tool-3'].map((target) => about({ kind: 'call', target }))],
    [
      'the test whose expectation is broken',
      ['one', 'two'].map((test) => about({ kind: 'output', path: 'tests/0/expect/output', test })),
    ],
    [
      'the condition that does not hold',
      ['A: more than 10', 'A: more than 20'].map((condition) =>
        about({ kind: 'postcondition', path: 'postconditions/0', condition }),
      ),
    ],
    ['the file of a contract', ['a.yaml', 'b.yaml'].map((file) => errorOf({ evidence: { kind: 'tool', file } }))],
    ['the word in a name', ['data/facade.txt', 'data/decade.txt'].map(wrote)],
  ])('depends on %s, numbers or not', (_what, findings) => {
    expect(new Set(findings.map(fingerprint)).size).toBe(findings.length)
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

function about(evidence: FindingEvidence): ReportedFinding {
  return findingOf('x', { evidence })
}

function wrote(path: string): ReportedFinding {
  return about({ kind: 'write', path, place: 'project' })
}

function connected(target: string): ReportedFinding {
  return about({ kind: 'connect', target })
}
