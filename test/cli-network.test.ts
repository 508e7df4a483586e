import { realpathSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeLayers } from '../packages/surety/src/sandbox/probe-layers.ts'
import { program } from '../packages/surety/src/sandbox/system/programs.ts'
import { codesOf, contract, project, removeProjects, reportOf, surety } from './cli-lab.ts'

const layers = await probeLayers()

/** Its tools fetch the page behind the local port that their name ends with. */
const SERVER = `
import { createInterface } from 'node:readline'
const tools = process.argv.slice(2).map((name) => ({ name, description: 'Fetches a page.', inputSchema: { type: 'object' } }))
const fetched = async (port) => {
  try { return await (await fetch('http://localhost:' + port)).text() }
  catch (error) { return String(error.cause?.code ?? error) }
}
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result =
    method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'fetcher', version: '1' } }
    : method === 'tools/list' ? { tools }
    : { content: [{ type: 'text', text: await fetched(params.name.split('_')[1]) }] }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
})
`

interface Page {
  readonly port: number
  readonly visits: () => number
  readonly close: () => void
}
let [declared, other]: Page[] = []

beforeAll(async () => {
  ;[declared, other] = [await page(), await page()]
})
afterAll(() => {
  declared?.close()
  other?.close()
  removeProjects()
})

describe.skipIf(!layers.L1.works || !layers.L2.works)('a tool that declares an endpoint', () => {
  it('reaches it, and whatever else it tries is refused and reported', async () => {
    const folder = fetchers()
    const report = reportOf(await surety(['test', folder, '--json']))
    expect(codesOf(report)).toEqual([[`fetch_${declared?.port}`], [`fetch_${other?.port}`, 'E017']])
    expect(report.tools[1]?.findings[0]?.message).toContain(`connect to 127.0.0.1:${other?.port}`)
    expect(declared?.visits()).toBeGreaterThan(0)
    expect(other?.visits()).toBe(0)
    expect(report.sandbox).toMatchObject({ contained: true, effects: { network: 'blocked' } })
  })

  it.skipIf(process.getuid?.() !== 0)('is not run on an open network where that cannot be limited', async () => {
    const visits = declared?.visits()
    const ip = realpathSync(program('ip') ?? '')
    const under = ['unshare', '-m', '/bin/sh', '-c', `mount --bind /dev/null ${ip} && exec "$@"`, 'sh']
    const report = reportOf(await surety(['test', fetchers(), '--json'], { under }))
    expect(codesOf(report).flatMap(([, ...codes]) => codes)).toEqual(['E004', 'E004'])
    expect(report.tools[0]?.findings[0]).toMatchObject({
      blame: 'environment',
      message: expect.stringMatching(/The network cannot be limited to the declared endpoints: ip not installed/),
    })
    expect(report.tools[0]?.notChecked).toMatchObject([{ promise: 'network' }])
    expect(declared?.visits()).toBe(visits)
  })
})

function fetchers(): string {
  const names = [declared, other].map((page) => `fetch_${page?.port}`)
  const guarantees = `network: ["localhost:${declared?.port}"]`
  const files = names.map((name) => [`tools/${name}.yaml`, contract(name, { guarantees })])
  return project({
    'surety.yaml': `version: 1\nserver: { command: node, args: [server.mjs, ${names.join(', ')}] }\ncheck: { settle_ms: 100 }\n`,
    'server.mjs': SERVER,
    ...Object.fromEntries(files),
  })
}

async function page(): Promise<Page> {
  let visits = 0
  const server = createServer((_, response) => {
    visits += 1
    response.end('a page')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, visits: () => visits, close: () => server.close() }
}
