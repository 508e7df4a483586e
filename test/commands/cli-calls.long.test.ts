import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SERVER, codesOf, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

afterAll(removeProjects)

const LISTING = 'return send({ id, result: { tools: list } })'
const GUARANTEES = 'side_effects: none, deterministic: true'

describe.concurrent('--input', () => {
  const lax = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const inputSchema = { type: 'object', properties: { a: { type: 'integer', maximum: 10 } }, required: ['a'] }
const tools = [{ name: 'half', description: 'Halves a number.', inputSchema }]
let calls = 0
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const text = method === 'tools/call' ? JSON.stringify({ half: params.arguments.a / 2, calls: params.arguments.a < -5 ? ++calls : 0 }) : ''
  const result = method === 'initialize'
    ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'lax', version: '1' } }
    : method === 'tools/list' ? { tools } : { content: [{ type: 'text', text }] }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})
`
  const folder = project({
    'surety.yaml': config([]),
    'server.mjs': lax,
    'tools/half.yaml': `version: 1\ntool: half\ncontract: {}\nguarantees: { ${GUARANTEES} }\n`,
  })

  it.each([
    ['is called as it is, and no smaller one instead', '{"a":-991}', ['E013', { a: -991 }]],
    ['that the schema forbids is to be refused', '{"a":"x"}', ['E008', { a: 'x' }]],
    ['that nothing is wrong with finds nothing', '{"a":3}', undefined],
  ])('%s', async (_, input, found) => {
    const [tool] = reportOf(await surety(['test', folder, '--json', '--tool', 'half', '--input', input])).tools
    expect(tool?.findings.map(({ code, evidence }) => [code, evidence.input])).toEqual(
      found === undefined ? [] : [found],
    )
  })
})

describe.concurrent('the answer to --input', () => {
  const dir = project({ 'surety.yaml': config(['add', 'greet']), 'server.mjs': SERVER })
  it.each([
    ['a result', '{"a":1,"b":2}', /\n {2}answer\n {4}.*3/],
    ['an error', '{"a":"x","b":2}', /\n {2}answer\n {4}error: a and b must be integers/],
  ])('is shown: %s', async (_, input, shown) => {
    const { out } = await surety(['test', dir, '--tool', 'add', '--input', input])
    expect(out).toMatch(shown)
  })

  it('and tools that passed are named with --verbose', async () => {
    const files = { 'surety.yaml': config(['greet']), 'server.mjs': SERVER, 'tools/greet.yaml': contract('greet') }
    expect((await surety(['test', project(files), '--verbose'])).out).toMatch(/^✓ greet {2}tools\/greet\.yaml/m)
  })
})

describe.concurrent('a call that nothing contains', () => {
  it.each([
    ['once, if the tool may change something', 'side_effects: filesystem, writes: ["*.db"]', 1],
    ['again, if it is declared to change nothing', GUARANTEES, 2],
  ])('is made %s', async (_, guarantees, least) => {
    const remote = await serveHttp()
    const folder = project({
      'surety.yaml': config([]),
      'tools/count.yaml': contract('count', {
        guarantees,
        tests: '{ name: one, input: {}, expect: { error: NOPE } }, { name: two, input: {} }',
      }),
    })
    try {
      await surety(['test', folder, '--url', remote.url])
      // Two tests are declared.
      if (least === 1) expect(remote.calls()).toBe(2)
      else expect(remote.calls()).toBeGreaterThan(2)
    } finally {
      remote.close()
    }
  })
})

describe('a tool of which no call succeeds', () => {
  it('is not said to be of an unknown language', async () => {
    const folder = project({
      'surety.yaml': config(['add']),
      'server.mjs': SERVER,
      'tools/add.yaml': contract('add', {
        guarantees: 'side_effects: none, dependencies: []',
        tests: '{ name: none, input: { a: x }, expect: { error: { message: a and b must be integers } } }',
      }),
    })
    const { tools } = reportOf(await surety(['test', folder, '--json']))
    expect(codesOf({ tools })).toEqual([['add', 'W027', 'W027']])
    expect(JSON.stringify(tools)).not.toContain('only Node and Python')
  })
})

describe('surety init --url', () => {
  it('writes the address and a contract for each tool, calls nothing, and the test after it is clean', async () => {
    const remote = await serveHttp()
    const folder = project()
    try {
      const ran = await surety(['init', folder, '--url', remote.url])
      expect([ran.code, ran.out]).toEqual([
        0,
        expect.stringContaining('Nothing was called: what a tool does behind a URL'),
      ])
      expect(readFileSync(join(folder, 'surety.yaml'), 'utf8')).toContain(`server: { url: "${remote.url}" }`)
      expect(readFileSync(join(folder, 'tools/count.yaml'), 'utf8')).toContain('# It was not called: ')
      const { summary, tools, errors } = reportOf(await surety(['test', folder, '--json', '--strict']))
      expect([summary.exitCode, codesOf({ tools }), errors, remote.calls()]).toEqual([0, [['count']], [], 0])
      const again = await surety(['init', folder, '--url', 'http://127.0.0.1:9/mcp'])
      expect([again.code, again.err]).toEqual([2, expect.stringContaining('The server cannot be tested')])
    } finally {
      remote.close()
    }
  })
})

/** An MCP server that counts how often it is called, and answers each call differently. */
async function serveHttp(): Promise<{
  readonly url: string
  readonly calls: () => number
  readonly close: () => void
}> {
  let calls = 0
  const http = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { id, method } = body === '' ? {} : JSON.parse(body)
      if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end()
      if (method === 'tools/call') calls += 1
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'count', version: '1' } }
          : method === 'tools/list'
            ? { tools: [{ name: 'count', description: 'Counts.', inputSchema: { type: 'object' } }] }
            : { content: [{ type: 'text', text: String(calls) }] }
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/mcp`, calls: () => calls, close: () => http.close() }
}

describe('a server that takes one call at a time', () => {
  it('and forgets those that come with it, is judged by what it answers', async () => {
    const folder = project({
      'surety.yaml': config(['greet', 'phone', 'dial'], 'timeout_ms: 1000'),
      'server.mjs': SERVER.replace(
        "createInterface({ input: process.stdin }).on('line', (line) => {",
        `process.stdin.on('data', (chunk) => {
          const lines = String(chunk).trim().split('\\n')
          const [first, ...forgotten] = lines.filter((line) => line.includes('tools/call'))
          for (const line of lines) if (!forgotten.includes(line)) hear(line)
        })
        const hear = ((line) => {`,
      ),
      'tools/greet.yaml': contract('greet', { guarantees: GUARANTEES }),
      'tools/phone.yaml': contract('phone', { guarantees: `${GUARANTEES}, network: none` }),
      'tools/dial.yaml': contract('dial', { guarantees: `${GUARANTEES}, network: ['192.0.2.1:9']` }),
    })
    const ran = await surety(['test', folder, '--json'])
    expect(codesOf(reportOf(ran))).toEqual([['greet'], ['phone', 'E017'], ['dial']])
  })
})

describe.concurrent('a server that breaks the protocol beside its answers', () => {
  const breaking = (honest: string, dishonest: string): string =>
    project({
      'surety.yaml': config(['greet', 'files']),
      'server.mjs': `let asked = 0\n${SERVER.replace(honest, dishonest)}`,
      'tools/greet.yaml': contract('greet', { guarantees: GUARANTEES }).replace(', output_schema: {}', ''),
      'tools/files.yaml': contract('files', { guarantees: GUARANTEES }).replace(', output_schema: {}', ''),
    })

  it('answers twice: that is told once, of the tool that was called, and of no other', async () => {
    const twice = `if (text !== undefined) for (const one of params.name === 'greet' ? [1, 2] : [1]) send(`
    const ran = await surety(['test', breaking('if (text !== undefined) send(', twice), '--json'])
    const { errors, tools } = reportOf(ran)
    expect([ran.code, errors, codesOf({ tools })]).toEqual([1, [], [['greet', 'E005'], ['files']]])
    expect(tools[0]?.findings[0]?.message).toBe('The server answered tools/call of "greet" twice.')
  })

  it.each([
    [
      'chooses a version that does not exist',
      'const { protocolVersion } = params',
      `const protocolVersion = '1999-01-01'`,
      'The answer to initialize names protocol version "1999-01-01", which does not exist; there are 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25.',
    ],
    [
      'refuses to list its tools again',
      LISTING,
      `if (asked++) return send({ id, error: { code: -32603, message: 'enough' } })\n${LISTING}`,
      'At the end of the run the tools cannot be listed any more. The server answered tools/list with error -32603 (enough).',
    ],
    [
      'dies of being asked for its tools again',
      LISTING,
      `if (asked++) process.exit(3)\n${LISTING}`,
      'At the end of the run the tools cannot be listed any more. There was no answer to tools/list: The server exited with code 3.',
    ],
    [
      'lists a tool twice in the end',
      LISTING,
      `return send({ id, result: { tools: asked++ ? [...list, list[0]] : list } })`,
      'Two tools are named "greet"; the first one counts.',
    ],
  ])('%s: that is told once, of the server, and its tools are judged', async (_, honest, dishonest, message) => {
    const ran = await surety(['test', breaking(honest, dishonest), '--json'])
    const { errors, tools } = reportOf(ran)
    expect(errors).toMatchObject([{ code: 'E005', tool: null, message }])
    expect(tools.map(({ status }) => status)).toEqual(['passed', 'passed'])
    expect(ran.code).toBe(1)
  })

  it('lists no tools: then nothing can be judged', async () => {
    const folder = project({
      'surety.yaml': config(['greet']),
      'server.mjs': SERVER.replace('{ tools: list }', '{ tools: {} }'),
    })
    const { code, err } = await surety(['test', folder])
    expect(code).toBe(2)
    expect(err).toContain('tools/list was answered without a list of tools: "tools" is an object.')
  })
})
