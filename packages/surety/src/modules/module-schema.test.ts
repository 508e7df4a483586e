import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { moduleSchema } from './manifest.ts'

it('schemas/module.schema.json says what the reader accepts', () => {
  const path = resolve(import.meta.dirname, '../../schemas/module.schema.json')
  const published = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'module.yaml: a module of contracts',
    ...moduleSchema,
  }
  if (process.env['SURETY_WRITE_DOCS'] === '1') writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(published)
})
