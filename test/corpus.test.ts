import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../packages/surety/src/judge/report.ts'
import { CORPUS, type Case, type Verdict, cases, expectedCodes, isAllowed, judgeCase, lackedBy } from './corpus-lab.ts'

const MINUTES = 60_000

const rules = [...codes('E', 1, 20), ...codes('W', 21, 29)]

/** What `surety test` must say of the folder it is given, and what it said. */
const judged: { readonly case: Case; readonly report: Report; readonly verdict: Verdict }[] = []

afterAll(() => {
  if (judged.length === 0) return
  const expected = sum(
    judged.map(({ case: { findings, errors } }) => Object.values(findings).flat().length + errors.length),
  )
  const misses = sum(judged.map(({ verdict }) => verdict.misses.length))
  const falseAlarms = sum(judged.map(({ verdict }) => verdict.falseAlarms.length))
  const clean = sum(judged.map(({ case: { clean } }) => clean.length))
  console.log(
    `Corpus: ${expected - misses} of ${expected} findings, ${falseAlarms} false alarms, ${clean} clean tools, ${judged.length} servers.`,
  )
})

describe('the corpus', () => {
  it.each(rules)('breaks %s in Node and in Python, beside a clean tool', (code) => {
    const breaking = cases.filter((one) => expectedCodes(one).includes(code))
    expect(breaking.map(({ language }) => language)).toEqual(expect.arrayContaining(['node', 'python']))
    expect(breaking.filter(({ clean }) => clean.length === 0)).toEqual([])
  })

  it('is told of in its README, case by case', () => {
    const readme = readFileSync(join(CORPUS, 'README.md'), 'utf8')
    expect(cases.filter(({ name }) => !readme.includes(`\n| ${name} |`))).toEqual([])
  })

  it('says of every contracted tool whether it is clean', () => {
    for (const { name, findings, clean } of cases) {
      const spokenOf = new Set([...Object.keys(findings), ...clean])
      const contracted = existsSync(join(CORPUS, name, 'tools')) ? contractedTools(name) : []
      expect(
        contracted.filter((tool) => !spokenOf.has(tool)),
        name,
      ).toEqual([])
      expect(
        clean.filter((tool) => tool in findings),
        name,
      ).toEqual([])
    }
  })
})

describe('surety test', () => {
  it.concurrent.for(cases)('judges $name: $title', { timeout: 5 * MINUTES }, async (one, { skip }) => {
    const lacked = lackedBy(one)
    if (lacked !== undefined) skip(`there is no ${lacked}`)
    const { report, exitCode, stderr, verdict } = await judgeCase(one, 4 * MINUTES)
    judged.push({ case: one, report, verdict })
    expect(verdict, stderr).toEqual({ misses: [], falseAlarms: [] })
    expect(exitCode).toBe(report.summary.exitCode)
    expect(exitCode, 'exit code').toBe(expectedCodes(one).some((code) => code.startsWith('E')) ? 1 : 0)
  })

  it('fires every rule, and none on a clean tool', ({ skip }) => {
    if (judged.length < cases.length) skip('not all cases were run')
    const fired = new Set(judged.flatMap(({ report }) => firedCodes(report)))
    expect(rules.filter((code) => !fired.has(code))).toEqual([])
    const blamed = judged.flatMap(({ case: one, report }) =>
      report.tools
        .filter(({ tool }) => one.clean.includes(tool))
        .flatMap(({ tool, findings }) =>
          findings.filter(({ code }) => !isAllowed(one, tool, code)).map(({ code }) => `${one.name}: ${tool} ${code}`),
        ),
    )
    expect(blamed).toEqual([])
  })
})

function firedCodes({ tools, errors }: Report): readonly string[] {
  return [...tools.flatMap(({ findings }) => findings), ...errors].map(({ code }) => code)
}

/** Tools whose contract is one that can be read, by the name of its file. */
function contractedTools(name: string): readonly string[] {
  const { errors } = cases.find((one) => one.name === name) ?? { errors: [] }
  return readdirSync(join(CORPUS, name, 'tools'))
    .filter((file) => !errors.some((error) => error.includes(`tools/${file}`)))
    .map((file) => file.replace(/\.ya?ml$/, ''))
}

function codes(letter: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${letter}${String(from + at).padStart(3, '0')}`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
