import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { configSchema } from './config/read-config.ts'
import { contractSchema } from './read-contract.ts'

const FOLDER = resolve(import.meta.dirname, '../../schemas')

it.each([
  ['contract.schema.json', 'A contract of one MCP tool', contractSchema],
  ['config.schema.json', 'surety.yaml', configSchema],
])('schemas/%s says what the reader accepts', (name, title, schema) => {
  const path = resolve(FOLDER, name)
  const published = { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema }
  if (process.env['SURETY_WRITE_DOCS'] === '1') writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`)
  expect(JSON.parse(readFileSync(path, 'utf8')), '`npm run docs` writes it').toEqual(published)
})
