// `surety test` with default settings against a bare client that starts the same clean server once and calls each tool once.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const root = fileURLToPath(new URL('..', import.meta.url))
const surety = join(root, 'packages/surety/bin/surety.js')

const RAW = `
import { createInterface } from 'node:readline'
const COUNT = Number(process.env.COUNT ?? process.argv[2])
const tools = Array.from({ length: COUNT }, (_, i) => ({
  name: 'tool_' + i, description: 'Adds ' + i + ' to a number.',
  inputSchema: { title: 'In' + i, type: 'object', properties: { a: { type: 'integer', minimum: 0, maximum: 1000 + i }, note: { type: 'string', maxLength: 20 } }, required: ['a'] },
  outputSchema: { title: 'Out' + i, type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] },
}))
const fail = (text) => ({ content: [{ type: 'text', text }], isError: true })
const call = (name, { a, note } = {}) => {
  const i = Number(name.slice(5))
  if (!Number.isInteger(a) || a < 0 || a > 1000 + i) return fail('INVALID_INPUT: a')
  if (note !== undefined && (typeof note !== 'string' || note.length > 20)) return fail('INVALID_INPUT: note')
  const value = { sum: a + i }
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}
const answer = ({ method, params }) =>
  method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } }
  : method === 'tools/list' ? { tools } : method === 'tools/call' ? call(params.name, params.arguments) : {}
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }) + '\\n')
})
`

const SDK = `
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
serveStdio(() => {
  const server = new McpServer({ name: 'sdk', version: '1' })
  for (let i = 0; i < Number(process.argv[2]); i++)
    server.registerTool('tool_' + i, {
      description: 'Adds ' + i + ' to a number.',
      inputSchema: z.object({ a: z.int().min(0).max(1000 + i), note: z.string().max(20).optional() }).meta({ title: 'In' + i }),
      outputSchema: z.object({ sum: z.int() }).meta({ title: 'Out' + i }),
    }, ({ a }) => ({ content: [{ type: 'text', text: JSON.stringify({ sum: a + i }) }], structuredContent: { sum: a + i } }))
  return server
})
`

/** @param {number} i */
const contract = (i) => `version: 1
tool: tool_${i}
contract: { input_schema: In${i}, output_schema: Out${i} }
guarantees: { deterministic: true, side_effects: none, max_output_size: 1kb, dependencies: [] }
tests:
  - { name: adds, input: { a: 1 }, expect: { output_schema: Out${i}, output: { sum: ${i + 1} } } }
`

/** @param {string} source @param {number} count */
function project(source, count) {
  const dir = mkdtempSync(join(tmpdir(), 'surety-bench-'))
  mkdirSync(join(dir, 'tools'))
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  writeFileSync(join(dir, 'server.mjs'), source)
  writeFileSync(join(dir, 'surety.yaml'), `version: 1\nserver: { command: node, args: [server.mjs, "${count}"] }\n`)
  for (let i = 0; i < count; i++) writeFileSync(join(dir, 'tools', `tool_${i}.yaml`), contract(i))
  return dir
}

/** @param {string} dir @param {number} count */
async function bare(dir, count) {
  const start = performance.now()
  const child = spawn('node', ['server.mjs', String(count)], { cwd: dir, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  /** @param {string} method @param {unknown} params */
  const ask = async (method, params) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    for (;;) {
      const { value } = await lines.next()
      const message = JSON.parse(value)
      if (message.id === id) return message.result
    }
  }
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bare', version: '1' },
  })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const { tools } = await ask('tools/list', {})
  for (const { name } of tools) await ask('tools/call', { name, arguments: { a: 1 } })
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
  return performance.now() - start
}

/** @param {string[]} argv @param {number} expected */
function timed(argv, expected) {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync('node', argv, { encoding: 'utf8' })
  if (status !== expected) throw new Error(`${argv.join(' ')} exits ${status}:\n${stdout}${stderr}`)
  return performance.now() - start
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

for (const [name, source] of Object.entries({ raw: RAW, sdk: SDK })) {
  for (const count of [50, 500]) {
    const dir = project(source, count)
    const times = { bare: /** @type {number[]} */ ([]), test: /** @type {number[]} */ ([]) }
    for (let round = 0; round < ROUNDS; round++) {
      times.bare.push(await bare(dir, count))
      times.test.push(timed([surety, 'test', dir, '--json'], 0))
    }
    rmSync(dir, { recursive: true })
    const [base, tested] = [median(times.bare), median(times.test)]
    const [fixed, factor] = count > 50 ? [1500, 6] : [1000, 4]
    const bound = fixed + factor * base
    console.log(
      `${name} ${String(count).padStart(3)} tools: bare ${base.toFixed(0)} ms, surety test ${tested.toFixed(0)} ms = ${(tested / base).toFixed(1)}×; ` +
        `bound ${fixed / 1000} s + ${factor}× = ${bound.toFixed(0)} ms: ${tested <= bound ? 'within' : 'over'}`,
    )
  }
}

const help = { node: /** @type {number[]} */ ([]), surety: /** @type {number[]} */ ([]) }
for (let round = 0; round < 4 * ROUNDS; round++) {
  help.node.push(timed(['-e', '0'], 0))
  help.surety.push(timed([surety, '--help'], 0))
}
const ratio = median(help.surety) / median(help.node)
console.log(`surety --help: ${ratio.toFixed(2)}× node -e 0 (bound 2×): ${ratio <= 2 ? 'within' : 'over'}`)
