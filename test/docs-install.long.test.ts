import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { find } from './machine.ts'

const ROOT = resolve(import.meta.dirname, '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const TESTING = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8')
const SERVER = `
import { createInterface } from 'node:readline'
const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const tools = [{ name: 'hello', description: 'Says hello.', inputSchema }]
const say = (text, isError = false) => ({ content: [{ type: 'text', text }], isError })
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { name } = {} }) =>
    typeof name === 'string' ? say('Hello, ' + name) : say('name must be text', true),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }))
})
`

let folder: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-docs-install-')))
  const project = join(folder, 'my-server')
  mkdirSync(project)
  writeFileSync(join(project, 'server.mjs'), SERVER)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'my-server', version: '1.0.0', private: true }))
  writeFileSync(join(project, '.gitignore'), 'node_modules\n')
  git(project, 'init', '-q')
  // A checkout that was built, without what was installed in it.
  const checkout = join(folder, 'surety')
  const isOurs = (path: string): boolean => !['node_modules', 'src', 'test'].includes(basename(path))
  cpSync(join(ROOT, 'packages'), join(checkout, 'packages'), { recursive: true, filter: isOurs })
  cpSync(join(ROOT, 'package.json'), join(checkout, 'package.json'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(find('strace') === undefined)('what the documents say of installing', () => {
  it('makes a repository that another machine installs and tests as its CI recipe says', () => {
    const project = join(folder, 'my-server')
    // The checkout is built already.
    run(folder, blockAfter(README, '## Install').replace('npm ci\n', ''))
    run(project, blockAfter(TESTING, '## First contact'))
    const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    expect(devDependencies['surety']).toMatch(/^file:vendor\/surety-\d/)
    git(project, 'add', '.')
    git(project, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'Contracts')
    // Nothing of where it came from is there any more.
    mkdirSync(join(folder, 'elsewhere'))
    git(folder, 'clone', '-q', project, join(folder, 'elsewhere/work'))
    for (const name of ['my-server', 'surety', 'home']) rmSync(join(folder, name), { recursive: true })

    const work = join(folder, 'elsewhere/work')
    for (const step of recipe()) run(work, step)
    expect(lstatSync(join(work, 'node_modules/surety')).isSymbolicLink()).toBe(false)
    expect(JSON.parse(readFileSync(join(work, 'surety.sarif'), 'utf8')).runs).toHaveLength(1)
  })
})

function blockAfter(page: string, heading: string): string {
  const [, block = ''] = /^```sh\n([^]*?)^```$/m.exec(page.slice(page.indexOf(heading))) ?? []
  return block
}

/** What the first recipe runs, but for what changes the machine. */
function recipe(): readonly string[] {
  const [, text = ''] = /^```yaml\n(name: contracts\n[^]*?)^```$/m.exec(TESTING) ?? []
  const steps: readonly { readonly run?: string }[] = parse(text).jobs.surety.steps
  const runs = steps.flatMap(({ run: step }) => step ?? []).filter((step) => !step.startsWith('sudo '))
  expect(runs).toEqual(['npm ci', expect.stringMatching(/^npx surety test --strict --require fs,net .*sarif/)])
  return runs
}

/** As a script of a user who has nothing but Node and git; packages that were fetched before are not fetched again. */
function run(cwd: string, script: string): void {
  const home = join(folder, existsSync(join(folder, 'elsewhere')) ? 'elsewhere/home' : 'home')
  mkdirSync(home, { recursive: true })
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-e', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: {
      HOME: home,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      npm_config_cache: cache,
      npm_config_prefer_offline: 'true',
    },
  })
  expect(status, `${script}\n${stdout}\n${stderr}`).toBe(0)
}

function git(cwd: string, ...words: readonly string[]): void {
  execFileSync('git', words, { cwd, stdio: 'pipe' })
}
