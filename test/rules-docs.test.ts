import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { rulePage, rulesIndex } from '../packages/surety/src/judge/explain.ts'
import { RULES } from '../packages/surety/src/judge/rules/index.ts'

const FOLDER = resolve(import.meta.dirname, '../docs/rules')

const pages = [
  { file: 'README.md', page: rulesIndex() },
  ...RULES.map((rule) => ({ file: `${rule.code}.md`, page: rulePage(rule) })),
]

it.each(pages)('docs/rules/$file says what the rules say', ({ file, page }) => {
  if (process.env['SURETY_WRITE_DOCS'] === '1') {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, file), page)
  }
  const written = existsSync(join(FOLDER, file)) ? readFileSync(join(FOLDER, file), 'utf8') : undefined
  expect(written === page, '`npm run docs` writes it').toBe(true)
})

it('docs/rules has no page but those of the rules', () => {
  expect(readdirSync(FOLDER).toSorted(), '`npm run docs` writes them; delete those of rules that are gone').toEqual(
    pages.map(({ file }) => file).toSorted(),
  )
})
