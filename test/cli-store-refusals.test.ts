import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Ran, project, removeProjects, surety } from './cli-lab.ts'
import { expectRefused, waiting } from './store-lab.ts'

afterAll(removeProjects)

describe.concurrent('a record that is not there', () => {
  const READING = [
    ['token', 'list'],
    ['token', 'revoke', 'x'],
    ['approvals', 'list'],
    ['approvals', 'approve', 'x'],
    ['trace', 'x'],
    ['audit', 'verify'],
    ['audit', 'head'],
  ]

  it.each(READING.map((args) => [args]))('surety %j does not make one', async (args) => {
    const cwd = project({ 'surety.yaml': 'version: 1' })
    const says = `There is no store at sqlite:${cwd}/.surety/surety.db yet; \`store\` in surety.yaml or --store names another.`
    expectRefused(await surety(args, { cwd }), 2, says)
    expect(readdirSync(cwd)).toEqual(['surety.yaml'])
  })

  it('is made by the first token, where the configuration or --store says, for its owner only', async () => {
    const cwd = project({ 'conf/surety.yaml': `version: 1\nstore: sqlite:data/x.db` })
    const create = ['token', 'create', '--id', 'a', '--role', 'any']
    const made = await surety([...create, '--config', 'conf/surety.yaml'], { cwd })
    expect(made.code).toBe(0)
    expect(made.err).toContain('No roles are configured, so "any" is taken as it is')
    expect(readdirSync(join(cwd, 'conf/data'))).toEqual(['x.db'])
    expect((await surety([...create, '--store', 'sqlite:y.db'], { cwd })).code).toBe(0)
    expect(readdirSync(cwd).toSorted()).toEqual(['conf', 'y.db'])
    expect((await surety(['token', 'list', '--store', 'sqlite:y.db'], { cwd })).out).toContain('any')
  })
})

describe.concurrent('a record that cannot be used', () => {
  const DOWN = 'postgres://me:s3cret@127.0.0.1:1/none'

  it('is told of in a sentence without the password', async () => {
    const cwd = project({ 'surety.yaml': 'store: postgres://me:${PW}@127.0.0.1:1/none' })
    const args = ['approvals', 'list']
    const reason = 'cannot be opened: connect ECONNREFUSED 127.0.0.1:1.'
    expectRefused(await surety([...args, '--store', DOWN], { cwd }), 2, `postgres://me:…@127.0.0.1:1/none ${reason}`)
    const ran = await surety(args, { cwd, env: { PW: 's3cret' } })
    expectRefused(ran, 2, `The store postgres://me:…@127.0.0.1:1/none ${reason}`)
    expectRefused(
      await surety(args, { cwd }),
      2,
      `surety.yaml:1:1 'store' needs PW, which is not set. Set PW in the env`,
    )
    const bad = project({ 'surety.yaml': 'store: "${URL}"' })
    const broken = await surety(args, { cwd: bad, env: { URL: 'postgres://me:s3cret/@[127.0.0.1/none' } })
    expectRefused(broken, 2, 'The store ${URL} cannot be opened: Invalid URL.')
  })

  it('does not concern what the server of the configuration needs', async () => {
    const cwd = project({ 'surety.yaml': 'server: { command: node, env: { KEY: "${KEY}" } }' })
    expect((await surety(['token', 'create', '--id', 'a', '--role', 'b'], { cwd })).code).toBe(0)
  })

  it('is told of where it is no database, or a folder', async () => {
    const cwd = project({ 'note.txt': 'No database, but long enough to be one. '.repeat(100) })
    mkdirSync(join(cwd, 'folder'))
    const at = (file: string): Promise<Ran> => surety(['trace', 'x', '--store', `sqlite:${file}`], { cwd })
    expectRefused(await at('note.txt'), 2, `The store sqlite:${cwd}/note.txt cannot be opened: file is not a database.`)
    expectRefused(await at('folder'), 2, 'cannot be opened: EISDIR')
    expectRefused(await at('note.txt/x.db'), 2, 'There is no store at ')
  })

  it('is told of where somebody else owns it', async () => {
    const cwd = project({ 'closed/surety.db': '' })
    chmodSync(cwd, 0o755)
    chmodSync(join(cwd, 'closed/surety.db'), 0o600)
    if (process.getuid?.() !== 0) chmodSync(join(cwd, 'closed/surety.db'), 0o000)
    const under = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
    const ran = await surety(['audit', 'verify', '--store', 'sqlite:closed/surety.db'], { cwd, under })
    expectRefused(ran, 2, 'cannot be opened: EACCES')
  })
})

describe.concurrent('what callers wrote', () => {
  it('commands no terminal, and is all shown', async () => {
    const cwd = project()
    const url = `sqlite:${cwd}/.surety/surety.db`
    const evil = `\u001b[2J\u001b]0;x\u0007\u009b31m\u202e\r\n::error::done ${'long '.repeat(40)}end`
    await waiting(url, evil)
    const text = await surety(['approvals', 'list'], { cwd })
    expect(text.out).not.toMatch(/[^\n\P{C}]/u)
    expect(text.out).not.toMatch(/^\s*::/m)
    expect(text.out).toContain('\\u009b31m')
    expect(text.out).toContain('long end"')
    const json = await surety(['approvals', 'list', '--json'], { cwd })
    expect(json.out).not.toMatch(/[^\n\P{C}]/u)
    expect(JSON.parse(json.out)).toMatchObject({ approvals: [{ arguments: { text: evil } }] })
  })
})

/** What is wrong with the call is said at once, in one line, and before any store is opened. */
const WRONG: readonly (readonly [args: readonly string[], says: string])[] = [
  [['token'], 'Say what surety token shall do: create, list, revoke.'],
  [
    ['token', 'crate'],
    `surety token has no "crate"; it has create, list, revoke. Did you mean 'create'? See surety token -`,
  ],
  [['token', 'toString'], 'surety token has no "toString"'],
  [['token', 'create', '--role', 'x'], 'surety token create needs --id: whose token it is.'],
  [['token', 'create', '--id', 'x'], 'surety token create needs --role: what its calls may do.'],
  [
    ['token', 'create', '--id', 'a b', '--role', 'x'],
    '--id takes 1 to 128 visible characters without spaces, not "a b".',
  ],
  [['token', 'create', '--id', 'a\u001b[2J', '--role', 'x'], '--id takes 1 to 128 visible characters'],
  [['token', 'create', '--id', 'x', '--role', 'a b'], '--role takes 1 to 128 visible characters'],
  [
    ['token', 'create', '--id', 'anonymous', '--role', 'x'],
    '--id "anonymous" would mix its calls with those of others',
  ],
  [
    ['token', 'create', '--id', 'x', '--role', 'x', '--expires', '90'],
    '--expires takes a duration such as 90d, 24h, 15m or',
  ],
  [['token', 'create', 'x'], 'surety token create takes no "x": surety token create --id name --role r'],
  [['token', 'revoke'], 'surety token revoke needs an ID: surety token revoke ID.'],
  [['token', 'revoke', 'a', 'b'], 'surety token takes 2 arguments at most, not "revoke" "a" "b".'],
  [['token', 'list', '--id', 'x'], 'surety token list takes no --id: surety token list [--json].'],
  [['approvals', 'aprove', 'x'], `Did you mean 'approve'?`],
  [['approvals', 'approve'], 'surety approvals approve needs an ID: surety approvals approve ID [--reason t].'],
  [['approvals', 'list', '--reason', 'x'], 'surety approvals list takes no --reason'],
  [['approvals', 'deny', 'x', '--json'], 'surety approvals deny takes no --json'],
  [['trace'], 'surety trace needs the ID of a trace: surety trace ID.'],
  [['trace', 'a', 'b'], 'surety trace takes one argument, not "a" "b".'],
  [['audit', 'verfy'], `Did you mean 'verify'?`],
  [['audit', 'verify', '--head', 'abc'], '--head takes the 64 hex digits that `surety audit head` printed, not "abc".'],
  [['audit', 'head', '--head', 'abc'], 'surety audit head takes no --head'],
  [
    ['trace', 'x', '--store', 'mysql://me:s3cret@db/x'],
    '--store takes sqlite:<file>, such as sqlite:.surety/surety.db, or',
  ],
  [['trace', 'x', '--store', 'sqlite://data/x.db'], '--store takes sqlite:<file>'],
  [['trace', 'x', '--config', 'gone.yaml'], 'gone.yaml:1:1 It cannot be read (ENOENT).'],
  [['trace', 'x', '--config', 'bad.yaml'], `bad.yaml:2:14 'roles.a[0]' must be one of READ, `],
]

it('the help of a command with verbs shows each of them', async () => {
  const { code, out } = await surety(['approvals', '--help'])
  expect(code).toBe(0)
  expect(out).toMatch(
    /^surety approvals list \[--all\] \[--json\]\nsurety approvals approve ID \[--reason t\]\nsurety approvals deny/,
  )
  for (const option of ['all', 'json', 'reason t', 'config file', 'store url'])
    expect(out).toContain(`\n  --${option}  `)
})

describe.concurrent('wrong calls', () => {
  it.each(WRONG)('surety %j', async (args, says) => {
    const cwd = project({ 'bad.yaml': 'version: 1\nroles: { a: [RAED] }\n' })
    expectRefused(await surety(args, { cwd }), 2, says)
    expect(readdirSync(cwd)).toEqual(['bad.yaml'])
  })
})

it('commands that ask no record load no database', () => {
  const dist = resolve(import.meta.dirname, '../packages/surety/dist')
  const loaded = (...commands: readonly string[]): readonly string[] => {
    const seen = new Set<string>()
    const load = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      if (!name.startsWith(dist)) return
      const imports = readFileSync(name, 'utf8').matchAll(/^import (?:[^'"]*? from )?["']([^"']+)["']/gm)
      for (const [, other = ''] of imports) load(other.startsWith('.') ? resolve(name, '..', other) : other)
    }
    for (const command of commands) load(join(dist, `${command}.js`))
    return [...seen].map((name) => relative(dist, name)).filter((name) => /\b(?:pg|sqlite)\b|store/.test(name))
  }
  expect(loaded('parts/trace')).toEqual(expect.arrayContaining([expect.stringMatching(/\bpg$/)]))
  expect(loaded('cli/main', 'parts/test', 'parts/init', 'parts/lock', 'parts/explain', 'parts/doctor')).toEqual([])
})
