import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { broken, errorOf, findingOf, kept, reportOf, toolOf, warningOf } from './fixtures.test-data.ts'
import { githubReport } from './github.ts'

describe('GitHub annotations', () => {
  it('are one line for each finding that is not known, at its place', () => {
    expect(githubReport(broken)).toMatchInlineSnapshot(`
      "::error file=tools/fetch_user.yaml,line=9,col=3,title=E012 Side Effect Detected%3A fetch_user::Wrote notes.txt, although the contract says side_effects: none.%0ARemove the write, or declare it with writes: [notes.txt].
      ::error file=tools/fetch_user.yaml,line=8,col=3,title=E013 Non-Deterministic Output%3A fetch_user::The same input was answered with 17 and then with 18 at $.count.%0ARemove what changes, or declare deterministic: false.
      ::warning title=W022 High Entropy Output%3A create_report::Most of the answer changes from call to call and looks random.%0AAnswer the same question alike, or ignore W022 with a reason.
      ::error file=tools/bad.yaml,line=3,col=1,title=E001 Contract Invalid::guarantees.side_effects is "some"; it must be none or filesystem.%0AWrite none or filesystem.
      ::error file=tools/gone.yaml,line=2,col=7,title=E002 Tool Not Found%3A gone::The server lists no tool gone; it lists fetch_user, create_report, list_users and delete_user.%0ACorrect the name, or delete the contract.
      "
    `)
  })

  it('are none when all is well', () => {
    expect(githubReport(kept)).toBe('')
  })

  it('are errors where a warning fails the run', () => {
    const strict = reportOf([toolOf('x', { findings: [warningOf('x', { fails: true })] })])
    expect(githubReport(strict)).toMatch(/^::error /)
  })

  it('are read back as they were meant, whatever the server says', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a,b:c%0A', '::error::x', '\r\n::stop-commands::x', '##[error]x'),
    )
    fc.assert(
      fc.property(text, text, text, (message, file, tool) => {
        const finding = findingOf(tool, { message, location: { file, line: 7, column: 2 } })
        const printed = githubReport(reportOf([toolOf(tool, { findings: [finding] })], [errorOf({ message, file })]))
        const lines = printed.split(/[\r\n]/)
        expect(lines).toHaveLength(3)
        for (const line of lines.slice(0, 2)) {
          const read = parse(line)
          expect(read?.command).toBe('error')
          expect(Object.keys(read?.properties ?? {})).toEqual(
            file === '' ? ['line', 'col', 'title'] : ['file', 'line', 'col', 'title'],
          )
          if (/^[\w ,:%]*$/.test(file) && !file.startsWith('::') && file !== '')
            expect(read?.properties['file']).toBe(file)
        }
        expect(printed).not.toMatch(/##\w*\[/)
      }),
    )
  })
})

/** As the runner reads a command. */
function parse(line: string) {
  const [, command, list = '', data = ''] = /^::(\w+) (.*?)::(.*)$/u.exec(line) ?? []
  const pairs = list.split(',').map((pair) => pair.split('='))
  const properties = Object.fromEntries(
    pairs.filter(([, value]) => value !== '').map(([key = '', ...value]) => [key, unescaped(value.join('='))]),
  )
  return command === undefined ? undefined : { command, properties, data: unescaped(data) }
}

function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}
