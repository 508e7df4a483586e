import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../packages/surety/src/judge/report.ts'
import { RULE_CODES } from '../packages/surety/src/judge/rules/index.ts'
import { type Case, type Verdict, expectedCodes, isAllowed, judgeCase, lackedBy } from './corpus-lab.ts'

const MINUTES = 60_000

/** Tests that `surety test` says of each case what it must, and tells how many findings that were. */
export function judgeCorpus(cases: readonly Case[]): void {
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

    it('fires every rule that these cases break, and none on a clean tool', ({ skip }) => {
      if (judged.length < cases.length) skip('not all cases were run')
      const fired = new Set(judged.flatMap(({ report }) => firedCodes(report)))
      const broken = new Set(cases.flatMap(expectedCodes))
      expect(RULE_CODES.filter((code) => broken.has(code) && !fired.has(code))).toEqual([])
      const blamed = judged.flatMap(({ case: one, report }) =>
        report.tools
          .filter(({ tool }) => one.clean.includes(tool))
          .flatMap(({ tool, findings }) =>
            findings
              .filter(({ code, expected }) => expected !== true && !isAllowed(one, tool, code))
              .map(({ code }) => `${one.name}: ${tool} ${code}`),
          ),
      )
      expect(blamed).toEqual([])
    })
  })
}

function firedCodes({ tools, errors }: Report): readonly string[] {
  return [...tools.flatMap(({ findings }) => findings), ...errors].map(({ code }) => code)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
