import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { SERVER, codesOf, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

afterAll(removeProjects)

describe.concurrent('a server', () => {
  it.each([
    ['contained', ''],
    ['not contained', 'L1'],
  ])('of which only one can run at once is called in turns, %s', async (_, without) => {
    const single = `import { createServer } from 'node:net'
const port = createServer().on('error', ({ message }) => { console.error(message); process.exit(1) })
port.listen(${await freePort()}, '127.0.0.1', () => import('./server.mjs'))
`
    const names = ['add', 'note', 'greet', 'files', 'round']
    const inputs = { add: '{ a: 1, b: 2 }', round: '{ value: 1, places: 1 }' }
    const contracts = Object.entries({ note: '{}', greet: '{}', files: '{}', ...inputs }).map(([name, input]) => [
      `tools/${name}.yaml`,
      contract(name, {
        guarantees: 'side_effects: none, network: any',
        tests: `{ name: one, input: ${input} }`,
      }),
    ])
    const files = { 'single.mjs': single, 'server.mjs': SERVER, ...Object.fromEntries(contracts) }
    const folder = project({ 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n', ...files })
    const ran = await surety(['test', folder, '--json', '--workers', '2', '--', 'node', 'single.mjs', ...names], {
      env: { SURETY_WITHOUT: without },
    })
    expect(codesOf(reportOf(ran))).toEqual([
      ['add', 'W028'],
      ['round', 'W028'],
      ['note', 'E012', 'W028'],
      ['greet', 'W028'],
      ['files', 'W028'],
    ])
  })

  it('of which only one can run at once, and at first not the one that is traced, is called in turns', async () => {
    const server = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
const tools = ['a', 'b', 'c', 'd'].map((name) => ({ name, description: 'Says hello over the network.', inputSchema: { type: 'object' } }))
const answer = (method) =>
  method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'one', version: '1' } }
  : method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: 'hello' }] }
const serve = () => createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answer(method) }))
})
const isTraced = !/TracerPid:\\s+0/.test(readFileSync('/proc/self/status', 'utf8'))
setTimeout(() => createServer().on('error', () => process.exit(1)).listen(${await freePort()}, '127.0.0.1', serve), isTraced ? 300 : 0)
`
    const names = ['a', 'b', 'c', 'd']
    const contracts = names.map((name) => [`tools/${name}.yaml`, contract(name, { guarantees: 'network: any' })])
    const folder = project({
      'surety.yaml': 'version: 1\nserver: { command: node, args: [server.mjs] }\ncheck: { settle_ms: 100 }\n',
      'server.mjs': server,
      ...Object.fromEntries(contracts),
    })
    const { tools } = reportOf(await surety(['test', folder, '--json']))
    expect(tools.map(({ status, calls }) => [status, calls > 1])).toEqual(names.map(() => ['passed', true]))
  })

  it.each([
    ['contained', ''],
    ['not contained', 'L1'],
  ])('that takes too much memory to start is told so, %s', async (_, without) => {
    const folder = project({
      'surety.yaml': config([], 'memory_limit_mb: 60'),
      'server.mjs': 'globalThis.all = Buffer.alloc(64 * 1024 * 1024, 1); setInterval(() => {}, 1000)',
    })
    const { code, err } = await surety(['test', folder], { env: { SURETY_WITHOUT: without } })
    expect(code).toBe(2)
    expect(err).toMatch(
      /The server cannot be tested: It took \d+ MB while it started, more than the 60 MB that memory_limit_mb allows\.\n/,
    )
  })

  it('that does not start is not blamed for what the set-up command printed', async () => {
    const folder = project({
      'surety.yaml': config([], 'setup: [node, seed.mjs]'),
      'seed.mjs': "console.log('seeding')",
      'server.mjs': "console.error('no key'); process.exit(3)",
    })
    const { code, err } = await surety(['test', folder])
    expect(code).toBe(2)
    expect(err).toContain("exited with code 3. Its stderr says: no key Its set-up command's output says: seeding\n")
  })

  it('that does not start for a declared test fails it, with the reason', async () => {
    const picky = `if (process.env.MODE === 'odd') throw new Error('MODE is odd')\nawait import('./server.mjs')\n`
    const odd = '{ name: odd, input: { a: 1, b: 2 }, env: { MODE: odd } }'
    const folder = project({
      'surety.yaml': config(['add', 'greet']),
      'picky.mjs': picky,
      'server.mjs': SERVER,
      'tools/add.yaml': contract('add', { tests: `{ name: even, input: { a: 1, b: 2 } }, ${odd}` }),
      'tools/greet.yaml': contract('greet', { tests: '{ name: odd, input: {}, env: { MODE: odd } }' }),
    })
    const ran = await surety(['test', folder, '--json', '--', 'node', 'picky.mjs', 'add', 'greet'])
    const { tools } = reportOf(ran)
    const told = tools.map(({ tool, findings }) => findings.map(({ code, evidence }) => [tool, code, evidence]))
    const reason = expect.stringMatching(/^The server did not start: .*Error: MODE is odd/s)
    expect(told.flat()).toMatchObject([
      ['add', 'E004', { kind: 'unrun', reason }],
      ['greet', 'E004', { kind: 'unrun', reason }],
    ])
    expect([ran.code, ...tools.map(({ status }) => status)]).toEqual([1, 'failed', 'failed'])
  })
})

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
