import { readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { SERVER, codesOf, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'
import { find } from '../machine.ts'

afterAll(removeProjects)

async function tested(folder: string, words: readonly string[] = [], env = {}): Promise<Tested> {
  const ran = await surety(['test', folder, '--json', ...words], { env })
  return { ...reportOf(ran), code: ran.code }
}

type Tested = Report & { readonly code: number | null }

/** A contract with one test, which the tool must answer with this text. */
function answering(tool: string, text: string, env = '{}'): string {
  return contract(tool, { tests: `{ name: one, input: {}, env: ${env}, expect: { output: ${text} } }` })
}

describe.concurrent('the configuration', () => {
  it('of syrin works as it is', async () => {
    const syrin = `version: '1.0'
project_name: lab
agent_name: Lab
transport: stdio
script: node server.mjs add
llm: { openai: { API_KEY: OPENAI_API_KEY, MODEL_NAME: OPENAI_MODEL_NAME } }
check: { timeout_ms: 5000, memory_limit_mb: 512, tools_dir: contracts, determinism_runs: 2 }
`
    const folder = project({
      'syrin.yaml': syrin,
      'server.mjs': SERVER,
      'contracts/a/b/add.yaml': contract('add', { tests: '{ name: one, input: { a: 1, b: 2 } }' }),
    })
    const { code, tools } = await tested(folder)
    expect({ code, found: tools[0]?.contract }).toEqual({ code: 0, found: 'contracts/a/b/add.yaml' })
  })

  it('may be any file, found from where the user stands', async () => {
    const folder = project({ 'ci/other.yaml': config(['add']), 'ci/server.mjs': SERVER })
    const { code, out } = await surety(['test', '--config', 'ci/other.yaml', '--json'], { cwd: folder })
    expect(code).toBe(0)
    expect(out).toContain('"name": "lab"')
  })

  it('that needs a variable nobody set is refused with the place', async () => {
    const text = config([]).replace(' }', ', env: { KEY: "${SURETY_LAB_UNSET}" } }')
    const { code, err } = await surety(['test', project({ 'surety.yaml': text })])
    expect(code).toBe(2)
    expect(err).toMatch(
      /^surety: surety\.yaml:2:\d+ 'server\.env\.KEY' needs SURETY_LAB_UNSET, which is not set\. .+\n$/,
    )
  })

  it('gives its variables to the server, and a test gives more', async () => {
    const env = config(['greet']).replace(' }', ', env: { GREETING: "${SURETY_LAB_GREETING}" } }')
    const files = { 'surety.yaml': env, 'server.mjs': SERVER }
    const given = project({ ...files, 'tools/greet.yaml': answering('greet', 'hi') })
    const own = project({ ...files, 'tools/greet.yaml': answering('greet', 'ho', '{ GREETING: ho }') })
    const wrong = project({ ...files, 'tools/greet.yaml': answering('greet', 'ho') })
    const variables = { SURETY_LAB_GREETING: 'hi' }
    const runs = await Promise.all([given, own, wrong].map((folder) => tested(folder, [], variables)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 1])
    expect(runs[2]?.tools[0]?.findings.map((finding) => finding.code)).toEqual(['E020'])
  })

  it('may name another mcp_root, and a setup command that prepares it', async () => {
    const folder = project({
      'surety.yaml': config(['files'], 'mcp_root: app, setup: [node, seed.mjs]'),
      'app/server.mjs': SERVER,
      'app/seed.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('seeded', '')`,
      'tools/files.yaml': answering('files', 'seed.mjs seeded server.mjs'),
    })
    const { code, tools } = await tested(folder)
    expect({ code, findings: tools[0]?.findings }).toEqual({ code: 0, findings: [] })
  })

  it('of one tool in two files is E001 on both, and the other tools are judged', async () => {
    const folder = project({
      'surety.yaml': config(['add', 'greet']),
      'server.mjs': SERVER,
      'tools/a.yaml': contract('greet'),
      'tools/b.yml': contract('greet'),
      'tools/bad.yaml': 'version: 1\ntool: [',
      'tools/add.yaml': contract('add', { tests: '{ name: one, input: { a: 1, b: 2 } }' }),
    })
    const { code, tools, errors } = await tested(folder)
    expect(code).toBe(1)
    expect(new Set(errors.map((error) => `${error.code} ${error.file}`))).toEqual(
      new Set(['E001 tools/a.yaml', 'E001 tools/b.yml', 'E001 tools/bad.yaml']),
    )
    expect(tools.map(({ tool, status }) => `${tool} ${status}`)).toEqual(['add passed'])
  })
})

describe.concurrent('a value from the environment', () => {
  const secret = 'very-"secret"\\-<value>&-4711'
  const env = { SURETY_LAB_SECRET: secret }
  /** However a format writes it. */
  const traces = /very-|4711/
  const server = (words: string): string =>
    `version: 1\nserver: { command: node, args: [${words}, "--key=\${SURETY_LAB_SECRET}"], env: { GREETING: "\${SURETY_LAB_SECRET}" } }\ncheck: { settle_ms: 100 }\n`
  const files = {
    'surety.yaml': server('server.mjs, greet'),
    'server.mjs': SERVER.replace("'Greets with", "process.env.GREETING + ' greets with"),
  }

  it.each(['text', 'json', 'junit', 'sarif', 'github'])('is in no report: %s', async (reporter) => {
    const folder = project({ ...files, 'tools/greet.yaml': answering('greet', 'other') })
    const { code, out, err } = await surety(['test', folder, '--reporter', reporter], { env })
    expect(code).toBe(1)
    expect(out).toContain('E020')
    expect(out).toContain('{SURETY_LAB_SECRET}')
    expect(out + err).not.toMatch(traces)
  })

  it('is in no lock, and neither test nor diff misses it there', async () => {
    const folder = project({ ...files, 'tools/greet.yaml': contract('greet') })
    expect(await surety(['lock', folder], { env })).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(folder, 'surety.lock'), 'utf8')).toContain('--key=${SURETY_LAB_SECRET}')
    expect(readFileSync(join(folder, 'surety.lock'), 'utf8')).not.toMatch(traces)
    expect(await surety(['diff', folder], { env })).toMatchObject({ code: 0 })
    const { tools } = await tested(folder, [], env)
    expect(codesOf({ tools })).toEqual([['greet']])
  })

  it('is in nothing that init writes', async () => {
    const folder = project(files)
    const { code, out, err } = await surety(['init', folder], { env })
    expect(code).toBe(0)
    expect(out + err + readFileSync(join(folder, 'tools/greet.yaml'), 'utf8')).not.toMatch(traces)
  })

  it.each(['test', 'lock', 'diff', 'init'])('is not told by %s where a server does not start', async (command) => {
    const failing = server('-e, "console.error(process.env.GREETING, process.argv); process.exit(3)", --')
    const { code, out, err } = await surety([command, project({ 'surety.yaml': failing })], { env })
    expect(code).toBe(2)
    expect(err).toContain('exited with code 3')
    expect(out + err).not.toMatch(traces)
  })

  it('is not told where a header cannot be sent', async () => {
    const url = `version: 1\nserver: { url: "http://127.0.0.1:1/mcp", headers: { X-Key: "\${SURETY_LAB_SECRET}" } }\n`
    const broken = { SURETY_LAB_SECRET: `${secret}\nline` }
    const { code, out, err } = await surety(['test', project({ 'surety.yaml': url })], { env: broken })
    expect(code).toBe(2)
    expect(out + err).not.toMatch(traces)
  })
})

describe.concurrent('a link out of the project', () => {
  const secret = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ'
  const elsewhere = project({ id_rsa: `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n`, 'key.json': `["${secret}"]` })
  const files = { 'surety.yaml': config(['greet']), 'server.mjs': SERVER, 'tools/greet.yaml': contract('greet') }

  it.each([
    ['tools/key.yaml', 'id_rsa', [], 1],
    ['tools/key.contract.ts', 'id_rsa', [], 1],
    ['tools/in.json', 'key.json', [], 1],
    ['surety.lock', 'key.json', [], 2],
    ['ci.yaml', 'id_rsa', ['--config', 'ci.yaml'], 2],
    ['known.json', 'key.json', ['--baseline', 'known.json'], 2],
    ['known.json', 'key.json', ['--baseline', 'known.json', '--update-baseline'], 2],
    ['report.sarif', 'key.json', ['--reporter', 'sarif=report.sarif'], 2],
    ['report.sarif', 'new.json', ['--reporter', 'sarif=report.sarif'], 2],
  ])('%s to %s is neither followed nor quoted: %j', async (name, target, words, exit) => {
    const schema = contract('other').replace('input_schema: { type: object }', 'input_schema: ./in.json')
    const folder = project(name === 'tools/in.json' ? { ...files, 'tools/other.yaml': schema } : files)
    symlinkSync(join(elsewhere, target), join(folder, name))
    const { code, out, err } = await surety(['test', ...words], { cwd: folder })
    expect(code).toBe(exit)
    expect(out + err).toContain(exit === 1 ? 'E001' : 'leads out')
    expect(out + err).not.toMatch(/b3Blbn|BEGIN/)
    expect(readdirSync(elsewhere).toSorted()).toEqual(['id_rsa', 'key.json'])
    expect(readFileSync(join(elsewhere, 'key.json'), 'utf8')).toBe(`["${secret}"]`)
  })
})

describe.concurrent('a server', () => {
  it('needs no contract: the rules that need none are applied', async () => {
    const folder = project({ 'server.mjs': SERVER })
    const { code, tools, errors, server } = await tested(folder, ['--', 'node', 'server.mjs', 'add', 'note'])
    expect({ code, command: server.command }).toEqual({ code: 0, command: ['node', 'server.mjs', 'add', 'note'] })
    expect(errors.map((error) => error.code)).toEqual(['W026'])
    expect(codesOf({ tools })).toEqual([['add'], ['note']])
    expect(tools[1]?.observed).toMatchObject([{ kind: 'write' }])
  })

  it.each([
    ['is not there', ['no-such-program'], 'Cannot start "no-such-program": there is no such program on PATH.'],
    [
      'exits at once',
      ['node', '-e', 'console.error("no key"); process.exit(3)'],
      'exited with code 3. Its stderr says: no key',
    ],
    ['speaks no MCP', ['echo', 'hello'], 'exited with code 0. Its stdout, which is no MCP, says: hello'],
    [
      'never answers',
      ['node', '-e', 'console.error("waiting"); setInterval(() => {}, 1e6)'],
      'did not answer initialize within 3000 ms. Its stderr says: waiting',
    ],
    [
      'only prints',
      ['node', '-e', 'setInterval(() => console.log("tick"), 50)'],
      'within 3000 ms. Its stdout, which is no MCP, says: tick',
    ],
  ])('that %s cannot be tested, and the message says what it said', async (_, command, says) => {
    const folder = project({ 'surety.yaml': 'version: 1\ncheck: { start_timeout_ms: 3000 }\n' })
    const { code, out, err } = await surety(['test', folder, '--', ...command])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('surety: The server cannot be tested: ')
    expect(err).toContain(says)
  })

  it('may take its time to start', async () => {
    const slow = `await new Promise((go) => setTimeout(go, 2500))\nawait import('./server.mjs')\n`
    const files = {
      'surety.yaml': 'version: 1\ncheck: { settle_ms: 100, timeout_ms: 2000 }\n',
      'slow.mjs': slow,
      'server.mjs': SERVER,
    }
    const { code, tools } = await tested(project(files), ['--', 'node', 'slow.mjs', 'add'])
    expect({ code, status: tools[0]?.status }).toEqual({ code: 0, status: 'passed' })
  })

  it('is found alike by one worker and by several', async () => {
    const names = ['add', 'note', 'greet', 'files', 'footprint']
    const folder = project({
      'surety.yaml': config(names),
      'server.mjs': SERVER,
      'tools/add.yaml': contract('add', { tests: '{ name: one, input: { a: 1, b: 2 } }' }),
      ...Object.fromEntries(names.slice(1).map((name) => [`tools/${name}.yaml`, contract(name)])),
    })
    const runs = await Promise.all(['1', '4'].map((workers) => tested(folder, ['--workers', workers])))
    for (const { tools } of runs)
      expect(codesOf({ tools })).toEqual([['add'], ['note', 'E012'], ['greet'], ['files'], ['footprint', 'E012']])
  })

  it.skipIf(find('python3') === undefined)('may be written in Python', async () => {
    const python = `import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if 'id' not in request: continue
    method, params = request['method'], request.get('params', {})
    if method == 'initialize':
        result = {'protocolVersion': params['protocolVersion'], 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'snake', 'version': '1'}}
    elif method == 'tools/list':
        result = {'tools': [{'name': 'log', 'description': 'Says yes.', 'inputSchema': {'type': 'object'}}]}
    else:
        open('log.txt', 'a').write('x')
        result = {'content': [{'type': 'text', 'text': 'yes'}]}
    print(json.dumps({'jsonrpc': '2.0', 'id': request['id'], 'result': result}), flush=True)
`
    const folder = project({ 'server.py': python, 'tools/log.yaml': contract('log') })
    const { tools } = await tested(folder, ['--', 'python3', 'server.py'])
    expect(tools[0]?.findings.map((finding) => finding.code)).toEqual(['E012'])
  })

  it('behind a URL is judged by its answers, and what cannot be seen is not checked', async () => {
    const http = await serveHttp()
    try {
      const folder = project({
        'surety.yaml': config([]),
        'tools/double.yaml': contract('double', {
          guarantees: 'side_effects: none, deterministic: true, dependencies: [], network: none',
          tests: '{ name: one, input: { number: 2 }, expect: { output: { doubled: 5 } } }',
        }),
      })
      const { code, tools, sandbox, server } = await tested(folder, ['--url', http.url])
      const [double] = tools
      expect({ code, ...server }).toMatchObject({ code: 1, name: 'remote', url: http.url, command: null })
      const unseen = ['filesystem', 'network', 'process', 'memory', 'toolCalls'].map((kind) => [kind, 'not observable'])
      expect(sandbox).toEqual({ layers: [], contained: false, effects: Object.fromEntries(unseen) })
      expect(double?.findings.map((finding) => finding.code)).toEqual(['E020', 'W027', 'W027', 'W027'])
      expect(double?.notChecked.map((one) => one.code)).toEqual(['E012', 'E017', 'E015'])
      const required = await surety(['test', folder, '--url', http.url, '--require', 'fs'])
      expect(required.code).toBe(2)
      expect(required.err).toContain('Required, but not observable here: fs (the server runs elsewhere, behind a URL')
    } finally {
      http.close()
    }
  })
})

/** A server of the official SDK, in this process. */
async function serveHttp(): Promise<{ readonly url: string; readonly close: () => void }> {
  const http = createServer((request, response) => {
    const server = new McpServer({ name: 'remote', version: '1' })
    const number = z.object({ number: z.number() })
    server.registerTool(
      'double',
      { description: 'Doubles a number.', inputSchema: number.shape, outputSchema: { doubled: z.number() } },
      ({ number }) => ({ content: [], structuredContent: { doubled: number * 2 } }),
    )
    const transport = new StreamableHTTPServerTransport({})
    void server.connect(transport).then(() => transport.handleRequest(request, response))
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => void http.close() }
}
