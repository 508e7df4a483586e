// @ts-check
/**
 * What serving costs: an echo of 100 bytes through a governed host, with a journal and its hash chain, against SDK 2's own
 * server with the same tool and nothing else, and against node:http alone. Every server runs in a process of its own, and this
 * one makes the calls: `node bench/serve.js`.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMemoryJournal, createToolHost, defineTool } from '@surety/tool-contracts'
import { serve } from 'surety/serve'
import { z } from 'zod'

const CONCURRENT = 32
const CALLS = Number(process.env['CALLS'] ?? 6000)
const STDIO_CALLS = Number(process.env['STDIO_CALLS'] ?? 2000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 7)
const TEXT = 'x'.repeat(100)

const inputSchema = z.object({ text: z.string() })
const outputSchema = z.object({ text: z.string() })

/** Our server, and the SDK's: the same tool. */
function host() {
  const contract = {
    toolName: 'echo',
    description: 'Gives back a text.',
    inputSchema,
    outputSchema,
    capabilities: /** @type {const} */ (['READ']),
  }
  return createToolHost({
    tools: [defineTool(contract, ({ text }) => ({ text }))],
    journal: createMemoryJournal({ chain: true }),
  })
}

function sdkServer() {
  const server = new McpServer({ name: 'sdk', version: '1' })
  server.registerTool('echo', { description: 'Gives back a text.', inputSchema, outputSchema }, ({ text }) => ({
    content: [{ type: 'text', text: JSON.stringify({ text }) }],
    structuredContent: { text },
  }))
  return server
}

/** The least that could answer the same request. */
function rawServer() {
  return createServer((req, res) => {
    /** @type {Buffer[]} */
    const chunks = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString())
      const { text } = params.arguments
      const result = { content: [{ type: 'text', text: JSON.stringify({ text }) }], structuredContent: { text } }
      const body = JSON.stringify({ jsonrpc: '2.0', id, result })
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      res.end(body)
    })
  })
}

/** @param {import('node:http').Server} server */
const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })

const quiet = { log: () => undefined }
/** @type {Record<string, () => Promise<unknown>>} */
const SERVERS = {
  'surety http': async () => {
    const { url = '' } = await serve(host(), { http: '127.0.0.1:0' }, quiet)
    return Number(new URL(url).port)
  },
  'sdk http': () => {
    const handler = toNodeHandler(createMcpHandler(sdkServer))
    return listen(createServer((req, res) => void handler(Object.assign(req, { method: 'POST', url: '/mcp' }), res)))
  },
  'raw http': () => listen(rawServer()),
  'surety stdio': () => serve(host(), { stdio: true }, quiet),
  'sdk stdio': async () => void serveStdio(sdkServer),
}

/** @param {string} kind */
async function runServer(kind) {
  const port = await SERVERS[kind]?.()
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.send?.(typeof port === 'number' ? port : 0)
}

/**
 * A server, and how much processor time it has used.
 * @param {string} kind
 */
async function start(kind) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), kind], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  const said = () => new Promise((resolve) => child.once('message', resolve))
  const port = Number(await said())
  const cpuMs = async () => {
    const answer = said()
    child.send('cpu')
    const { user, system } = Object(await answer)
    return (Number(user) + Number(system)) / 1000
  }
  /** Resolves with the next line of standard output. @type {((line: string) => void) | undefined} */
  let heard
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => heard?.(line))
  /** @param {string} line @returns {Promise<string>} */
  const ask = (line) =>
    new Promise((resolve) => {
      heard = resolve
      child.stdin?.write(`${line}\n`)
    })
  return { child, port, cpuMs, ask }
}

/** @param {number} id */
const message = (id) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name: 'echo',
      arguments: { text: TEXT },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })

const BODY = message(1)
const REQUEST = Buffer.from(
  `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: echo\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
)

/**
 * One connection that calls until nothing is left.
 * @param {number} port @param {{ calls: number }} left @param {number[]} latencies
 */
function callOver(port, left, latencies) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let begun = 0
    const next = () => {
      if (left.calls-- <= 0) return void socket.end(() => resolve(undefined))
      begun = performance.now()
      socket.write(REQUEST)
    }
    socket.setNoDelay(true)
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      if (!text.startsWith('HTTP/1.1 200') || !text.includes(TEXT)) return reject(new Error(text))
      latencies.push(performance.now() - begun)
      text = ''
      next()
    })
  })
}

/** @param {string} text */
function isWhole(text) {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length === end + 4 + Number(length)
}

/** @param {Awaited<ReturnType<typeof start>>} server */
async function roundOverHttp({ port, cpuMs }) {
  /** @type {number[]} */
  const latencies = []
  const left = { calls: CALLS }
  const [cpuBefore, begun] = [await cpuMs(), performance.now()]
  await Promise.all(Array.from({ length: CONCURRENT }, () => callOver(port, left, latencies)))
  const seconds = (performance.now() - begun) / 1000
  return { perSecond: CALLS / seconds, cpuUs: (((await cpuMs()) - cpuBefore) * 1000) / CALLS, p50: median(latencies) }
}

/** @param {Awaited<ReturnType<typeof start>>} server */
async function roundOverStdio({ ask, cpuMs }) {
  /** @type {number[]} */
  const latencies = []
  const cpuBefore = await cpuMs()
  for (let id = 1; id <= STDIO_CALLS; id++) {
    const begun = performance.now()
    const answer = await ask(message(id))
    if (!answer.includes(TEXT)) throw new Error(answer)
    latencies.push(performance.now() - begun)
  }
  return { cpuUs: (((await cpuMs()) - cpuBefore) * 1000) / STDIO_CALLS, p50: median(latencies) }
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/**
 * Rounds of all contenders in turn, after one that does not count.
 * @template T
 * @param {readonly string[]} kinds @param {(server: Awaited<ReturnType<typeof start>>) => Promise<T>} round
 */
async function race(kinds, round) {
  const servers = await Promise.all(kinds.map(start))
  for (const server of servers) await round(server)
  /** @type {T[][]} */
  const results = kinds.map(() => [])
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [index, server] of servers.entries()) results[index]?.push(await round(server))
  for (const { child } of servers) child.kill()
  return results
}

/**
 * The median of a figure's ratios, round by round.
 * @template T
 * @param {T[] | undefined} one @param {T[] | undefined} other @param {(result: T) => number} figure
 */
const ratio = (one = [], other = [], figure) =>
  median(
    one.map((result, round) => {
      const against = other[round]
      return against === undefined ? NaN : figure(result) / figure(against)
    }),
  )

/** @param {string} name @param {number} value @param {'at least' | 'at most'} kind @param {number} goal */
function report(name, value, kind, goal) {
  const isMet = kind === 'at least' ? value >= goal : value <= goal
  console.log(`${name.padEnd(44)} ${value.toFixed(2).padStart(6)}x  ${isMet ? 'ok' : 'MISSED'} (${kind} ${goal}x)`)
  if (!isMet) process.exitCode = 1
}

async function main() {
  const [ours, sdk, raw] = await race(['surety http', 'sdk http', 'raw http'], roundOverHttp)
  console.log(`HTTP, ${CONCURRENT} concurrent, ${CALLS} calls, medians of ${ROUNDS} interleaved rounds`)
  for (const [name, results] of Object.entries({ surety: ours, 'SDK 2': sdk, 'node:http': raw })) {
    const figure = (/** @type {'perSecond' | 'cpuUs' | 'p50'} */ key) => median((results ?? []).map((one) => one[key]))
    console.log(
      `  ${name.padEnd(10)} ${figure('perSecond').toFixed(0).padStart(6)} calls/s  ${figure('cpuUs').toFixed(0).padStart(5)} µs CPU a call  p50 ${figure('p50').toFixed(2)} ms`,
    )
  }
  const [ourPipe, sdkPipe] = await race(['surety stdio', 'sdk stdio'], roundOverStdio)
  console.log(`stdio, one at a time, ${STDIO_CALLS} calls`)
  for (const [name, results] of Object.entries({ surety: ourPipe, 'SDK 2': sdkPipe })) {
    const figure = (/** @type {'cpuUs' | 'p50'} */ key) => median((results ?? []).map((one) => one[key]))
    console.log(
      `  ${name.padEnd(10)} p50 ${(figure('p50') * 1000).toFixed(0)} µs  ${figure('cpuUs').toFixed(0)} µs CPU a call`,
    )
  }
  report(
    'HTTP throughput against SDK 2',
    ratio(ours, sdk, (one) => one.perSecond),
    'at least',
    2,
  )
  report(
    'HTTP CPU a call against SDK 2',
    ratio(ours, sdk, (one) => one.cpuUs),
    'at most',
    0.5,
  )
  report(
    'HTTP p50 against node:http',
    ratio(ours, raw, (one) => one.p50),
    'at most',
    2,
  )
  report(
    'stdio p50 against SDK 2',
    ratio(ourPipe, sdkPipe, (one) => one.p50),
    'at most',
    1,
  )
}

const [kind] = process.argv.slice(2)
await (kind === undefined ? main() : runServer(kind))
