import { execFile } from 'node:child_process'
import {
  cpSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { probeLayers } from '../../packages/surety/src/sandbox/probe-layers.ts'
import { find } from '../machine.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SURETY = join(ROOT, 'packages/surety/bin/surety.js')
const LIBRARY = join(ROOT, 'packages/surety/test/corpus/lib')

const able = await probeLayers()
const isFull = able.L1.works && able.L2.works && able.L3.works

/** Honest and dishonest tools, and names that make trouble. */
const NODE = `
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { serve } from './lib/raw-server.mjs'

const TEXT = { type: 'string' }
let drawn = 0
serve({
  greet: { description: 'Greets: "you" # kindly\\nand more', input: { name: TEXT }, output: { text: TEXT }, run: ({ name }) => ({ text: 'Hello ' + name }) },
  Greet: { description: '', run: () => {} },
  'greet.all/now': { description: 'Greets everybody.', run: () => {} },
  'no contract': { description: 'Has a name that no contract can have.', run: () => {} },
  cache: { description: 'Writes a temporary file.', run: () => writeFileSync(process.env.TMPDIR + '/cache', 'x') },
  note: {
    description: 'Saves a note to the project.',
    input: { name: TEXT },
    run: () => (mkdirSync('notes', { recursive: true }), appendFileSync('notes/' + randomBytes(8).toString('hex') + '.md', 'x')),
  },
  call_home: {
    description: 'Asks a web service.',
    run: () => new Promise((done) => connect(443, '192.0.2.7').on('error', () => done({ done: true }))),
  },
  draw: { description: 'Draws a card.', output: { card: TEXT }, run: () => ({ card: randomBytes(32).toString('hex') }) },
  count: { description: 'Counts.', output: { drawn: { type: 'integer' } }, run: () => ({ drawn: ++drawn }) },
  lie: { description: 'Answers against its schema.', output: { count: { type: 'integer' } }, run: () => ({ count: 'many' }) },
  refuse: { description: 'Needs a key.', input: { key: TEXT }, run: () => { throw new Error('No such key.') } },
  before: { description: 'Finds what was left.', run: () => { if (drawn === 0) throw new Error('Nothing is there.') } },
})
`

const PYTHON = `
import os, sys
sys.path.append('lib')
from raw_server import TEXT, serve, tool

@tool('Greets.', input={'name': TEXT}, output={'text': TEXT})
def greet(args):
    return {'text': 'Hello ' + args['name']}

@tool('Saves a note.')
def note(args):
    with open('notes.txt', 'a') as file:
        file.write('x')

serve()
`

let project = ''
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'surety-init-')))
  cpSync(LIBRARY, join(project, 'lib'), { recursive: true })
  put('server.mjs', NODE)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

describe.skipIf(!isFull)('surety init', () => {
  it('writes contracts that surety test finds kept', { timeout: 180_000 }, async () => {
    const { stdout, stderr, code } = await surety('init', '--', 'node', 'server.mjs')
    expect(code, stderr).toBe(0)
    const names = 'before cache call_home draw greet Greet-2 greet.all_now count lie note refuse'
    expect(files('tools')).toEqual(
      names
        .split(' ')
        .map((name) => `${name}.yaml`)
        .toSorted(),
    )
    expect(read('surety.yaml')).toBe(
      '# yaml-language-server: $schema=./node_modules/surety/schemas/config.schema.json\n' +
        'version: 1\nserver: { command: node, args: [server.mjs] }\n',
    )
    expect(read('tools/greet.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/surety\/schemas\/contract\.schema\.json\n/,
    )
    expect(read('tools/greet.yaml')).toContain('description: "Greets: \\"you\\" # kindly"')
    expect(read('tools/greet.yaml')).toContain('  # side_effects: none # held: no file was changed in ')
    expect(read('tools/cache.yaml')).toContain('  side_effects: filesystem\n')
    expect(read('tools/cache.yaml')).not.toContain('side_effects: none')
    expect(read('tools/note.yaml')).toMatch(/ {2}writes: \["notes\/\*\.md"\]/)
    expect(read('tools/call_home.yaml')).toContain('  # network: ["192.0.2.7:443"] # tried')
    expect(read('tools/refuse.yaml')).toContain('# No call gave a result. The first answer: No such key.')
    expect(stdout).toContain('no contract for "no contract": ')
    expect(read('tools/before.yaml')).toContain('# No call gave a result. The first answer: Nothing is there.')
    expect(stdout.match(/^known {2}\w{4} \w+/gm)).toEqual(
      expect.arrayContaining(['known  E017 call_home', 'known  W022 draw', 'known  E007 lie']),
    )
    expect(existsSync(join(project, 'notes'))).toBe(false)

    const report = await test()
    expect(open(report)).toEqual(['W026 no contract'])
    expect(report.summary).toMatchObject({ exitCode: 0, failed: 0 })
    const again = await surety('init')
    expect(again.stdout).toContain('kept   surety.yaml\n')
    expect(again.stdout).toContain('kept   tools/greet.yaml (--force overwrites it)\n')
    expect(again.stdout).not.toMatch(/^wrote/m)
  })

  it(
    'is clean for a server that refuses some calls, says things of its own, and keeps a log',
    { timeout: 240_000 },
    async () => {
      const limited = `(() => { const now = Date.now(); if (now - last < 400) throw new Error('Rate limit exceeded'); last = now; appendFileSync(homedir() + '/.limited.log', 'x'); return new Promise((done) => connect(443, '192.0.2.7').on('error', () => done({ done: true }))) })`
      const tools = ['web', 'local', 'image'].map(
        (name) => `${name}: { description: 'Searches the web.', run: ${limited} }`,
      )
      put(
        'server.mjs',
        `import { appendFileSync } from 'node:fs'\nimport { connect } from 'node:net'\nimport { homedir } from 'node:os'\nlet last = 0\nconsole.log('listening')\n${served(tools.join(', '))}`,
      )
      const { code, stderr, stdout } = await surety('init', '--', 'node', 'server.mjs')
      expect(code, stderr).toBe(0)
      expect(stdout).toContain('known  W029 ')
      expect(read('surety.yaml')).toContain('ignore: #')
      for (const name of ['web', 'local', 'image'])
        expect(read(`tools/${name}.yaml`)).toContain('{ code: E017, reason: ')
      for (const _ of [1, 2]) expect(open(await test())).toEqual([])
    },
  )

  it('tells what it found on inputs that no test sends, with the command that shows it', async () => {
    const text = `input: { s: { type: 'string' } }`
    const length = `length: { description: 'Measures.', ${text}, run: ({ s }) => { if (s === '') process.exit(3) } }`
    const search = `search: { description: 'Searches.', ${text}, run: ({ s }) => { if (s === '') throw new Error('s must not be empty') } }`
    put('server.mjs', served(`${length}, ${search}, greet: { description: 'Greets.', ${text}, run: () => {} }`))
    const { stdout } = await surety('init', '--', 'node', 'server.mjs')
    expect(stdout.split('\n').filter((line) => /^(?:left|known| {2})/.test(line))).toEqual([
      expect.stringMatching(/^left {3}E004 length: .*exit code 3/),
      `         surety test --tool length --input '{"s":""}'`,
      expect.stringMatching(/^left {3}W031 search: /),
      `         surety test --tool search --input '{"s":""}'`,
    ])
    expect(stdout).toContain('These inputs are in no test')
    expect(await test()).toMatchObject({ stale: [], summary: { exitCode: 0, errors: 0, warnings: 0 } })
    const again = await surety('test', '--tool', 'length', '--input', '{"s":""}')
    expect(again.stdout).toContain('E004')
  })

  it('writes down what the server keeps for itself once, in surety.yaml, and in no contract', async () => {
    const log = `const log = () => { mkdirSync(homedir() + '/.lab/logs', { recursive: true }); appendFileSync(homedir() + '/.lab/logs/all', 'x') }`
    const tools = ['greet', 'wave'].map((name) => `${name}: { description: 'Says hello.', run: () => log() }`)
    put(
      'server.mjs',
      `import { appendFileSync, mkdirSync } from 'node:fs'\nimport { homedir } from 'node:os'\n${log}\n${served(tools.join(', '))}`,
    )
    const { stdout } = await surety('init', '--', 'node', 'server.mjs')
    expect(stdout.match(/^known .*/gm)).toEqual([expect.stringMatching(/^known {2}W032 .*\/\.lab/)])
    expect(read('surety.yaml')).toContain('{ code: W032, reason: ')
    expect(open(await test())).toEqual([])
  })

  it('promises with --tight what held, and holds the tools to it first', { timeout: 180_000 }, async () => {
    const greet = `greet: { description: 'Greets.', run: () => {} }`
    const count = `output: { n: { type: 'integer' } }, run: () => ({ n: (globalThis.n = (globalThis.n ?? 0) + 1) > 2 ? 1 : 0 })`
    put('server.mjs', served(`${greet}, now_and_then: { description: 'Counts.', ${count} }`))
    const { code, stderr } = await surety('init', '--tight', '--', 'node', 'server.mjs')
    expect(code, stderr).toBe(0)
    expect(read('tools/greet.yaml')).toMatch(
      / {2}deterministic: true #[^]* {2}side_effects: none #[^]* {2}dependencies: \[\] #/,
    )
    expect(read('tools/now_and_then.yaml')).toContain('  deterministic: false\n')
    expect(open(await test())).toEqual([])
  })

  it('keeps what is there, and overwrites with --force only what it is told to', async () => {
    put(
      'server.mjs',
      served(`greet: { description: 'Greets.', run: () => {} }, wave: { description: 'Waves.', run: () => {} }`),
    )
    put(
      'other.mjs',
      served(`greet: { description: 'Greets.', run: () => {} }, bow: { description: 'Bows.', run: () => {} }`),
    )
    const config =
      '# ours\nversion: 1\nserver: { command: node, args: [other.mjs] }\ncheck: { settle_ms: 100 } # quick\n'
    const contract = 'version: 1\ntool: greet\ncontract: {}\n'
    put('surety.yaml', config)
    put('tools/people/hello.yaml', contract)
    put('tools/wave.yaml', 'version: 1\ntool: [')
    const first = await surety('init', '--', 'node', 'server.mjs')
    expect(first.stdout.split('\n')).toEqual([
      'kept   surety.yaml, which starts another server than the one observed (--force changes it)',
      'kept   tools/people/hello.yaml (--force overwrites it)',
      'kept   tools/wave.yaml (--force overwrites it)',
      expect.stringMatching(/^Next: /),
      '',
    ])
    expect([read('surety.yaml'), read('tools/people/hello.yaml')]).toEqual([config, contract])

    const forced = await surety('init', '--force', '--', 'node', 'server.mjs')
    expect(forced.stdout.split('\n').slice(0, 3)).toEqual([
      'wrote  surety.yaml',
      'wrote  tools/people/hello.yaml',
      'wrote  tools/wave.yaml',
    ])
    expect(read('surety.yaml')).toBe(config.replace('other.mjs', ' server.mjs '))
    expect(open(await test())).toEqual([])
  })

  it('does the same for a server in Python', async ({ skip }) => {
    if (find('python3') === undefined) skip('there is no python3')
    put('server.py', PYTHON)
    const { code, stderr } = await surety('init', '--tight', '--', 'python3', 'server.py')
    expect(code, stderr).toBe(0)
    expect(read('tools/greet.yaml')).toContain('  deterministic: true #')
    expect(read('tools/note.yaml')).toContain('  writes: [notes.txt]\n')
    const report = await test()
    expect(open(report)).toEqual([])
    expect(report.summary.passed).toBe(2)
  })
})

it('says how to give a server the variable it needs, and works once it has it', async () => {
  put(
    'server.mjs',
    `if (!process.env.SHOP_KEY) { console.error('SHOP_KEY is not set'); process.exit(1) }\n${served(`greet: { description: 'Greets.', run: () => {} }`)}`,
  )
  const { code, stdout, stderr } = await surety('init', '--', 'node', 'server.mjs')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('SHOP_KEY is not set')
  expect(existsSync(join(project, 'surety.yaml'))).toBe(false)
  const advice = '--env SHOP_KEY'
  expect(stderr).toContain(`set it and pass it on with ${advice}.`)
  const words = ['init', ...advice.split(' '), '--', 'node', 'server.mjs'] as const
  expect(await surety(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining('SHOP_KEY') })
  const [command, ...others] = words
  const given = await surety(command, { env: { SHOP_KEY: 'x' } }, ...others)
  expect(given.stdout).toContain('wrote  tools/greet.yaml\n')
  expect(readFileSync(join(project, 'surety.yaml'), 'utf8')).toMatch(/SHOP_KEY: ["']?\$\{SHOP_KEY\}/)
})

it('calls nothing where the sandbox holds nothing, and says so', async () => {
  put('server.mjs', served(`note: { description: 'Saves a note.', run: () => writeFileSync('notes.txt', 'x') }`))
  const { code, stdout } = await surety(
    'init',
    { env: { SURETY_WITHOUT: 'L1' } },
    '--tight',
    '--',
    'node',
    'server.mjs',
  )
  expect(code).toBe(0)
  expect(stdout).toContain('Nothing was called')
  expect(read('tools/note.yaml')).toMatch(
    /guarantees:\n {2}deterministic: false\n {2}# side_effects: filesystem #.*\n\n# It was not called: /,
  )
  const report = await test({ SURETY_WITHOUT: 'L1' })
  expect(open(report)).toEqual([])
  expect(report.tools).toMatchObject([{ tool: 'note', status: 'skipped', calls: 0 }])
})

it.each([
  ['no server', [], 'No server is named'],
  ['a server that does not start', ['--', 'node', 'missing.mjs'], 'missing.mjs'],
  [
    'a secret among the words',
    ['--', 'node', 'server.mjs', 'ghp_abcdefghijklmnopqrstuvwxyz'],
    'is a secret written into the file',
  ],
])('writes nothing where there is %s', async (_, args, message) => {
  const { code, stderr } = await surety('init', ...args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
  expect(files('.')).toEqual(['lib', 'server.mjs'])
})

function served(tools: string): string {
  return `import { writeFileSync } from 'node:fs'\nimport { serve } from './lib/raw-server.mjs'\nserve({ ${tools} })\n`
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
}

async function surety(command: string, ...words: readonly (string | Options)[]) {
  const args = words.filter((word) => typeof word === 'string')
  const extra = words.flatMap((word) => (typeof word === 'string' ? [] : [word.env ?? {}]))
  const options = { cwd: project, env: Object.assign({}, process.env, ...extra), maxBuffer: 2 ** 26 }
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [SURETY, command, ...args], options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, stdout, stderr }),
    )
  })
}

async function test(env: Readonly<Record<string, string>> = {}): Promise<Report> {
  const { stdout, stderr } = await surety('test', { env }, '--json')
  expect(stdout, stderr).toMatch(/^\{/)
  return JSON.parse(stdout) as Report
}

/** What the report says that no contract has declared known. */
function open({ tools, errors }: Report): readonly string[] {
  const findings = [...tools.flatMap((tool) => tool.findings), ...errors]
  return findings.filter(({ known }) => !known).map(({ code, tool }) => `${code} ${tool ?? ''}`)
}

function put(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}

function read(file: string): string {
  return readFileSync(join(project, file), 'utf8')
}

function files(folder: string): readonly string[] {
  return readdirSync(join(project, folder)).toSorted()
}
