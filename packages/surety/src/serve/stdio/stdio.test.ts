import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createToolHost } from '@surety/tool-contracts'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { INITIALIZE, MODERN, ROLES, at, echo, lab, seen, until } from '../lab.test-data.ts'
import type { LogLine } from '../log.ts'
import type { ServeOptions, Serving } from '../options.ts'
import { serve } from '../serve.ts'
import type { Served } from '../served.ts'

interface Talk {
  readonly server: Serving
  readonly input: PassThrough
  readonly heard: Record<string, unknown>[]
  readonly lines: LogLine[]
  readonly say: (message: unknown) => void
  /** The next messages, as many. */
  readonly hear: (count: number) => Promise<Record<string, unknown>[]>
  readonly ask: (message: unknown) => Promise<unknown>
}

async function talk(tools: Parameters<typeof serve>[0] = lab(), options: ServeOptions = {}): Promise<Talk> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const lines: LogLine[] = []
  const heard: Record<string, unknown>[] = []
  let rest = ''
  output.on('data', (chunk) => {
    const texts = (rest + String(chunk)).split('\n')
    rest = texts.pop() ?? ''
    heard.push(...texts.map((text) => JSON.parse(text)))
  })
  const server = await serve(tools, { stdio: { input, output } }, { log: (line) => lines.push(line), ...options })
  onTestFinished(() => server.close())
  const say = (message: unknown) =>
    void input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  const hear = async (count: number) => {
    await until(() => heard.length >= count)
    return heard.splice(0, count)
  }
  const ask = async (message: unknown) => {
    say(message)
    const [answer] = await hear(1)
    return answer
  }
  return { server, input, heard, lines, say, hear, ask }
}

const request = (id: unknown, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
const modern = (id: unknown, method: string, params: object = {}) => request(id, method, { ...params, _meta: MODERN })
const ECHO = { name: 'echo', arguments: { text: 'x' } }
const waiting = (ms: number) => ({ name: 'wait', arguments: { ms } })

describe('over stdio', () => {
  it.each<[string, string | object, object]>([
    ['no JSON', '{"jsonrpc":', { id: null, error: { code: -32_700 } }],
    ['no message', {}, { id: null, error: { code: -32_600 } }],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', { id: null, error: { code: -32_600 } }],
    ['a key in other letters', { ...request(1, 'ping'), Method: 'a' }, { id: 1, error: { code: -32_600 } }],
    ['a batch', [request(1, 'ping')], { id: null, error: { code: -32_600 } }],
    ['an unknown method', request(1, 'nothing'), { id: 1, error: { code: -32_601 } }],
    [
      'an unknown version',
      request(1, 'tools/list', { _meta: { ...MODERN, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }),
      { id: 1, error: { code: -32_022 } },
    ],
    [
      'an envelope that is none',
      request(1, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
      { id: 1, error: { code: -32_602 } },
    ],
    ['a line that is too long', `{"x":"${'x'.repeat(3000)}"}`, { id: null, error: { code: -32_600 } }],
  ])('%s is answered as the protocol says, and the next message is read', async (_, message, answer) => {
    const { say, hear, lines } = await talk(lab(), { limits: { maxBodyBytes: 2000 } })
    say(message)
    say('')
    say(request('next', 'ping'))
    expect(await hear(2)).toMatchObject([answer, { id: 'next', result: {} }])
    expect(lines.some(({ event }) => event === 'refused')).toBe(true)
  })

  it('ids of every kind come back as they were', async () => {
    const { say, hear } = await talk()
    for (const id of [0, -5, 1, '1', '', 'ü', 2 ** 53 - 1]) {
      say(request(id, 'ping'))
      expect(await hear(1)).toEqual([{ jsonrpc: '2.0', id, result: {} }])
    }
  })

  it('an id that is under way is not taken twice', async () => {
    const { say, hear } = await talk()
    say(request(1, 'tools/call', waiting(50)))
    say(request(1, 'ping'))
    expect(await hear(2)).toMatchObject([
      { id: null, error: { code: -32_600 } },
      { id: 1, result: {} },
    ])
  })

  it('a connection that began in one era stays in it', async () => {
    const discover = modern(1, 'server/discover')
    const legacy = await talk()
    expect(await legacy.ask(discover)).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } })
    expect(await legacy.ask(INITIALIZE)).toMatchObject({ id: 0, result: { protocolVersion: '2025-11-25' } })
    expect(await legacy.ask(discover)).toMatchObject({ error: { code: -32_601 } })
    const now = await talk()
    expect(await now.ask(modern(1, 'tools/list'))).toMatchObject({ id: 1, result: { resultType: 'complete' } })
    expect(await now.ask(INITIALIZE)).toMatchObject({ error: { code: -32_022, data: { supported: ['2026-07-28'] } } })
    expect(await now.ask(request(2, 'tools/list'))).toMatchObject({ id: 2, error: { code: -32_602 } })
  })

  it('a batch is answered as one where the revision has them', async () => {
    const { say, hear } = await talk()
    say({ ...INITIALIZE, params: { protocolVersion: '2025-03-26', capabilities: {} } })
    say([request(1, 'ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, request(2, 'tools/call', ECHO)])
    const [, batch] = await hear(2)
    expect(batch).toMatchObject([{ id: 1 }, { id: 2, result: { structuredContent: { text: 'x' } } }])
  })

  it('calls are those of local, with the role that is configured', async () => {
    const host = lab()
    const { say, hear } = await talk(host, { roles: ROLES, role: 'reader' })
    say(request(1, 'tools/list'))
    say(request(2, 'tools/call', ECHO))
    const [list, call] = await hear(2)
    expect(at(list, 'result', 'tools')).toHaveLength(2)
    const { steps } = await host.journal.steps({
      traceId: String(at(call, 'result', '_meta', META.traceId)),
      principal: 'local',
    })
    expect(steps).toMatchObject([{ principal: 'local', role: 'reader' }])
  })

  it('a cancelled call is not answered', async () => {
    const { say, hear } = await talk()
    const before = { ...seen }
    say(request(1, 'tools/call', waiting(60_000)))
    await until(() => seen.started > before.started)
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: '1' } })
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    await until(() => seen.aborted > before.aborted)
    say(request(2, 'ping'))
    expect(await hear(1)).toMatchObject([{ id: 2 }])
  })

  it('requests beyond the limit are asked to come again', async () => {
    const { say, hear } = await talk(lab(), { limits: { maxRequests: 1 } })
    say(request(1, 'tools/call', waiting(50)))
    say(request(2, 'ping'))
    expect(await hear(2)).toMatchObject([{ id: 2, error: { code: -32_000, data: { retryAfterMs: 1000 } } }, { id: 1 }])
  })

  it('a thousand requests at once are all answered', async () => {
    const { input, hear } = await talk()
    const calls = Array.from({ length: 1000 }, (_, id) => JSON.stringify(request(id, 'tools/call', ECHO)))
    input.write(`${calls.join('\n')}\n`)
    const answers = await hear(1000)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1000)
  })

  it('that the list has changed is told in both eras', async () => {
    const listeners = new Set<() => void>()
    const served: Served = {
      list: () => [],
      call: () => ({}),
      onChange: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    }
    const change = () => listeners.forEach((listener) => listener())
    const legacy = await talk(served)
    legacy.say(INITIALIZE)
    expect(await legacy.hear(1)).toMatchObject([{ result: { capabilities: { tools: { listChanged: true } } } }])
    change()
    expect(await legacy.hear(1)).toMatchObject([{ method: 'notifications/tools/list_changed' }])

    const now = await talk(served)
    now.say(modern('s', 'subscriptions/listen', { notifications: { toolsListChanged: true } }))
    expect(await now.hear(1)).toMatchObject([{ method: 'notifications/subscriptions/acknowledged' }])
    change()
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 's' }
    expect(await now.hear(1)).toMatchObject([{ method: 'notifications/tools/list_changed', params: { _meta } }])
    now.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's' } })
    now.say(modern(1, 'tools/list'))
    await now.hear(1)
    change()
    now.say(modern('t', 'subscriptions/listen', { notifications: { toolsListChanged: true } }))
    expect(await now.hear(1)).toMatchObject([{ method: 'notifications/subscriptions/acknowledged' }])
    await now.server.close()
    expect(await now.hear(1)).toMatchObject([{ id: 't', result: { resultType: 'complete' } }])
  })

  it('the end of input lets calls finish and closes', async () => {
    const { server, input, say, hear, lines } = await talk()
    say(request(1, 'tools/call', waiting(50)))
    input.end(JSON.stringify(request(2, 'ping')))
    expect(await hear(2)).toMatchObject([{ id: 2 }, { id: 1, result: { structuredContent: { waited: 50 } } }])
    await server.closed
    expect(lines.at(-1)).toMatchObject({ event: 'closed' })
  })

  it('while it closes new calls are refused', async () => {
    const { server, say, hear } = await talk()
    const before = seen.started
    say(request(1, 'tools/call', waiting(100)))
    await until(() => seen.started > before)
    const closing = server.close()
    say(request(2, 'tools/call', ECHO))
    expect(await hear(2)).toMatchObject([{ id: 2, error: { code: -32_000 } }, { id: 1 }])
    await closing
  })

  it('what is served may fail as it likes', async () => {
    const broken: Served = {
      list: () => Promise.reject(new Error('secret')),
      call: () => {
        throw new Error('secret')
      },
    }
    const { say, hear } = await talk(broken, { trace: false }).catch(async () => talk({ ...broken, list: () => [] }))
    say(request(1, 'tools/call', ECHO))
    const [answer] = await hear(1)
    expect(answer).toMatchObject({ id: 1, error: { code: -32_603 } })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})

describe('a process that serves over stdio', () => {
  const SERVER = fileURLToPath(new URL('../../../test/serve/server.mjs', import.meta.url))

  function started(): ChildProcessWithoutNullStreams & { said: string } {
    const child = Object.assign(spawn(process.execPath, [SERVER, 'stdio']), { said: '' })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdin.on('error', () => undefined)
    return child
  }

  const exit = (child: ChildProcessWithoutNullStreams) =>
    new Promise((resolve) => child.on('exit', (code) => resolve(code)))

  it('prints nothing but protocol, whatever handlers print, and ends with its input', async () => {
    const child = started()
    let [out, errors] = ['', '']
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.stdin.end(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify(request(1, 'tools/call', ECHO))}\n`)
    expect(await exit(child)).toBe(0)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([0, 1])
    expect(errors).toContain('not protocol')
    expect(errors).toContain('"event":"started"')
  })

  it('ends where nobody reads its output any more', async () => {
    const child = started()
    child.stdout.once('data', () => child.stdout.destroy())
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    const timer = setInterval(
      () => child.stdin.write(`${JSON.stringify(request(Math.random().toString(), 'ping'))}\n`),
      10,
    )
    expect(await exit(child)).toBe(0)
    clearInterval(timer)
  })

  it('goes on where nobody reads its log', async () => {
    const child = started()
    child.stderr.destroy()
    let out = ''
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    for (let round = 0; round < 20; round++) {
      child.stdin.write('nonsense\n')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    child.stdin.end(`${JSON.stringify(request('last', 'ping'))}\n`)
    expect(await exit(child)).toBe(0)
    expect(out).toContain('"last"')
  })
})

it('a host with types of its own is served as it is', async () => {
  const host = createToolHost({ tools: [echo] })
  const { say, hear } = await talk(host)
  say(request(1, 'tools/call', ECHO))
  expect(await hear(1)).toMatchObject([{ result: { content: [{ text: '{"text":"x"}' }] } }])
})
