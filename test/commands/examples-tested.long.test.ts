import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { find } from '../machine.ts'

const EXAMPLES = resolve(import.meta.dirname, '../../examples')
const SURETY = resolve(import.meta.dirname, '../../packages/surety/bin/surety.js')

describe('surety test', () => {
  const findings = {
    check_stock: ['E012'],
    delivery_date: ['E016'],
    export_catalogue: ['E014'],
    find_book: [],
    list_authors: [],
    price_of: ['E013'],
    recommend: ['E015'],
  }

  it.skipIf(find('strace') === undefined).each([
    ['examples/bookshop', 'bookshop', findings],
    ['examples/bookshop/python', 'bookshop/python', findings],
    ['examples/tools', 'tools', { create_report: [], fetch_user: [], process_data: [], validate_data: [] }],
  ])('finds in %s what it is there to show, and nothing else', (_, folder, expected) => {
    const { stdout } = spawnSync(process.execPath, [SURETY, 'test', folder, '--json'], {
      cwd: EXAMPLES,
      encoding: 'utf8',
    })
    const report: Report = JSON.parse(stdout)
    const found = report.tools.map(({ tool, findings }) => [tool, [...new Set(findings.map(({ code }) => code))]])
    expect(Object.fromEntries(found)).toEqual(expected)
    expect(report.errors).toEqual([])
  })

  it.skipIf(find('strace') === undefined)(
    'runs contracts written for Syrin as they are: what a test expects fails nothing',
    () => {
      const { stdout } = spawnSync(process.execPath, [SURETY, 'test', 'weather', '--json'], {
        cwd: EXAMPLES,
        encoding: 'utf8',
      })
      const report: Report = JSON.parse(stdout)
      const found = report.tools.flatMap(({ findings }) => findings)
      expect(found.map(({ tool, code, fails, expected }) => [tool, code, fails, expected])).toEqual([
        ['save_reading', 'E012', false, true],
        ['list_readings', 'E014', false, true],
        ['wait_for', 'E016', false, true],
      ])
      expect(report.summary).toMatchObject({ passed: 4, known: 3, exitCode: 0 })
    },
  )
})
