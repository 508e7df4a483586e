import { mkdirSync, mkdtempSync, rmSync, writeFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compileSchema } from '../schema/compile-schema.ts'
import { loadConfig } from './load-config.ts'
import { parseDuration } from '../../store/duration.ts'
import { configSchema } from './read-config.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'surety-author-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function load(text: string, name = 'surety.yaml', variables = {}) {
  writeFileSync(join(root, name), text)
  return loadConfig(root, { variables })
}

function messages(text: string, name?: string): string {
  return load(text, name)
    .problems.map(({ message, fix }) => `${message} ${fix ?? ''}`)
    .join('\n')
}

const FULL = `version: 1
server: { command: node, args: [server.mjs], cwd: ., env: { API_KEY: "\${API_KEY}" } }
check: { timeout_ms: 30000, memory_limit_mb: 512, mcp_root: ., tools_dir: tools, max_output_size_kb: 50, determinism_runs: 3, strict_mode: false, start_timeout_ms: 20000, settle_ms: 500, setup: [node, seed.mjs], require: [fs] }
ignore: [{ code: W032, reason: its own log, until: 2027-06-30 }]
roles: { planner: [READ] }
store: sqlite:.surety/surety.db
retention: 90d
gateway: { listen: 127.0.0.1:7300 }
studio: { root: . }
tables: { config: tables.yaml, store: "sqlite:tables.db", reload: true, audit: true }
`

describe('surety.yaml', () => {
  it('is read with every key it can have, its paths absolute', () => {
    const { config, problems } = load(FULL, 'surety.yaml', { API_KEY: 'hidden' })
    expect(problems).toEqual([])
    expect(config).toMatchObject({
      file: join(root, 'surety.yaml'),
      root,
      server: {
        kind: 'stdio',
        command: 'node',
        args: ['server.mjs'],
        cwd: root,
        env: { API_KEY: 'hidden' },
        network: [],
      },
      check: { mcpRoot: root, toolsDir: join(root, 'tools'), setup: ['node', 'seed.mjs'], require: ['fs'] },
      ignore: [{ code: 'W032', reason: 'its own log', until: '2027-06-30', line: 4, column: 10 }],
      roles: { planner: ['READ'] },
      store: { url: `sqlite:${root}/.surety/surety.db` },
      retention: '90d',
      tables: {
        config: join(root, 'tables.yaml'),
        store: { url: `sqlite:${root}/tables.db` },
        reload: true,
        audit: true,
      },
    })
  })

  it('has a JSON Schema that accepts it', () => {
    const compiled = compileSchema(configSchema)
    expect(compiled.ok && compiled.schema.parse(parse(FULL))).toMatchObject({ ok: true })
  })

  it('may be absent: everything has a default', () => {
    const { config, problems } = loadConfig(root)
    expect(problems).toEqual([])
    expect(config).toEqual({
      file: undefined,
      root,
      server: undefined,
      check: {
        timeoutMs: 30_000,
        memoryLimitMb: 512,
        mcpRoot: root,
        toolsDir: join(root, 'tools'),
        maxOutputSizeKb: 50,
        determinismRuns: 3,
        strictMode: false,
        startTimeoutMs: 20_000,
        settleMs: 500,
        setup: [],
        require: [],
      },
      store: { url: `sqlite:${root}/.surety/surety.db`, written: `sqlite:${root}/.surety/surety.db` },
      retention: undefined,
      ignore: [],
      roles: undefined,
      tables: {
        config: undefined,
        store: { url: `sqlite:${root}/tables.db`, written: `sqlite:${root}/tables.db` },
        reload: true,
        audit: true,
      },
      studio: { root, memoryDir: '.claude/memory', role: undefined },
    })
  })

  it('may be named, and then must be there', () => {
    mkdirSync(join(root, 'conf'))
    writeFileSync(join(root, 'conf/my.yml'), 'check: { mcp_root: .. }')
    expect(loadConfig(root, { file: 'conf/my.yml' }).config).toMatchObject({
      root: join(root, 'conf'),
      check: { mcpRoot: root },
    })
    expect(loadConfig(root, { file: 'gone.yaml' }).problems).toEqual([
      expect.objectContaining({ file: 'gone.yaml', line: 1, column: 1, message: expect.stringContaining('ENOENT') }),
    ])
  })

  it('may name a server by its address', () => {
    const text = 'server: { url: "https://example.com/mcp", headers: { Authorization: "Bearer ${TOKEN}" } }'
    expect(load(text, 'surety.yml', { TOKEN: 't' }).config.server).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer t' },
    })
  })

  it('keeps passwords out of the address, which is printed', () => {
    const { problems } = load('server: { url: "https://me@x/mcp" }', 'surety.yaml')
    expect(problems.map(({ message }) => message)).toEqual(["'server.url' must hold no password."])
  })

  it.each([
    ['surety.yaml', 'server: { url: "https://me:${PW}@x/mcp" }', "'server.url'", 1, 11],
    ['surety.yaml', 'server: { url: "https://x/mcp?key=${PW}" }', "'server.url'", 1, 11],
    ['surety.yaml', 'server: { url: "${PW}" }', "'server.url'", 1, 11],
    ['surety.yaml', 'server:\n  url: ${PW}', "'server.url'", 2, 3],
    ['syrin.yaml', 'url: https://x/${PW}', "'url'", 1, 1],
  ])('takes nothing from the environment into the address: %s, %s', (file, text, name, line, column) => {
    for (const variables of [{ PW: 'https://verysecret' }, {}]) {
      const { problems } = load(text, file, variables)
      const message = `${name} must not hold \${PW}: an address is printed and pinned.`
      expect(problems).toEqual([{ file, line, column, message, fix: expect.stringContaining('`headers`') }])
    }
  })

  it('takes for a variable only what is one', () => {
    expect(messages('server: { command: node, args: ["${toString}"] }')).toContain('toString, which is not set')
  })

  it.each([
    ['version: 2', 'Only version 1'],
    ['ignore: [{ code: W032 }]', "must have 'reason'"],
    ['ignore: [{ code: W932, reason: x }]', 'code'],
    ['ignore: { code: W032, reason: x }', 'a list'],
    ['chek: {}', "Did you mean 'check'?"],
    ['check: { timeout: 1 }', "no key 'timeout'"],
    ['check: { timeout_ms: 5s }', 'a whole number'],
    ['check: { require: [network] }', 'one of fs, net'],
    ['check: { mcp_root: gone }', 'is no folder'],
    ['check: { tools_dir: gone }', 'is no folder'],
    ['server: {}', "'command' or 'url'"],
    ['server: { command: node, url: https://x }', "no key 'command'"],
    ['server: { url: ftp://x }', 'http or https'],
    ['server: { command: node, args: [3000] }', 'Put it in quotes'],
    ['server: { command: node, args: ["${NOT_SET}"] }', 'NOT_SET, which is not set'],
    ['server: { command: node, env: { API_KEY: abc } }', 'write ${NAME} here'],
    ['server: { command: node, env: { GITHUB_TOKEN: abc } }', 'write ${NAME} here'],
    ['server: { command: node, env: { X: ghp_0123456789abcdef0123 } }', 'write ${NAME} here'],
    ['server: { command: node, args: [--key=sk-0123456789abcdef01] }', 'write ${NAME} here'],
    ['server: { url: "https://user:pass@example.com" }', 'write ${NAME} here'],
    ['server: { url: https://x, headers: { Authorization: Bearer 0123456789 } }', 'write ${NAME} here'],
    ['gateway: 7', 'a mapping'],
    ['stor: sqlite:x.db', "Did you mean 'store'?"],
    ['store: 7', 'must be text'],
    [
      'store: mysql://x',
      `'store' must be sqlite:<file>, such as sqlite:.surety/surety.db, or postgres://…, but is "my`,
    ],
    ['store: "sqlite:"', 'must be sqlite:<file>'],
    ['store: "sqlite::memory:"', 'must be sqlite:<file>'],
    ['store: sqlite://data/x.db', 'must be sqlite:<file>'],
    ['store: postgres://me:pw@db/x', 'write ${NAME} here'],
    ['store: postgres://me@db/x?password=pw', 'write ${NAME} here'],
    ['retention: 90', 'Give the unit: 90d, 90h, 90m or 90s.'],
    ['retention: 0d', 'a duration such as 90d'],
    ['retention: 90w', 'a whole number and s, m, h or d, but is "90w"'],
    ['roles: [planner]', 'a mapping'],
    ['roles: { planner: READ }', "'roles.planner' must be a list"],
    ['roles: { planner: [RAED] }', "Did you mean 'READ'?"],
    ['roles: { "a b": [READ] }', "must be a role's name: 1 to 128 visible characters"],
    ['tables: tables.yaml', "'tables' must be a mapping"],
    ['tables: { conifg: tables.yaml }', "'tables' has no key 'conifg'. Did you mean 'config'?"],
    ['tables: { config: 7 }', "'tables.config' must be text"],
    ['tables: { store: "mysql://x" }', "'tables.store' must be sqlite:<file>"],
    ['tables: { store: "postgres://me:pw@db/x" }', 'write ${NAME} here'],
    ['tables: { reload: sometimes }', "'tables.reload' must be true or false"],
    ['tables: { audit: 1 }', "'tables.audit' must be true or false"],
    ['', 'empty'],
    ['store: postgres//me:s3cret@db/x', 'or postgres://….'],
    ['- 1', 'a mapping'],
  ])('is refused: %j', (text, message) => {
    expect(messages(text)).toContain(message)
  })

  it('is told only the keys that a command reads', () => {
    const { problems } = load('version: 1\nwhatever: 1')
    expect(problems).toMatchObject([
      { line: 2, fix: 'Allowed: version, server, check, ignore, roles, store, retention, studio, tables.' },
    ])
  })

  it('keeps the record where `store` says, a file beside itself', () => {
    expect(load('store: sqlite:data/x.db').config.store).toEqual({
      url: `sqlite:${root}/data/x.db`,
      written: `sqlite:${root}/data/x.db`,
    })
    expect(load('store: postgresql://db/x').config.store.url).toBe('postgresql://db/x')
  })

  it('takes the store, or a part of it, from the environment, and shows it nowhere', () => {
    const text = 'version: 1\nstore: postgres://me:${PW}@db/x'
    expect(load(text, 'surety.yaml', { PW: 'verysecret' }).config.store).toEqual({
      url: 'postgres://me:verysecret@db/x',
      written: 'postgres://me:${PW}@db/x',
    })
    const whole = load('store: ${STORE}', 'surety.yaml', { STORE: 'sqlite:own.db' })
    expect(whole.config.store).toEqual({ url: `sqlite:${root}/own.db`, written: '${STORE}' })
    const place = { file: 'surety.yaml', line: 2, column: 1 }
    const unset = { ...place, message: "'store' needs PW, which is not set.", fix: 'Set PW in the environment.' }
    expect(load(text).problems).toEqual([unset])
    const { problems } = load('store: ${STORE}', 'surety.yaml', { STORE: 'mysql://verysecret' })
    expect(problems).toMatchObject([{ message: expect.stringContaining('must be sqlite:<file>') }])
    expect(JSON.stringify(problems)).not.toContain('verysecret')
  })

  it('needs no variables of sections that nobody uses', () => {
    const text = 'server: { command: node, env: { KEY: "${KEY}" } }\nstore: ${STORE}\ntables: { store: "${ROWS}" }'
    expect(load(text).problems).toHaveLength(3)
    const used = (...uses: ('server' | 'store' | 'tables')[]) => loadConfig(root, { variables: {}, uses }).problems
    expect(used()).toEqual([])
    expect(used('server')).toMatchObject([{ message: "'server.env.KEY' needs KEY, which is not set." }])
    expect(used('store')).toMatchObject([{ message: "'store' needs STORE, which is not set." }])
    expect(used('tables')).toMatchObject([{ message: "'tables.store' needs ROWS, which is not set." }])
  })

  it('has only durations that a store takes', () => {
    for (const [text, milliseconds] of [
      ['1s', 1000],
      ['15m', 900_000],
      ['24h', 86_400_000],
      ['999999d', 86_399_913_600_000],
    ]) {
      expect(load(`retention: ${text}`).config.retention).toBe(text)
      expect(parseDuration(String(text))).toBe(milliseconds)
    }
  })

  it('is refused where a folder is a link to itself', () => {
    symlinkSync('circle', join(root, 'circle'))
    expect(messages('check: { tools_dir: circle }')).toContain('is no folder')
  })

  it('never shows what may be a secret', () => {
    const text =
      'server: { command: node, env: { API_KEY: verysecret, PASSWORD: 12345678, X: ghp_0123456789abcdef0123 } }'
    expect(messages(text)).not.toMatch(/verysecret|12345678|ghp_/)
  })

  it('lets through what only sounds like a secret', () => {
    expect(messages('server: { command: node, env: { MAX_TOKENS: "4096", MONKEY: banana, API_KEY: "" } }')).toBe('')
  })

  it('tells all its problems at once, each at its place', () => {
    const { problems } = load('server:\n  comand: node\ncheck:\n  settle_ms: -1\n')
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [2, 3],
      [1, 1],
      [4, 3],
    ])
  })
})

describe('syrin.yaml', () => {
  it('is read where there is no surety.yaml', () => {
    const text = `version: '1.0'
project_name: shop
agent_name: clerk
transport: stdio
script: node "my server.mjs" --greeting 'hello there' a\\ b
llm: { openai: { api_key: OPENAI_API_KEY } }
check: { tools_dir: tools, strict_mode: true }
`
    const { config, problems } = load(text, 'syrin.yaml')
    expect(problems).toEqual([])
    expect(config.server).toMatchObject({
      command: 'node',
      args: ['my server.mjs', '--greeting', 'hello there', 'a b'],
    })
    expect(config.check.strictMode).toBe(true)
    writeFileSync(join(root, 'surety.yml'), 'version: 1')
    expect(loadConfig(root).config.file).toBe(join(root, 'surety.yml'))
  })

  it('may name an address', () => {
    expect(load('transport: http\nurl: http://127.0.0.1:1/mcp', 'syrin.yml').config.server).toMatchObject({
      kind: 'http',
    })
  })

  it.each([
    ['transport: stdio', "there is no 'script'"],
    ['transport: http', "there is no 'url'"],
    ['transport: sse', 'one of stdio, http'],
    ['script: node "open', 'quotes closed'],
    ['server: {}', "no key 'server'"],
  ])('is refused: %j', (text, message) => {
    expect(messages(text, 'syrin.yaml')).toContain(message)
  })
})
