import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { probeLayers } from '../../packages/surety/src/sandbox/probe-layers.ts'
import { SERVER, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

const layers = await probeLayers()
const SECRET = 'a greeting that nobody may read'

afterAll(removeProjects)

describe.concurrent('a variable that is passed on by name', () => {
  it('reaches the server, and its value is in no report', async () => {
    const folder = project({ 'server.mjs': SERVER, 'surety.yaml': 'version: 1\ncheck: { timeout_ms: 700 }\n' })
    const args = [
      'test',
      folder,
      '--env',
      'GREETING',
      '--verbose',
      '--json',
      '--',
      'node',
      'server.mjs',
      'greet',
      'hang',
    ]
    const ran = await surety(args, { env: { GREETING: SECRET } })
    expect(ran.out + ran.err).not.toContain(SECRET)
    const { tools } = reportOf(ran)
    expect(tools[1]?.findings[0]?.replay).toContain(`surety test ${folder} --env GREETING --tool hang`)
  })

  it('is written by name into the configuration', async () => {
    const folder = project({ 'server.mjs': SERVER })
    const env = { GREETING: SECRET }
    const init = ['init', folder, '--env', 'GREETING', '--network', 'localhost:1', '--', 'node', 'server.mjs', 'greet']
    expect(await surety(init, { env })).toMatchObject({ code: 0 })
    const written = readFileSync(join(folder, 'surety.yaml'), 'utf8')
    expect(written).toContain('env: { GREETING: "${GREETING}" }, network: ["localhost:1"]')
    expect(written + readFileSync(join(folder, 'tools/greet.yaml'), 'utf8')).not.toContain(SECRET)
    expect(await surety(['test', folder], { env })).toMatchObject({ code: 0 })
  })

  it('is offered where a server that does not start names it', async () => {
    const folder = project({ 'server.mjs': "console.error('GREETING is missing'); process.exit(1)" })
    const { code, err } = await surety(['test', folder, '--', 'node', 'server.mjs'], { env: { GREETING: SECRET } })
    expect(code).toBe(2)
    expect(err).toContain('It names GREETING, which you have set and it is not given: pass it on with --env GREETING.')
  })
})

describe.concurrent('a server that does not start', () => {
  it('is heard from its first line to its last', async () => {
    const lines = `console.error('Cannot find module x'); for (let i = 0; i < 9999; i++) console.error('at line ' + i)`
    const folder = project({ 'surety.yaml': config([]), 'server.mjs': `${lines}; process.exitCode = 1` })
    const { err } = await surety(['test', folder])
    expect(err).toContain('Its stderr begins: Cannot find module x\nat line 0\n')
    expect(err).toContain('at line 9998\n')
    expect(err.length).toBeLessThan(3000)
  })

  it('because its command is a whole line is told of `args`', async () => {
    const folder = project({ 'surety.yaml': 'version: 1\nserver: { command: node server.mjs --fast }\n' })
    const { code, err } = await surety(['test', folder])
    expect(code).toBe(2)
    expect(err).toContain('In surety.yaml write `command: node` and `args: [server.mjs, --fast]`')
  })
})

describe.skipIf(!layers.L1.works || !layers.L2.works)('a server that needs a network to start', () => {
  it('is told how to get it, and gets it', async () => {
    const outside = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(outside, 'listening')
    const address = outside.address()
    const endpoint = `localhost:${typeof address === 'object' ? address?.port : ''}`
    const [host, port] = endpoint.split(':')
    const needy = `import { connect } from 'node:net'
const socket = connect(${port}, '${host}')
socket.on('error', () => { console.error('no catalogue'); process.exit(1) }).on('connect', () => { socket.destroy(); import('./server.mjs') })
`
    const folder = project({
      'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n',
      'needy.mjs': needy,
      'server.mjs': SERVER,
      'tools/files.yaml': contract('files'),
    })
    const command = ['--', 'node', 'needy.mjs', 'files']
    const { code, err } = await surety(['test', folder, ...command])
    expect(code).toBe(2)
    expect(err).toContain(`In the sandbox it has no network, and it tried to connect to 127.0.0.1:${port}`)
    expect(err).toContain('`network: [')
    const ran = await surety(['test', folder, '--json', '--network', endpoint, ...command])
    outside.close()
    expect(reportOf(ran).tools).toMatchObject([{ tool: 'files', status: 'passed', findings: [] }])
  })
})

describe.skipIf(!layers.L1.works)('a server that needs a network to list its tools', () => {
  it('is told how to get it', async () => {
    const needy = `import { createInterface } from 'node:readline'
const serverInfo = { name: 'needy', version: '1' }
const greeting = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'initialize') return console.log(JSON.stringify({ jsonrpc: '2.0', id, result: greeting }))
  const message = await fetch('http://127.0.0.1:9').then(() => 'reached', (error) => error.message)
  console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message } }))
})
`
    const folder = project({ 'surety.yaml': 'version: 1\n', 'needy.mjs': needy })
    const { code, err } = await surety(['test', folder, '--', 'node', 'needy.mjs'])
    expect(code).toBe(2)
    expect(err).toContain('answered tools/list with error -32603 (fetch failed)')
    expect(err).toContain('In the sandbox it has no network')
  })
})

describe.skipIf(!layers.L1.works)('a network for every call', () => {
  it('is not met by generated inputs, but of tools that only read', async () => {
    const folder = project({ 'server.mjs': SERVER })
    const args = ['test', folder, '--json', '--network', 'localhost:1', '--', 'node', 'server.mjs', 'add']
    const asked = reportOf(await surety(args)).tools[0]
    expect(asked).toMatchObject({ status: 'skipped', calls: 0 })
    const explored = reportOf(await surety([...args.slice(0, 2), '--explore', ...args.slice(2)])).tools[0]
    expect(explored?.calls).toBeGreaterThan(0)
  })
})
