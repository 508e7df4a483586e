import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../packages/surety/src/author/config/load-config.ts'

const ROOT = resolve(import.meta.dirname, '..')
const EXAMPLE = join(ROOT, 'examples/mood-tracker')
const PAGE = readFileSync(join(ROOT, 'docs/tables.md'), 'utf8')
const SCHEMA = JSON.parse(readFileSync(join(ROOT, 'packages/tables/schemas/tables.schema.json'), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'surety-tables-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, tag, text = '']) =>
    tag === language ? [text] : [],
  )
}

const [tables = '', surety = ''] = blocks('yaml')

it('the configuration of docs/tables.md is the mood tracker’s, and its surety.yaml is one', () => {
  expect(tables).toBe(readFileSync(join(EXAMPLE, 'tables.yaml'), 'utf8'))
  writeFileSync(join(folder, 'surety.yaml'), surety)
  const { config, problems } = loadConfig(folder)
  expect(problems).toEqual([])
  expect(Object.keys(config.tables)).toEqual(Object.keys(parse(surety).tables))
})

it('docs/tables.md names every key of a configuration', () => {
  const names = (schema: unknown): readonly string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const own =
      'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
    return [...own, ...Object.values(schema).flatMap(names)]
  }
  const missing = [...new Set(names(SCHEMA))].filter((name) => name !== '$schema' && !PAGE.includes(`\`${name}\``))
  expect(missing.filter((name) => !PAGE.includes(`${name}:`))).toEqual([])
})

it('the answers in docs/tables.md are those that its calls get', () => {
  const said = execFileSync(process.execPath, [join(EXAMPLE, 'call.js')], { encoding: 'utf8' })
  const comparable = (text: string): string => text.replace(/"id": "[^"]+"/, '"id": "…"')
  for (const answer of blocks('json')) expect(comparable(said)).toContain(comparable(answer))
  expect(said).toMatch(/^Trace \w+ by local: 3 steps, 2 refused/m)
  expect(said).toMatch(/did insert mood_entries\//)
})

it('the commands of docs/tables.md work in the order in which they stand', () => {
  rmSync(join(folder, 'surety.yaml'), { force: true })
  writeFileSync(join(folder, 'tables.yaml'), tables)
  const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const out = execFileSync('bash', ['-euo', 'pipefail', '-c', blocks('sh').join('\n')], {
    cwd: folder,
    env: { ...process.env, PATH },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(out).toMatch(/^create table "mood_entries" \(\n {2}"id" uuid/)
  expect(out.match(/tables\.yaml and \S+ agree\./g)).toHaveLength(2)
  expect(out).toContain('Wrote drafted/tables.yaml: 1 tool')
  expect(out).toContain('✓ The changes need a minor version: 1.1.0 will do.')
})
