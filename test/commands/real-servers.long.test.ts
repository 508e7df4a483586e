import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { probeLayers } from '../../packages/surety/src/sandbox/probe-layers.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SURETY = join(ROOT, 'packages/surety/bin/surety.js')
const PACKAGES = 'node_modules/@modelcontextprotocol'
const MINUTES = 60_000

const able = await probeLayers()
const isFull = able.L1.works && able.L2.works && able.L3.works

const projects: string[] = []
afterAll(() => projects.forEach((project) => rmSync(project, { recursive: true, force: true })))

/** What each server really does, as `surety init` tells it. */
const servers = [
  { name: 'server-everything', args: [], known: ['E017 gzip-file-as-resource', 'W025 get-env'] },
  { name: 'server-filesystem', args: ['data'], known: [] },
  { name: 'server-sequential-thinking', args: [], known: ['E008 sequentialthinking', 'E011 sequentialthinking'] },
] as const

describe.skipIf(!isFull).concurrent('real servers', () => {
  it.for(servers)(
    '$name keeps the contracts drafted for it',
    { timeout: 5 * MINUTES },
    async ({ name, args, known }) => {
      const project = layOut()
      const command = ['node', `${PACKAGES}/${name}/dist/index.js`, ...args]
      const { code, stdout, stderr } = await surety(project, 'init', '--', ...command)
      expect(code, stderr).toBe(0)
      expect((stdout.match(/(?<=^known {2})\w{4} [\w-]+/gm) ?? []).toSorted()).toEqual(known)
      const report = await test(project)
      expect(open(report)).toEqual([])
      expect(report.summary.exitCode).toBe(0)
    },
  )

  it('server-memory is seen to write inside its own package', { timeout: 5 * MINUTES }, async () => {
    const project = layOut(`mcp_root: ${JSON.stringify(ROOT)}`)
    const server = `${PACKAGES}/server-memory/dist`
    const { code, stderr, stdout } = await surety(project, 'init', '--', 'node', `${server}/index.js`)
    expect(code, stderr).toBe(0)
    expect(stdout).not.toMatch(/^(known|left)/m)
    const file = join(project, 'tools/create_entities.yaml')
    const contract = readFileSync(file, 'utf8')
    expect(contract).toContain(`writes: ["${server}/memory.jsonl.*.tmp", "${server}/memory.jsonl"]`)
    expect(existsSync(join(ROOT, server, 'memory.jsonl'))).toBe(false)

    writeFileSync(
      file,
      contract.replace('side_effects: filesystem', 'side_effects: none').replace(/ {2}writes:.*\n/, ''),
    )
    const report = await test(project)
    expect(open(report)).toEqual(['E012 create_entities'])
    const [finding] = report.tools.flatMap(({ findings }) => findings)
    expect(finding?.message).toContain(`${server}/memory.jsonl`)
  })

  it(
    'server-memory outside the project cannot write there, and is found trying',
    { timeout: 5 * MINUTES },
    async () => {
      const project = layOut()
      const contract =
        'version: 1\ntool: create_entities\ncontract: {}\nguarantees: { side_effects: none }\ntests: [{ name: none, input: { entities: [] } }]\n'
      mkdirSync(join(project, 'tools'))
      writeFileSync(join(project, 'tools/create_entities.yaml'), contract)
      const words = ['--tool', 'create_entities', '--', 'node', `${PACKAGES}/server-memory/dist/index.js`]
      expect(open(await test(project, ...words))).toEqual(['E004 create_entities', 'E017 create_entities'])
    },
  )
})

/** A project that finds the packages of this repository through a link, and settles quickly. */
function layOut(check = ''): string {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'surety-real-')))
  projects.push(project)
  mkdirSync(join(project, 'data'))
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  const settings = ['timeout_ms: 3000', 'settle_ms: 200', ...(check === '' ? [] : [check])]
  writeFileSync(join(project, 'surety.yaml'), `version: 1\ncheck: { ${settings.join(', ')} }\n`)
  return project
}

async function surety(project: string, command: string, ...args: readonly string[]) {
  const options = { cwd: project, maxBuffer: 2 ** 26 }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [SURETY, command, ...args], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, stdout, stderr }),
    )
  })
}

async function test(project: string, ...args: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await surety(project, 'test', '--json', ...args)
  expect(stdout, stderr).toMatch(/^\{/)
  return JSON.parse(stdout) as Report
}

/** What the report says that no contract has declared known. */
function open({ tools, errors }: Report): readonly string[] {
  const findings = [...tools.flatMap((tool) => tool.findings), ...errors]
  return findings.filter(({ known }) => !known).map(({ code, tool }) => `${code} ${tool ?? ''}`)
}
