import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { exampleContract, exampleRun, exampleTool } from './example-evidence.ts'
import { judgedExamples } from './example-findings.ts'
import { judge } from './judge.ts'
import { RULES, RULE_CODES } from './rules/index.ts'

/** Published codes and titles, which do not change. A new rule needs no line here. */
const TITLES = {
  E001: 'Contract Invalid',
  E002: 'Tool Not Found',
  E003: 'Circular Dependency',
  E004: 'Execution Failed',
  E005: 'Protocol Error',
  E006: 'Memory Limit Exceeded',
  E007: 'Output Violates Schema',
  E008: 'Invalid Input Accepted',
  E009: 'Undeclared Error Code',
  E010: 'Idempotency Broken',
  E011: 'Input Mutated',
  E012: 'Side Effect Detected',
  E013: 'Non-Deterministic Output',
  E014: 'Output Explosion',
  E015: 'Hidden Dependency',
  E016: 'Unbounded Execution',
  E017: 'Undeclared Effect',
  E018: 'Definition Changed',
  E019: 'Annotation Contradicted',
  E020: 'Promise Broken',
  W021: 'Weak Schema',
  W022: 'High Entropy Output',
  W023: 'Unstable Defaults',
  W024: 'Suspicious Description',
  W025: 'Secret in Output',
  W026: 'Tool Without Contract',
  W027: 'Promise Not Checked',
  W028: 'Undocumented Effect',
  W029: 'Noise on Stdout',
  W030: 'Error Without isError',
  W031: 'Refuses What Its Schema Allows',
  W032: 'State Outside The Project',
}

test('the rules have the documented codes and titles, in order', () => {
  expect(Object.fromEntries(RULES.map(({ code, title }) => [code, title]))).toMatchObject(TITLES)
  expect(RULE_CODES).toEqual(RULE_CODES.toSorted())
})

test('every file of a rule is named after its code and title, and listed', () => {
  const files = readdirSync(join(import.meta.dirname, 'rules')).filter((file) => /^[ew]\d{3}/.test(file))
  const names = RULES.map(({ code, title }) => `${code} ${title}`.toLowerCase().replaceAll(' ', '-'))
  const listed = files.filter((file) => !file.endsWith('.test.ts')).toSorted()
  expect(listed, 'each is in the list of rules/index.ts').toEqual(names.map((name) => `${name}.ts`))
})

test('no rule finds anything in the example of a good tool', () => {
  const found = judge(exampleRun({ tools: [exampleTool({ contract: exampleContract() })] }))
  expect(found, 'give it in example-evidence.ts what the new rule asks for').toEqual([])
})

describe.each(RULES)('$code $title', (rule) => {
  it('finds its examples that break it, and says so in full', () => {
    for (const { findings } of judgedExamples(rule, 'breaks')) {
      expect(findings).not.toEqual([])
      for (const { code, message, evidence, defect } of findings) {
        expect(code).toBe(rule.code)
        expect(message).toMatch(/^\S.*[^\s]$/s)
        expect(evidence.kind).not.toBe('')
        expect(defect).not.toBe('')
      }
    }
  })

  it('finds nothing in its examples that keep it', () => {
    expect(judgedExamples(rule, 'keeps').flatMap(({ findings }) => findings)).toEqual([])
  })

  it('has examples both ways, a reason, a meaning and a remedy in whole sentences', () => {
    expect(rule.examples.keeps.length).toBeGreaterThan(0)
    expect(rule.examples.breaks.length).toBeGreaterThan(0)
    for (const text of [rule.why, rule.fix, rule.means]) expect(text).toMatch(/^[A-Z`].*\.$/s)
    const titles = [...rule.examples.keeps, ...rule.examples.breaks].map(({ title }) => title)
    for (const title of titles) expect(title).toMatch(/^[A-Z].*\.$/)
  })
})
