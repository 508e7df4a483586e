import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig } from '../packages/surety/src/author/config/load-config.ts'
import { contractDocument, examplesDocument, safetyDocument } from '../packages/surety/src/modules/document/document.ts'
import { documentedContract } from '../packages/surety/src/modules/document/documented.ts'
import { ownContracts } from '../packages/surety/src/studio/own-contracts.ts'

const ROOT = resolve(import.meta.dirname, '..')
const EXAMPLE = join(ROOT, 'examples/studio')
const PAGE = readFileSync(join(ROOT, 'docs/studio.md'), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'surety-studio-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, tag, text = '']) =>
    tag === language ? [text] : [],
  )
}

const tools = ownContracts(EXAMPLE, '.claude/memory').map(documentedContract)

it.each([
  ['studio-contracts.md', contractDocument(tools, { title: 'Tool Contracts' })],
  ['examples.md', examplesDocument(tools)],
  ['safety.md', safetyDocument(tools)],
])('docs/%s says what the contracts of the studio say', (name, page) => {
  const file = join(ROOT, 'docs', name)
  if (process.env['SURETY_WRITE_DOCS'] === '1') writeFileSync(file, page)
  expect(readFileSync(file, 'utf8')).toBe(page)
})

it('the module of docs/studio.md is the example’s, and its surety.yaml is one', () => {
  const [module = '', surety = ''] = blocks('yaml')
  expect(module).toBe(readFileSync(join(EXAMPLE, 'modules/savvi-studio/teams/module.yaml'), 'utf8'))
  writeFileSync(join(folder, 'surety.yaml'), surety)
  const { config, problems } = loadConfig(folder)
  expect(problems).toEqual([])
  expect(config.studio).toMatchObject({ memoryDir: '.claude/memory', role: 'builder' })
})

it('the answers in docs/studio.md are those that its agent gets', () => {
  const said = execFileSync(process.execPath, [join(EXAMPLE, 'agent.js')], { encoding: 'utf8' })
  const comparable = (text: string): string => text.replaceAll(/bundles\/[^"]+/g, 'bundles/…')
  for (const answer of blocks('json')) expect(comparable(said)).toContain(answer.trimEnd())
})

it('the commands of docs/studio.md work in the order in which they stand', () => {
  const cwd = join(folder, 'repository')
  cpSync(EXAMPLE, cwd, { recursive: true, filter: (path) => !path.includes('.surety') })
  const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const out = execFileSync('bash', ['-euo', 'pipefail', '-c', blocks('sh').join('\n')], {
    cwd,
    env: { ...process.env, PATH },
    encoding: 'utf8',
  })
  expect(out).toMatch(/^savvi-studio\/teams +1\.0\.0 +2 +valid$/m)
  expect(out).toContain('2 modules, 0 errors, 0 warnings')
  expect(out).toMatch(/^\.surety\/bundles\/[0-9a-f]{64}\.json$/m)
  expect(readFileSync(join(cwd, 'CONTRACTS.md'), 'utf8')).toContain('## create_team')
})
