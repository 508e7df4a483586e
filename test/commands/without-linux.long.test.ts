import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { codesOf } from '../cli-lab.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SURETY = join(ROOT, 'packages/surety/bin/surety.js')
const BOOKSHOP = join(ROOT, 'examples/bookshop')
/** What the sandbox uses where it is there, and POSIX does not have. */
const FOREIGN = ['strace', 'ip', 'nsenter', 'setpriv', 'prlimit', 'unshare', 'mount']
const FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']
const OTHERS_PROCESS = `exec sleep ${process.pid}98765`

/** As much of POSIX's ps as is asked for, by the kernel's files under another name. */
const PS = `
const { readdirSync, readFileSync } = require('node:fs')
const one = process.argv.includes('-p') ? process.argv.at(-1) : undefined
for (const pid of one === undefined ? readdirSync(proc).filter((name) => /^\\d+$/.test(name)) : [one]) try {
  if (one !== undefined) console.log(readFileSync(proc + '/' + pid + '/cmdline', 'utf8').replaceAll('\\0', ' '))
  else {
    const stat = readFileSync(proc + '/' + pid + '/stat', 'utf8')
    const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const kilobytes = Number(/^VmRSS:\\s+(\\d+)/m.exec(readFileSync(proc + '/' + pid + '/status', 'utf8'))?.[1] ?? 0)
    console.log(pid, parent, group, kilobytes, state, '0:00.00', 'started', rest[16])
  }
} catch {}
`

/** Tools that take memory, and leave a process behind. */
const SERVER = `
const { spawn } = require('node:child_process')
const tools = ['take', 'leave'].map((name) => ({ name, description: 'Does so.', inputSchema: { type: 'object' } }))
const kept = []
const run = {
  take: () => { for (let n = 0; n < 400; n++) kept.push(Buffer.alloc(1 << 20, 1)); return new Promise(() => {}) },
  leave: () => void spawn('/bin/sh', ['-c', '${OTHERS_PROCESS}'], { stdio: 'ignore' }).unref(),
}
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': async ({ name }) => { await run[name](); return { content: [{ type: 'text', text: 'done' }] } },
}
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: (await answers[method]?.(params)) ?? {} }))
})
`

const hasNamespaces = spawnSync('unshare', ['-U', '-r', '-m', 'true']).status === 0
let folder: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-without-linux-')))
  for (const name of ['home', 'proc', 'bin', 'two/tools']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'darwin.mjs'), "Object.defineProperty(process, 'platform', { value: 'darwin' })\n")
  const start = `#!${process.execPath}\nconst proc = ${JSON.stringify(join(folder, 'proc'))}`
  writeFileSync(join(folder, 'ps'), start + PS, { mode: 0o755 })
  writeFileSync(join(folder, 'two/server.cjs'), SERVER)
  writeFileSync(
    join(folder, 'two/surety.yaml'),
    'version: 1\nserver: { command: node, args: [server.cjs] }\ncheck: { timeout_ms: 10000 }\n',
  )
  const contract = (tool: string): string =>
    `version: 1\ntool: ${tool}\ncontract: {}\nguarantees: { memory: 256mb }\ntests: [{ name: one, input: {} }]\n`
  for (const tool of ['take', 'leave']) writeFileSync(join(folder, `two/tools/${tool}.yaml`), contract(tool))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command where nothing tells of Linux; `ps`: where that works. */
function surety(args: readonly string[], { ps }: { readonly ps: boolean }) {
  const hidden = FOLDERS.flatMap((place) => FOREIGN.map((name) => join(place, name)))
  const files = [...new Set(hidden.filter((file) => existsSync(file)).map((file) => realpathSync(file)))]
  const mount = realpathSync('/usr/bin/mount')
  const shown = realpathSync('/usr/bin/ps')
  const script = [
    'set -e',
    `mount --rbind /proc '${folder}/proc'`,
    'mount -t tmpfs empty /proc',
    ...(ps ? [`mount --bind '${folder}/ps' '${shown}'`] : []),
    ...files.filter((file) => file !== mount).map((file) => `mount --bind /dev/null '${file}'`),
    `mount --bind /dev/null '${mount}'`,
    'exec "$@"',
  ]
  const words = ['-U', '-r', '-m', '--propagation', 'private', '/bin/sh', '-c', script.join('\n'), 'sh']
  return spawnSync('unshare', [...words, process.execPath, SURETY, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      HOME: join(folder, 'home'),
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      NODE_OPTIONS: `--import ${join(folder, 'darwin.mjs')}`,
    },
  })
}

function reportIn({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): Report {
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

describe.skipIf(!hasNamespaces)('with an empty /proc, only POSIX tools and a system that is not Linux', () => {
  it('surety test finds what limits, a copy of the project and the spy show, and claims nothing else', () => {
    const before = readdirSync(BOOKSHOP)
    const report = reportIn(surety(['test', BOOKSHOP, '--json'], { ps: false }))
    expect(
      Object.fromEntries(codesOf(report).map(([tool, ...codes]) => [tool, codes.filter((code) => code !== 'W027')])),
    ).toEqual({
      check_stock: ['E012'],
      delivery_date: ['E016'],
      export_catalogue: ['E014'],
      find_book: [],
      list_authors: [],
      price_of: ['E013'],
      recommend: ['E015'],
    })
    expect(readdirSync(BOOKSHOP)).toEqual(before)
    expect(report.sandbox).toEqual({
      layers: ['L0', 'L3'],
      contained: false,
      effects: {
        filesystem: 'limited',
        network: 'not observable',
        process: 'not observable',
        memory: 'not observable',
        toolCalls: 'seen',
      },
    })
    const unchecked = report.tools.map(({ tool, notChecked }) => [tool, notChecked.map(({ promise }) => promise)])
    expect(Object.fromEntries(unchecked)).toMatchObject({ find_book: ['side_effects'], list_authors: ['side_effects'] })
  })

  it('what ps tells limits the memory, and ends what a server leaves behind', () => {
    const report = reportIn(surety(['test', 'two', '--json'], { ps: true }))
    expect(report.sandbox.effects.memory).toBe('limited')
    const found = Object.fromEntries(codesOf(report).map(([tool, ...codes]) => [tool, codes]))
    expect(found['take']).toContain('E006')
    expect(found['leave']).toContain('W027')
    expect(processes()).not.toContain(OTHERS_PROCESS.replace('exec ', ''))
  })
})

function processes(): string {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.map((pid) => commandOf(pid)).join('\n')
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
