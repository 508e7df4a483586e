import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const MAX_PACKAGES = 80
const MAX_MEGABYTES = 90
const SERVER = `
const tools = [{ name: 'hello', description: 'Says hello.', inputSchema: { type: 'object' } }]
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'hello' }] }),
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() ?? {} }))
})
`

let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'surety-installed-'))
  const packed = ['tool-contracts', 'surety'].map((name) => {
    const pack = ['pack', '--silent', '--pack-destination', project]
    return execFileSync('npm', pack, { cwd: join(ROOT, 'packages', name), encoding: 'utf8' }).trim()
  })
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true }))
  const files = packed.map((file) => join(project, file))
  execFileSync('npm', ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', ...files], {
    cwd: project,
  })
}, 240_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the installed command', () => {
  it(`brings at most ${MAX_PACKAGES} packages and ${MAX_MEGABYTES} MB`, () => {
    const lock = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'))
    const packages = Object.keys(lock.packages).length
    const kilobytes = Number(
      execFileSync('du', ['-sk', join(project, 'node_modules')], { encoding: 'utf8' }).split('\t')[0],
    )
    console.log(`Installed: ${packages} packages, ${(kilobytes / 1024).toFixed(1)} MB.`)
    expect(packages).toBeLessThanOrEqual(MAX_PACKAGES)
    expect(kilobytes / 1024).toBeLessThanOrEqual(MAX_MEGABYTES)
  })

  it('is called by npx, and says so', () => {
    const command = ['surety', '--help']
    const help = execFileSync('npx', ['--no-install', ...command], { cwd: project, encoding: 'utf8' })
    expect(help).toMatch(/^ {2}npx surety test +hold/m)
    expect(help).toContain('npx surety <command> --help')
  })

  it('drafts files that name schemas which are there', () => {
    const folder = join(project, 'shop')
    mkdirSync(folder)
    writeFileSync(join(folder, 'server.cjs'), SERVER)
    const command = ['surety', 'init', 'shop', '--', 'node', 'server.cjs']
    const told = execFileSync('npx', ['--no-install', ...command], { cwd: project, encoding: 'utf8', stdio: 'pipe' })
    expect(told).toContain('and run npx surety test.')
    for (const file of ['surety.yaml', 'tools/hello.yaml']) {
      const [, schema = ''] =
        /^# yaml-language-server: \$schema=(.*)\n/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      expect(schema).toMatch(/^\.\.\/(\.\.\/)?node_modules\/surety\/schemas\//)
      expect(existsSync(resolve(folder, dirname(file), schema))).toBe(true)
    }
  })

  it('tests a server without any contract', () => {
    writeFileSync(join(project, 'server.cjs'), SERVER)
    const command = ['surety', 'test', '--json', '--', 'node', 'server.cjs']
    const report = JSON.parse(
      execFileSync('npx', ['--no-install', ...command], { cwd: project, encoding: 'utf8', stdio: 'pipe' }),
    )
    expect(report.tools).toMatchObject([{ tool: 'hello', contract: null }])
    expect(report.summary).toMatchObject({ failed: 0, exitCode: 0 })
  })
  it('serves tools from tables', () => {
    copyFileSync(join(ROOT, 'examples/mood-tracker/tables.yaml'), join(project, 'tables.yaml'))
    const tables = (verb: string): string => {
      const command = ['surety', 'tables', verb]
      return execFileSync('npx', ['--no-install', ...command], {
        cwd: project,
        encoding: 'utf8',
        input: '',
        stdio: 'pipe',
      })
    }
    tables('serve')
    expect(tables('check')).toContain('agree')
  })
})
