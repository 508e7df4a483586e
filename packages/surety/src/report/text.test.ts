import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '../judge/report.ts'
import { broken, errorOf, findingOf, kept, reportOf, toolOf, warningOf } from './fixtures.test-data.ts'
import { type TextOptions, textReport } from './text.ts'
import { widthOf } from './width.ts'

const print = (report: Report, options: Partial<TextOptions> = {}): string =>
  textReport(report, { color: false, columns: 80, ...options })

describe('the text report', () => {
  it('is quiet when all is well, and still says what was not checked', () => {
    expect(print(kept)).toMatchInlineSnapshot(`
      "✓ 3 tools of shop 1.4.2 kept their contracts  27 calls · 812 ms · L0 L1 L2 L3
        Not checked: dependencies (E015) of 2 tools: No spy could be loaded into this
        server.
      "
    `)
  })

  it('shows what was found, the failing tools nearest to the end', () => {
    expect(print(broken)).toMatchInlineSnapshot(`
      "! create_report  tools/create_report.yaml · 9 calls · 12 ms
        W022 High Entropy Output
          Most of the answer changes from call to call and looks random.
          where   $.token
          before  c0ffee
          after   f00d
          input   {}
          fix     Answer the same question alike, or ignore W022 with a reason.

      ✗ fetch_user  tools/fetch_user.yaml · 9 calls · 12 ms
        E012 Side Effect Detected
          Wrote notes.txt, although the contract says side_effects: none.
          test    fetch_existing_user
          input   {"user_id":"123"}
          at      tools/fetch_user.yaml:9:3
          fix     Remove the write, or declare it with writes: [notes.txt].
          replay  surety test --tool fetch_user --input '{"user_id":"123"}'

        E013 Non-Deterministic Output
          The same input was answered with 17 and then with 18 at $.count.
          before  17
          after   18
          input   {"user_id":"123"}
          at      tools/fetch_user.yaml:8:3
          fix     Remove what changes, or declare deterministic: false.

        observed  write notes.txt, connect api.example.com:443

      ✗ tools/bad.yaml:3:1
        E001 Contract Invalid
          guarantees.side_effects is "some"; it must be none or filesystem.
          fix  Write none or filesystem.

      ✗ tools/gone.yaml:2:7  gone
        E002 Tool Not Found
          The server lists no tool gone; it lists fetch_user, create_report,
          list_users and delete_user.
          fix  Correct the name, or delete the contract.

      Not checked
        No spy could be loaded into this server.
          dependencies (E015) of list_users

      Server    shop 1.4.2 · node server.mjs
      Tools     1 failed, 1 warned, 1 passed, 1 skipped
      Findings  4 errors, 1 warning, 1 known
      Sandbox   L0 L1 L2 L3
      Time      812 ms, 27 calls

      surety explain E012 tells why it matters and what to do.
      "
    `)
  })

  it('lists every tool and every known finding when asked for all', () => {
    const verbose = print(broken, { verbose: true })
    expect(verbose).toContain('E012 Side Effect Detected (known)')
    expect(verbose).toContain('- delete_user  without contract · 0 calls · 0 ms')
  })

  it.each([
    ['no tools at all', reportOf([]), '- shop lists no tools'],
    ['a single tool', reportOf([toolOf('x')]), '✓ 1 tool of shop 1.4.2 kept its contract'],
    [
      'tools without contracts',
      reportOf([toolOf('x', { contract: null })]),
      '- 1 tool of shop 1.4.2 without contract: nothing was found',
    ],
    [
      'tools without contracts of which all that was found is known',
      reportOf([toolOf('x', { contract: null, findings: [findingOf('x', { known: true, fails: false })] })]),
      '- 1 tool of shop 1.4.2 without contract: nothing new was found',
    ],
    [
      'tools with and without contracts',
      reportOf([toolOf('x'), toolOf('y', { contract: null })]),
      '✓ 1 tool of shop 1.4.2 kept its contract, 1 without contract',
    ],
    ['tools that gave no result', reportOf([toolOf('x', { firstError: 'away' })]), '- No tool of shop gave a result'],
    ['tools that were never called', reportOf([toolOf('x', { calls: 0 })]), '- No tool of shop was called'],
  ])('says what is true of %s', (_what, report, line) => {
    expect(print(report)).toContain(line)
  })

  it('tells the first answer of tools that gave no result, and counts them', () => {
    const silent = ['x', 'y'].map((tool) => toolOf(tool, { firstError: 'The database is away.' }))
    const quiet = print(reportOf([...silent, toolOf('z')]))
    expect(quiet).toContain('No result\n  The database is away.\n    first answer of x, y\n')
    expect(quiet).toContain('  2 tools skipped, 2 without a result\n')
    const loud = print(reportOf([...silent, toolOf('z', { findings: [findingOf('z')] })]))
    expect(loud).toContain('Tools     1 failed, 2 skipped, 2 without a result\n')
    const failing = toolOf('z', { firstError: 'It took too long.', findings: [findingOf('z')] })
    expect(print(reportOf([...silent, failing]))).toContain('Tools     1 failed, 2 skipped, 3 without a result\n')
  })

  it('tells what the sandbox refused where there was no result, and what allowing it means', () => {
    const observed = [{ kind: 'connect', target: 'api.example.com', outcome: 'refused' }] as const
    const text = print(reportOf([toolOf('x', { firstError: 'fetch failed', observed })]), { columns: 400 })
    expect(text).toContain(
      'first answer of x\n    The sandbox refused a connection to api.example.com. If the tool needs it, allow it: --network api.example.com:port.\n    What a call does is real then: ',
    )
    const reached = [{ kind: 'connect', target: 'api.example.com:443', outcome: 'lasting' }] as const
    expect(print(reportOf([toolOf('x', { firstError: 'no', observed: reached })]))).not.toContain('--network')
  })

  it('says of no tool without contract that it passed', () => {
    const report = reportOf([toolOf('x', { contract: null }), toolOf('z', { findings: [findingOf('z')] })])
    expect(print(report)).toContain('Tools     1 failed, 1 without contract\n')
    expect(print(report, { verbose: true })).toContain('- x  without contract · 9 calls')
  })

  it('counts what is known or was skipped, even when quiet', () => {
    const known = findingOf('x', { known: true, fails: false })
    const report = reportOf([toolOf('x', { findings: [known] }), toolOf('y', { calls: 0 })])
    expect(print(report)).toContain('  1 tool skipped, 1 known finding\n')
  })

  it('never hides that a server was not contained, or not observed', () => {
    const sandbox = {
      layers: ['L0'],
      effects: {
        filesystem: 'seen',
        network: 'not observable',
        process: 'not observable',
        memory: 'limited',
        toolCalls: 'not observable',
      },
      contained: false,
    } as const
    expect(print(reportOf([toolOf('x')], [], { sandbox }))).toContain(
      '  Sandbox L0; not contained; not observable: net, process, calls.\n',
    )
    const remote = { name: null, version: null, protocolVersion: null, command: null, url: 'https://x.example/mcp' }
    const elsewhere = { ...sandbox, layers: [] }
    const found = reportOf([toolOf('x', { findings: [warningOf('x')] })], [], { sandbox: elsewhere, server: remote })
    expect(print(found)).toContain('Server    https://x.example/mcp\n')
    expect(print(found)).toContain('Sandbox   none; the server runs elsewhere; ')
  })

  it('prints notes before the summary', () => {
    expect(print(kept, { notes: ['Baseline: E012 expired.'] })).toMatch(/^Baseline: E012 expired\.\n\n✓ 3 tools/)
  })

  it('says once what many tools have in common', () => {
    const names = Array.from({ length: 500 }, (_, index) => `tool_${index}`)
    const tools = names.map((name) => {
      const message = `${name} has no contract and was not called.`
      const finding = warningOf(name, {
        code: 'W026',
        title: 'Tool Without Contract',
        message,
        evidence: { kind: 'listing' },
        fix: 'Write a contract.',
      })
      const notChecked = [{ promise: 'memory', code: 'E006', reason: 'No meter.' }]
      return toolOf(name, { contract: null, calls: 0, findings: [finding], notChecked })
    })
    expect(print(reportOf(tools))).toMatchInlineSnapshot(`
      "! 500 tools  tool_0, tool_1, tool_2, tool_3, tool_4 and 495 more
        W026 Tool Without Contract
          tool_0 has no contract and was not called.
          fix  Write a contract.

      Not checked
        No meter.
          memory (E006) of tool_0, tool_1, tool_2, tool_3, tool_4 and 495 more

      Server    shop 1.4.2 · node server.mjs
      Tools     500 skipped
      Findings  0 errors, 500 warnings
      Sandbox   L0 L1 L2 L3
      Time      812 ms, 0 calls

      surety explain W026 tells why it matters and what to do.
      "
    `)
  })

  it('groups findings of one kind on many tools, in the words of each', () => {
    const tools = ['search', 'fetch', 'list', 'save'].map((tool, index) => {
      const path = index < 2 ? '/tmp/a' : `/tmp/${tool}`
      const message = `The tool wrote ${path}, although it is annotated readOnlyHint: true.`
      return toolOf(tool, {
        findings: [findingOf(tool, { code: 'E019', title: 'Annotation Contradicted', message, fix: 'Correct it.' })],
      })
    })
    const printed = print(reportOf(tools))
    expect(printed.slice(0, printed.indexOf('Server'))).toMatchInlineSnapshot(`
      "✗ 4 tools  search, fetch, list, save
        E019 Annotation Contradicted
          search, fetch: The tool wrote /tmp/a, although it is annotated readOnlyHint:
          true.
          list: The tool wrote /tmp/list, although it is annotated readOnlyHint: true.
          save: The tool wrote /tmp/save, although it is annotated readOnlyHint: true.
          fix     Correct it.
          replay  surety test --tool search --input '{"user_id":"123"}'

      "
    `)
    expect(print(reportOf(tools), { verbose: true }).match(/E019 Annotation/g)).toHaveLength(4)
  })

  it('ends with the effects of tools without a contract', () => {
    const bare = { contract: null, findings: [] }
    const effects = { outcome: 'lasting' } as const
    const tools = [
      toolOf('search', {
        ...bare,
        observed: [
          { kind: 'connect', target: 'api.example.com:443', outcome: 'refused' },
          { kind: 'write', target: '/home/ada/.cache/shop/a', place: 'home', ...effects },
          { kind: 'write', target: '/home/ada/.cache/shop/b\n\u001b[2J', place: 'home', ...effects },
          { kind: 'start', target: 'git' },
        ],
      }),
      toolOf('save', {
        ...bare,
        observed: [
          { kind: 'write', target: 'notes.txt\n\u001b[2J', place: 'project', ...effects },
          { kind: 'connect', target: 'api.example.com:443', outcome: 'refused' },
          { kind: 'process', target: 'sleep 100', outcome: 'outlived' },
        ],
      }),
      toolOf('kept', { observed: [{ kind: 'connect', target: 'declared.example.com:443' }] }),
    ]
    const printed = print(reportOf(tools))
    expect(printed.slice(printed.indexOf('Effects'))).toMatchInlineSnapshot(`
      "Effects seen
        network       api.example.com:443 (search, save)
        project       notes.txt\\n\\u001b[2J (save)
        outside       /home/ada/.cache/shop (search)
        programs      git (search)
        left running  sleep 100 (save)
      "
    `)
  })

  it('does not repeat under "Not checked" what a finding says', () => {
    const notChecked = [{ promise: 'memory', code: 'E006', reason: 'No meter.' }]
    const finding = warningOf('x', { code: 'W027', title: 'Promise Not Checked', message: 'memory: No meter.' })
    expect(print(reportOf([toolOf('x', { findings: [finding], notChecked })]))).not.toContain('\nNot checked\n')
  })

  it('shortens long values and long lists of reasons, unless asked for all', () => {
    const finding = findingOf('x', { evidence: { kind: 'size', input: { text: 'y'.repeat(5000) } } })
    const notChecked = Array.from({ length: 30 }, (_, index) => ({
      promise: 'memory',
      code: 'E006',
      reason: `Reason ${index}.`,
    }))
    const report = reportOf([toolOf('x', { findings: [finding], notChecked })])
    expect(print(report).split('\n').length).toBeLessThan(45)
    expect(print(report)).toContain('and for 22 other reasons')
    const all = print(report, { verbose: true })
    expect(all).toContain('Reason 29.')
    expect(all.match(/y/g)?.length).toBeGreaterThan(5000)
  })
})

describe('colour', () => {
  it('is all that distinguishes a coloured report from a plain one', () => {
    const colored = print(broken, { color: true })
    expect(colored).toContain('\u001b[31m✗\u001b[39m \u001b[1mfetch_user\u001b[22m')
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(print(broken))
  })
})

describe('a hostile server', () => {
  const attack = 'ok\n\n✓ 9 tools kept their contracts\u001b[2J\u001b]0;owned\u0007\r::error::forged\u202e'
  const everywhere = (text: string): Report =>
    reportOf(
      [
        toolOf(text, {
          contract: text,
          findings: [
            findingOf(text, {
              message: text,
              fix: text,
              title: text,
              code: text,
              replay: text,
              evidence: { kind: text, [text]: text, input: { [text]: text }, test: text },
              location: { file: text, line: 1, column: 1 },
            }),
          ],
          observed: [{ kind: text, target: text }],
          notChecked: [{ promise: text, code: text, reason: text }],
        }),
      ],
      [errorOf({ message: text, tool: text, file: text })],
      { server: { name: text, version: text, protocolVersion: text, command: [text], url: text } },
    )

  it('cannot forge a line: its line breaks stay inside the indentation', () => {
    const finding = findingOf('x', { message: attack })
    const printed = print(reportOf([toolOf('x', { findings: [finding] })]))
    expect(printed).toContain(
      '    ok\n\n    ✓ 9 tools kept their\n    contracts\\u001b[2J\\u001b]0;owned\\u0007\\r::error::forged\\u202e\n',
    )
  })

  it('commands neither the terminal nor the CI system, wherever it puts its words', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(':', '#', '[', 'x', ' ', '\n', '\u001b', '\u009b', '\u202e', '語') }),
      fc.constant(attack),
    )
    fc.assert(
      fc.property(text, fc.boolean(), fc.integer({ min: 1, max: 200 }), (text, verbose, columns) => {
        const printed = print(everywhere(text), { verbose, columns })
        expect(printed).not.toMatch(/[^\P{C}\n\u200c\u200d]|[\u2028\u2029]/u)
        expect(printed).not.toMatch(/^\s*::/m)
        expect(printed).not.toMatch(/##\w*\[/)
      }),
    )
  })

  it('cannot make lines wider than the page, except those that are there to be copied', () => {
    const finding = findingOf('x', { message: '語'.repeat(300), evidence: { kind: 'x', first: 'y '.repeat(300) } })
    const lines = print(reportOf([toolOf('x', { findings: [finding] })]), { columns: 60 }).split('\n')
    expect(lines.filter((line) => widthOf(line) > 60 && !line.includes('replay'))).toEqual([])
  })
})
