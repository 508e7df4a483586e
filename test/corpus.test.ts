import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CORPUS, cases, expectedCodes, takesLong } from './corpus-lab.ts'
import { RULE_CODES } from '../packages/surety/src/judge/rules/index.ts'
import { judgeCorpus } from './corpus-suite.ts'

describe('the corpus', () => {
  it.each(RULE_CODES)('breaks %s in Node and in Python, beside a clean tool', (code) => {
    const breaking = cases.filter((one) => expectedCodes(one).includes(code))
    expect(breaking.map(({ language }) => language)).toEqual(expect.arrayContaining(['node', 'python']))
    expect(breaking.filter(({ clean }) => clean.length === 0)).toEqual([])
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

judgeCorpus(cases.filter((one) => !takesLong(one)))

/** Tools whose contract is one that can be read, by the name of its file. */
function contractedTools(name: string): readonly string[] {
  const { errors } = cases.find((one) => one.name === name) ?? { errors: [] }
  return readdirSync(join(CORPUS, name, 'tools'))
    .filter((file) => !errors.some((error) => error.includes(`tools/${file}`)))
    .map((file) => file.replace(/\.ya?ml$/, ''))
}
