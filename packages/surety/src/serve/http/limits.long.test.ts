import { type Socket, createConnection } from 'node:net'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  INITIALIZE,
  lab,
  legacyPost,
  modernPost,
  openSession,
  seen,
  serving,
  until,
  wireText,
} from '../lab.test-data.ts'
import { memoryStore } from '../memory-store.test-data.ts'

const ECHO = { name: 'echo', arguments: { text: 'x' } }
const waiting = (ms: number) => modernPost('tools/call', { name: 'wait', arguments: { ms } })

function connected(url: string): Socket {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

async function allOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await new Promise((resolve) => socket.on('close', resolve))
  return text
}

async function isAdmitted(url: string): Promise<boolean> {
  const socket = connected(url)
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  return (await allOf(socket)).startsWith('HTTP/1.1 200 ')
}

describe('over HTTP', () => {
  it('requests beyond the limit are asked to come again', async () => {
    const { url } = await serving(lab(), { limits: { maxRequests: 2 } })
    const before = seen.started
    const running = [waiting(300), waiting(300)].map((request) => fetch(url, request))
    await until(() => seen.started === before + 2)
    const refused = await fetch(url, waiting(0))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
    expect((await fetch(url, waiting(0))).status).toBe(200)
  })

  it('sessions beyond the limit are asked to come again, and idle ones are forgotten', async () => {
    const { url } = await serving(lab(), { limits: { maxSessions: 1, sessionIdleMs: 60 } })
    const session = await openSession(url)
    expect((await fetch(url, legacyPost(INITIALIZE))).status).toBe(503)
    const ping = legacyPost({ jsonrpc: '2.0', id: 1, method: 'ping' }, session)
    let status = 200
    while (status === 200) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      status = (await fetch(url, ping)).status
    }
    expect(status).toBe(404)
    expect((await fetch(url, legacyPost(INITIALIZE))).status).toBe(200)
  })

  it('streams beyond the limit are asked to come again', async () => {
    const served = { list: () => [], call: () => ({}), onChange: () => () => undefined }
    const { url } = await serving(served, { limits: { maxStreams: 1 } })
    const listen = () => fetch(url, modernPost('subscriptions/listen', { notifications: { toolsListChanged: true } }))
    const first = await listen()
    expect([first.status, (await listen()).status]).toEqual([200, 503])
    await first.body?.cancel()
    let status = 503
    while (status === 503) {
      const next = await listen()
      status = next.status
      if (status === 200) await next.body?.cancel()
    }
  })

  it('a connection beyond the limit is answered and closed, and nothing it asks is done', async () => {
    const { url, lines } = await serving(lab(), { limits: { maxConnections: 1 } })
    const first = connected(url)
    await new Promise((resolve) => first.once('connect', resolve))
    const second = connected(url)
    const before = seen.started
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1 })
    second.write(`POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    expect(await allOf(second)).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1/s)
    expect([seen.started, lines.at(-1)]).toMatchObject([before, { status: 503 }])
  })

  it.each<[string, string, number]>([
    ['headers that are too long', `GET /mcp HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['headers that never end', 'GET /mcp HTTP/1.1\r\nhost: localhost\r\n', 408],
    [
      'a body that never ends',
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
      408,
    ],
  ])('%s get an answer and no more', async (_, text, status) => {
    const { url } = await serving(lab(), { limits: { headersTimeoutMs: 200, requestTimeoutMs: 200 } })
    const socket = connected(url)
    socket.write(text)
    expect(await allOf(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('a thousand requests at once are all answered', async () => {
    const { url } = await serving(lab())
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const response = await fetch(
          url,
          modernPost('tools/call', { name: 'echo', arguments: { text: String(index) } }),
        )
        return Object(await response.json()).result.structuredContent.text
      }),
    )
    expect(answers).toEqual(answers.map((_, index) => String(index)))
  })

  it('a client that hangs up in the middle of anything harms nobody', async () => {
    const { url } = await serving(lab())
    for (const sent of ['', 'POST', wireText(waiting(50)).slice(0, -5), wireText(waiting(50))]) {
      const socket = connected(url)
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(sent, () => socket.resetAndDestroy())
      await new Promise((resolve) => socket.once('close', resolve))
    }
    expect((await fetch(url, waiting(0))).status).toBe(200)
  })

  it('what is no HTTP in the middle of an answer ends it, and is not answered into it', async () => {
    const served = { list: () => [], call: () => ({}), onChange: () => () => undefined }
    const { url } = await serving(served)
    const socket = connected(url)
    socket.write(wireText(modernPost('subscriptions/listen', { notifications: { toolsListChanged: true } })))
    const heard = allOf(socket)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.write('nonsense\r\n\r\n')
    expect((await heard).match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('a client that does not read its answer is cut off', async () => {
    const text = 'x'.repeat(30 << 20)
    let calls = 0
    const served = {
      list: () => [{ name: 'large', inputSchema: {} }],
      call: () => {
        calls += 1
        return { content: [{ type: 'text', text }] }
      },
    }
    const { url } = await serving(served, { limits: { writeTimeoutMs: 200, maxConnections: 1 } })
    const socket = connected(url)
    socket.pause()
    socket.write(wireText(modernPost('tools/call', { name: 'large', arguments: {} })))
    await until(() => calls === 1)
    // Until it is cut off there is no room for another connection.
    while (!(await isAdmitted(url))) await new Promise((resolve) => setTimeout(resolve, 50))
    let bytes = 0
    socket.on('data', (chunk) => (bytes += chunk.length))
    socket.resume()
    await new Promise((resolve) => socket.on('close', resolve))
    expect(bytes).toBeLessThan(text.length)
  })

  it('whoever reads slowly gets all of it', async () => {
    const text = 'x'.repeat(8 << 20)
    const { url } = await serving(
      { list: () => [], call: () => ({ content: [{ type: 'text', text }] }) },
      { limits: { writeTimeoutMs: 2000 } },
    )
    const response = await fetch(url, modernPost('tools/call', { name: 'large', arguments: {} }))
    let bytes = 0
    let pauses = 30
    for await (const chunk of response.body ?? []) {
      bytes += (chunk as Uint8Array).length
      if (pauses-- > 0) await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(bytes).toBeGreaterThan(text.length)
  })

  it('an id that is under way in a session is not taken twice, and only its own session cancels it', async () => {
    const { url } = await serving(lab())
    const [one, other] = await Promise.all([openSession(url), openSession(url)])
    const before = { ...seen }
    const call = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'wait', arguments: { ms: 60_000 } } }
    const running = fetch(url, legacyPost(call, one))
    await until(() => seen.started > before.started)
    expect(await (await fetch(url, legacyPost(call, one))).json()).toMatchObject({ id: 'x', error: { code: -32_600 } })
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x' } }
    expect((await fetch(url, legacyPost(cancel, other))).status).toBe(202)
    expect(seen.aborted).toBe(before.aborted)
    expect((await fetch(url, legacyPost(cancel, one))).status).toBe(202)
    expect(await (await running).json()).toMatchObject({ result: { _meta: { [META.error]: { code: 'CANCELLED' } } } })
    expect(seen.aborted).toBe(before.aborted + 1)
  })

  it('that a legacy client hangs up cancels nothing; that its session ends does', async () => {
    const { url } = await serving(lab())
    const session = await openSession(url)
    const before = { ...seen }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: { ms: 60_000 } } }
    const controller = new AbortController()
    const running = fetch(url, { ...legacyPost(call, session), signal: controller.signal })
    await until(() => seen.started > before.started)
    controller.abort()
    await expect(running).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen.aborted).toBe(before.aborted)
    await fetch(url, { method: 'DELETE', headers: session })
    await until(() => seen.aborted > before.aborted)
  })
})

describe('a server that closes', () => {
  it('lets calls finish, refuses new ones, and says that it is not ready', async () => {
    const { url, close, closed } = await serving(lab())
    expect((await fetch(new URL('/readyz', url))).status).toBe(200)
    const before = seen.started
    const running = fetch(url, waiting(300))
    await until(() => seen.started > before)
    const closing = close()
    expect((await fetch(url, modernPost('tools/call', ECHO))).status).toBe(503)
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
    const ready = await fetch(new URL('/readyz', url))
    expect([ready.status, await ready.json()]).toMatchObject([503, { reason: 'The server is closing.' }])
    expect(await (await running).json()).toMatchObject({ result: { structuredContent: { waited: 300 } } })
    await Promise.all([closing, closed, close()])
    await expect(fetch(url)).rejects.toThrow()
  })

  it('aborts what takes too long', async () => {
    const { url, close } = await serving(lab(), { limits: { drainMs: 50 } })
    const before = { ...seen }
    const running = fetch(url, waiting(60_000))
    await until(() => seen.started > before.started)
    await close()
    expect(seen.aborted).toBe(before.aborted + 1)
    expect(await (await running).json()).toMatchObject({ result: { _meta: { [META.error]: { code: 'CANCELLED' } } } })
  })
})

it('a server whose store is down runs, but is not ready, and says why', async () => {
  const store = memoryStore()
  const { url } = await serving(lab(), { store })
  store.down = true
  const [health, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(new URL(path, url))))
  expect([health?.status, ready?.status]).toEqual([200, 503])
  expect(await ready?.json()).toMatchObject({ reason: expect.stringContaining('cannot be reached') })
})

it('one line is logged for each refusal, with neither arguments nor secrets', async () => {
  const { url, lines } = await serving(lab())
  const call = (input: object) => fetch(url, modernPost('tools/call', { name: 'pay', arguments: input }))
  await call({ to: 'private', amount: 'secret', card: 'visa-4111' })
  await call({ to: 'private', amount: 5, card: 'visa-4111' })
  expect(lines.slice(1)).toMatchObject([
    { event: 'refused', tool: 'pay', code: 'INVALID_INPUT', stage: 'validate', principal: 'anonymous' },
    { event: 'refused', tool: 'pay', code: 'APPROVAL_REQUIRED', traceId: expect.any(String) },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/private|secret|visa/)
})
