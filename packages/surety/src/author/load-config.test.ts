import { mkdirSync, mkdtempSync, rmSync, writeFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compileSchema } from './compile-schema.ts'
import { loadConfig } from './load-config.ts'
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
roles: { planner: [READ] }
store: sqlite:.surety/surety.db
retention: 90d
gateway: { listen: 127.0.0.1:7300 }
studio: { root: . }
tables: { config: tables.yaml }
`

describe('surety.yaml', () => {
  it('is read with every key it can have, its paths absolute', () => {
    const { config, problems } = load(FULL, 'surety.yaml', { API_KEY: 'hidden' })
    expect(problems).toEqual([])
    expect(config).toMatchObject({
      file: join(root, 'surety.yaml'),
      root,
      server: { kind: 'stdio', command: 'node', args: ['server.mjs'], cwd: root, env: { API_KEY: 'hidden' } },
      check: { mcpRoot: root, toolsDir: join(root, 'tools'), setup: ['node', 'seed.mjs'], require: ['fs'] },
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
    ['', 'empty'],
    ['- 1', 'a mapping'],
  ])('is refused: %j', (text, message) => {
    expect(messages(text)).toContain(message)
  })

  it('is told only the keys that mean something to a test', () => {
    const { problems } = load('version: 1\nwhatever: 1')
    expect(problems).toMatchObject([{ line: 2, fix: 'Allowed: version, server, check.' }])
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
