import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CORPUS, type Case, cases, expectedCodes } from './corpus-lab.ts'

const FILE = join(CORPUS, 'README.md')
const HEADING = '## Cases\n'

it('the README of the corpus lists its cases', () => {
  const [before = ''] = readFileSync(FILE, 'utf8').split(HEADING)
  const page = `${before.trimEnd()}\n\n${HEADING}${table()}\n`
  if (process.env['SURETY_WRITE_DOCS'] === '1') writeFileSync(FILE, page)
  expect(readFileSync(FILE, 'utf8') === page, '`npm run docs` writes it').toBe(true)
})

function table(): string {
  const head = ['| case | shows | codes | violating tools | clean tools | needs |', '|---|---|---|---|---|---|']
  return [...head, ...cases.map(row)].join('\n')
}

function row(one: Case): string {
  const { name, title, findings, clean, needs } = one
  const codes = [...new Set(expectedCodes(one))].toSorted()
  const violating = Object.values(findings).filter((found) => found.length > 0).length
  return `| ${[name, title, listed(codes), violating, clean.length, listed(needs)].join(' | ')} |`
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(' ')
}
