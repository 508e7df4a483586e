import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { broken, errorOf, findingOf, kept, reportOf, toolOf, warningOf } from './fixtures.test-data.ts'
import { junitReport } from './junit.ts'

describe('the JUnit report', () => {
  it('has a test case for each tool and each error, with code, message, place and fix', () => {
    expect(junitReport(broken)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="surety" tests="6" failures="3" errors="0" skipped="1" time="0.812">
      <testsuite name="shop" tests="6" failures="3" errors="0" skipped="1" time="0.812" timestamp="2026-11-16T08:30:00.000Z">
      <testcase name="fetch_user" classname="tools/fetch_user.yaml" file="tools/fetch_user.yaml" line="9" time="0.012">
      <failure message="E012 Side Effect Detected: Wrote notes.txt, although the contract says side_effects: none. (and 1 more)" type="E012">E012 Side Effect Detected
      Wrote notes.txt, although the contract says side_effects: none.
      at tools/fetch_user.yaml:9:3
      fix: Remove the write, or declare it with writes: [notes.txt].
      replay: surety test --tool fetch_user --input '{&quot;user_id&quot;:&quot;123&quot;}'

      E013 Non-Deterministic Output
      The same input was answered with 17 and then with 18 at $.count.
      at tools/fetch_user.yaml:8:3
      fix: Remove what changes, or declare deterministic: false.</failure>
      </testcase>
      <testcase name="create_report" classname="tools/create_report.yaml" file="tools/create_report.yaml" time="0.012">
      <system-out>W022 High Entropy Output
      Most of the answer changes from call to call and looks random.
      fix: Answer the same question alike, or ignore W022 with a reason.</system-out>
      </testcase>
      <testcase name="list_users" classname="tools/list_users.yaml" file="tools/list_users.yaml" time="0.012">
      <system-out>E012 Side Effect Detected (known)
      Wrote notes.txt, although the contract says side_effects: none.
      at tools/list_users.yaml:9:3
      fix: Remove the write, or declare it with writes: [notes.txt].
      replay: surety test --tool list_users --input '{&quot;user_id&quot;:&quot;123&quot;}'

      not checked: dependencies (E015): No spy could be loaded into this server.</system-out>
      </testcase>
      <testcase name="delete_user" classname="without contract" time="0.000">
      <skipped message="It was not called."/>
      </testcase>
      <testcase name="E001 tools/bad.yaml:3:1" classname="tools/bad.yaml" file="tools/bad.yaml" line="3" time="0.000">
      <failure message="E001 Contract Invalid: guarantees.side_effects is &quot;some&quot;; it must be none or filesystem." type="E001">E001 Contract Invalid
      guarantees.side_effects is &quot;some&quot;; it must be none or filesystem.
      at tools/bad.yaml:3:1
      fix: Write none or filesystem.</failure>
      </testcase>
      <testcase name="E002 tools/gone.yaml:2:7" classname="tools/gone.yaml" file="tools/gone.yaml" line="2" time="0.000">
      <failure message="E002 Tool Not Found: The server lists no tool gone; it lists fetch_user, create_report, list_users and delete_user." type="E002">E002 Tool Not Found
      The server lists no tool gone; it lists fetch_user, create_report, list_users and delete_user.
      at tools/gone.yaml:2:7
      fix: Correct the name, or delete the contract.</failure>
      </testcase>
      </testsuite>
      </testsuites>
      "
    `)
  })

  it('says of a tool that was never called that it was skipped', () => {
    const xml = junitReport(reportOf([toolOf('idle', { calls: 0, findings: [warningOf('idle')] })]))
    expect(xml).toContain('tests="1" failures="0" errors="0" skipped="1"')
    expect(xml).toContain('<skipped message="W022 High Entropy Output&#10;')
  })

  it('fails no test case for a known finding', () => {
    const known = { known: true, fails: false }
    const report = reportOf([toolOf('x', { findings: [findingOf('x', known)] })], [errorOf(known)])
    const xml = junitReport(report)
    expect(xml).not.toContain('<failure')
    expect(xml.match(/\(known\)/g)).toHaveLength(2)
  })

  it('keeps several findings of a tool in one failure', () => {
    const xml = junitReport(reportOf([toolOf('x', { findings: [findingOf('x'), findingOf('x', { code: 'E017' })] })]))
    expect(xml.match(/<failure/g)).toHaveLength(1)
    expect(xml).toContain('(and 1 more)')
  })
})

const python = find('python3')

describe.skipIf(python === undefined)('for a real XML parser, the JUnit report', () => {
  it.each([
    ['kept', kept],
    ['broken', broken],
    ['empty', reportOf([])],
  ])('is well formed: %s', (_title, report) => {
    const [read] = parseAll([junitReport(report)])
    expect(read?.cases).toHaveLength(report.tools.length + report.errors.length)
  })

  it('is well formed and says the same, whatever the server says', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(']]>', '</failure><x a="', '&#0;', '\u0000\u001b[2J\ufffe\ud800', '<!--', 'a\nb', '\u{1fffe}'),
    )
    const samples = fc.sample(hostile, 300)
    const reports = samples.map((text) =>
      junitReport(
        reportOf(
          [toolOf(text, { findings: [findingOf(text, { message: text, fix: text }), warningOf(text)] })],
          [errorOf({ message: text, file: text })],
        ),
      ),
    )
    const read = parseAll(reports)
    expect(read.map(({ cases }) => cases.length)).toEqual(samples.map(() => 2))
    const plain = samples.findIndex((text) => text === '</failure><x a="')
    if (plain >= 0) expect(read[plain]?.cases[0]).toBe('</failure><x a="')
  })
})

interface Read {
  readonly cases: readonly string[]
}

function parseAll(documents: readonly string[]): readonly Read[] {
  const program = `
import json, sys, xml.etree.ElementTree as tree
roots = [tree.fromstring(text.encode()) for text in json.load(sys.stdin)]
print(json.dumps([{'cases': [case.get('name') for case in root.iter('testcase')]} for root in roots]))`
  const printed = execFileSync(python ?? 'python3', ['-c', program], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return JSON.parse(printed) as Read[]
}
