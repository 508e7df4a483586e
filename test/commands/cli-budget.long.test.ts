import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { probeLayers } from '../../packages/surety/src/sandbox/probe-layers.ts'
import { contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

const layers = await probeLayers()

/** So many tools that take their time. */
const SLOW = `
import { createInterface } from 'node:readline'
const [count, ms] = process.argv.slice(2).map(Number)
const inputSchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }
const tools = Array.from({ length: count }, (_, index) => ({ name: 'slow_' + index, description: 'Searches.', inputSchema }))
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const send = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  if (method === 'initialize') return send({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'slow', version: '1' } })
  if (method === 'tools/list') return send({ tools })
  setTimeout(() => send({ content: [{ type: 'text', text: 'found' }] }), ms)
})
`
const BEGINNING = { 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n', 'server.mjs': SLOW }

afterAll(removeProjects)

describe.skipIf(!layers.L1.works)('a run that ends early', () => {
  it('reports a server of eighteen slow tools within its budget, and what was left out is not checked', async () => {
    const folder = project({
      ...BEGINNING,
      'tools/slow_17.yaml': contract('slow_17', { tests: '{ name: one, input: { query: a } }' }),
    })
    const args = ['test', folder, '--json', '--explore', '--max-time', '16s', '--', 'node', 'server.mjs', '18', '2000']
    const began = performance.now()
    const ran = await surety(args)
    expect(performance.now() - began).toBeLessThan(25_000)
    const { partial, tools, summary } = reportOf(ran)
    expect(partial).toMatchObject({ reason: 'out of time', notCalled: expect.arrayContaining(['slow_17']) })
    expect(tools).toHaveLength(18)
    const left = tools.filter(({ tool }) => partial?.notCalled.includes(tool))
    expect(new Set(left.map(({ status, calls }) => `${status} ${calls}`))).toEqual(new Set(['skipped 0']))
    expect(tools[17]?.notChecked).toContainEqual({
      promise: 'side_effects',
      code: 'E012',
      reason: 'the run was out of time before it was called',
    })
    expect([ran.code, summary.exitCode]).toEqual([0, 0])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s tells what it knows, exits with 130, and leaves nothing behind',
    async (signal) => {
      const before = cells()
      const folder = project(BEGINNING)
      const args = ['test', folder, '--reporter', 'text', '--reporter', `json=${folder}/report.json`]
      let pid = 0
      const ran = await surety([...args, '--', 'node', 'server.mjs', '3', '1500'], {
        onErr: (text, kill) => {
          if (/calling [1-9]/.test(text)) kill(signal)
        },
        onPid: (own) => (pid = own),
      })
      expect(ran.code).toBe(130)
      expect(ran.out).toMatch(/This report is partial: interrupted after .*not called/s)
      expect(cells().filter((name) => !before.includes(name) && name.includes(`-${pid}-`))).toEqual([])
    },
  )

  it('says of no tool that it passed whose late effects nobody waited for', async () => {
    const folder = project({
      'surety.yaml': 'version: 1\ncheck: { settle_ms: 60000 }\n',
      'server.mjs': SLOW.replace(/const inputSchema = .*/, "const inputSchema = { type: 'object' }"),
    })
    const args = ['test', folder, '--json', '--max-time', '6s', '--', 'node', 'server.mjs', '1', '0']
    const { partial, tools } = reportOf(await surety(args))
    expect(partial?.cutShort).toEqual(['slow_0'])
    expect(tools).toMatchObject([{ tool: 'slow_0', status: 'warned', notChecked: [{ promise: 'calls' }] }])
    expect(tools[0]?.notChecked[0]?.reason).toMatch(/^the run was out of time (?:before what follows|after \d)/)
  })

  it('before any tool was listed says so', async () => {
    const folder = project({ ...BEGINNING, 'server.mjs': 'setInterval(() => {}, 1000)' })
    const args = ['test', folder, '--max-time', '2s', '--', 'node', 'server.mjs']
    expect(await surety(args)).toMatchObject({ code: 2, err: expect.stringContaining('the run was out of time') })
  })
})

it('progress tells of every call, and goes on while a slow one is waited for', async () => {
  const { err } = await surety([
    'test',
    project(BEGINNING),
    '--tool',
    'slow_0',
    '--',
    'node',
    'server.mjs',
    '1',
    '1300',
  ])
  const told = [...err.matchAll(/^calling (\d+)\/(\d+) slow_0/gm)].map(([, done, total]) => [
    Number(done),
    Number(total),
  ])
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(([done = 0, total = 0]) => done <= total && total > 3)).toBe(true)
})

function cells(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('surety-cell-'))
}
