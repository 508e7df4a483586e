import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { McpServer as McpServerV2, createMcpHandler } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connectHttp } from './http-session.ts'
import type { Session } from './session.ts'

const LIMITS = { timeoutMs: 20_000, maxBytes: 1 << 20 }
const QUICK = { timeoutMs: 400, maxBytes: 1 << 20 }
const OPEN_MS = 20_000

const servers: Server[] = []
afterEach(() =>
  servers.splice(0).forEach((server) => {
    server.close()
    server.closeAllConnections()
  }),
)

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

interface Rpc {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly name?: string }
  readonly result?: unknown
}
type Answer = (message: Rpc, response: ServerResponse, request: IncomingMessage) => void

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const handshake = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'raw', version: '1' } }

/** A server without a library: shakes hands, and leaves calls to `answer`. */
function rawServer(answer: Answer, heard: [string, IncomingMessage['headers'], Rpc?][] = []): Promise<string> {
  return listen(async (request, response) => {
    const body = await bodyOf(request)
    const message = body === '' ? {} : (JSON.parse(body) as Rpc)
    heard.push([`${request.method} ${message.method ?? ''}`.trim(), request.headers, message])
    if (message.method === 'initialize')
      return (
        response.setHeader('mcp-session-id', 's1') &&
        json(response, { jsonrpc: '2.0', id: message.id, result: handshake })
      )
    if (message.method?.startsWith('notifications/') || request.method === 'DELETE' || 'result' in message)
      return response.writeHead(202).end()
    answer(message, response, request)
  })
}

async function opened(url: string): Promise<Session> {
  const session = connectHttp({ url, headers: { authorization: 'Bearer t' } })
  expect(await session.open(OPEN_MS)).toMatchObject({ ok: true })
  return session
}

const event = (value: unknown): string => `event: message\ndata: ${JSON.stringify(value)}\n\n`
const result = (id: number | undefined, value: string) => ({ jsonrpc: '2.0', id, result: text(value) })
const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

describe('a raw server', () => {
  it('is told the session, the version and the headers with every request, and the end', async () => {
    const heard: [string, IncomingMessage['headers']][] = []
    const session = await opened(await rawServer(({ id }, response) => json(response, result(id, 'x')), heard))
    expect(await session.callTool('x', {}, LIMITS)).toMatchObject({ kind: 'result' })
    await session.close()
    expect(
      heard.map(([what, headers]) => [
        what,
        headers['mcp-session-id'],
        headers['mcp-protocol-version'],
        headers.authorization,
      ]),
    ).toEqual([
      ['POST initialize', undefined, undefined, 'Bearer t'],
      ['POST notifications/initialized', 's1', '2025-06-18', 'Bearer t'],
      ['POST tools/call', 's1', '2025-06-18', 'Bearer t'],
      ['DELETE', 's1', '2025-06-18', 'Bearer t'],
    ])
    expect(await session.callTool('x', {}, LIMITS)).toMatchObject({ kind: 'closed', reason: 'The session was closed.' })
  })

  const answers: Record<string, { answer: Answer; reply: object; limits?: typeof LIMITS }> = {
    JSON: { answer: ({ id }, response) => json(response, result(id, 'x')), reply: { kind: 'result' } },
    'a batch': {
      answer: ({ id }, response) => json(response, [{ jsonrpc: '2.0', method: 'notifications/x' }, result(id, 'x')]),
      reply: { kind: 'result' },
    },
    'a stream': {
      answer: ({ id }, response) =>
        stream(response).end(
          `\uFEFF: hello\r\n\r\nretry: 10\r\n${event({ jsonrpc: '2.0', method: 'notifications/progress' })}data: {"jsonrpc":"2.0",\r\ndata: "id":${id},"result":{"content":[]}}\r\n\r\n`,
        ),
      reply: { kind: 'result', result: { content: [] } },
    },
    'a stream that stays open': {
      answer: ({ id }, response) => void stream(response).write(event(result(id, 'x'))),
      reply: { kind: 'result' },
    },
    'an error with a status': {
      answer: ({ id }, response) => json(response, { jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } }, 400),
      reply: { kind: 'error', code: -32602 },
    },
    'an error to nobody': {
      answer: (_, response) =>
        json(response, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } }, 400),
      reply: { kind: 'error', code: -32700 },
    },
    'a status alone': {
      answer: (_, response) => response.writeHead(500).end('oops'),
      reply: { kind: 'malformed', reason: expect.stringContaining(' answered 500 Internal Server Error.') },
    },
    'a page': {
      answer: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      reply: {
        kind: 'malformed',
        reason: expect.stringContaining(' answered 200 OK without an answer, as text/html.'),
      },
    },
    'a session that is over': {
      answer: ({ id }, response) => json(response, { jsonrpc: '2.0', id, error: { code: -32001, message: '' } }, 404),
      reply: { kind: 'closed', reason: expect.stringContaining('it no longer knows the session') },
    },
    'a door that is shut': {
      answer: (_, response) => response.writeHead(401).end(),
      reply: { kind: 'closed', reason: expect.stringContaining(' answered 401 Unauthorized. Check the credentials') },
    },
    'too much JSON': {
      answer: ({ id }, response) => json(response, result(id, 'x'.repeat(3 << 20))),
      reply: { kind: 'oversize' },
    },
    'too much in a stream': {
      answer: ({ id }, response) => stream(response).end(event(result(id, 'x'.repeat(3 << 20)))),
      reply: { kind: 'oversize', bytes: JSON.stringify(result(3, 'x'.repeat(3 << 20))).length },
    },
    'JSON without end': {
      answer: (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":"2.0","result":"')
        const flood = (): boolean => !response.destroyed && response.write('x'.repeat(1 << 16), flood)
        flood()
      },
      reply: { kind: 'oversize' },
    },
    'a stream that breaks off': {
      answer: (_, response) => stream(response).end(': nothing\n\n'),
      reply: { kind: 'malformed', reason: expect.stringContaining('without an answer, as text/event-stream') },
    },
    'a connection that breaks': {
      answer: (_, response) => void stream(response).write(': nothing\n\n', () => response.destroy()),
      reply: { kind: 'closed', reason: expect.stringMatching(/^The connection to http.* failed \(/) },
    },
    nothing: { answer: () => undefined, limits: QUICK, reply: { kind: 'timeout', limitMs: 400 } },
    'progress without end': {
      answer: (_, response) => {
        const progress = event({ jsonrpc: '2.0', method: 'notifications/progress' })
        stream(response).on('close', () => clearInterval(timer))
        const timer = setInterval(() => response.write(progress), 20)
      },
      limits: QUICK,
      reply: { kind: 'timeout', limitMs: 400 },
    },
    'a redirect to itself': {
      answer: (_, response, { url }) => response.writeHead(307, { location: `${url}x` }).end(),
      reply: { kind: 'closed', reason: expect.stringContaining('redirects more than 5 times') },
    },
    'a redirect to elsewhere': {
      answer: (_, response) => response.writeHead(307, { location: 'http://elsewhere.example/mcp' }).end(),
      reply: {
        kind: 'closed',
        reason: expect.stringContaining('redirects to another origin, http://elsewhere.example.'),
      },
    },
  }
  it.each(Object.entries(answers))(
    'may answer by %s, and the next call goes on',
    async (_, { answer, reply, limits }) => {
      const session = await opened(
        await rawServer((message, response, request) =>
          message.params?.name === 'odd'
            ? answer(message, response, request)
            : json(response, result(message.id, 'fine')),
        ),
      )
      expect(await session.callTool('odd', {}, limits ?? LIMITS)).toMatchObject(reply)
      expect(await session.callTool('fine', {}, LIMITS)).toMatchObject({ result: text('fine') })
      await session.close()
    },
  )

  it('may redirect within its origin', async () => {
    const home = await rawServer(({ id }, response) => json(response, result(id, 'x')))
    const url = await listen(async (request, response) => {
      if (request.url === '/mcp') return response.writeHead(308, { location: '/mcp/' }).end()
      const answered = await fetch(home, { method: 'POST', body: await bodyOf(request) })
      response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text())
    })
    expect(await connectHttp({ url: `${url}/mcp` }).open(OPEN_MS)).toMatchObject({ ok: true })
  })

  it('may ask its client something in the middle of a call', async () => {
    let answered: (answer: unknown) => void
    const asked = new Promise((resolve) => (answered = resolve))
    const url = await listen(async (request, response) => {
      const message = JSON.parse(await bodyOf(request)) as Rpc
      if (message.method === 'initialize') return json(response, { jsonrpc: '2.0', id: message.id, result: handshake })
      if (message.method !== 'tools/call') {
        if (message.method === undefined) answered(message)
        return response.writeHead(202).end()
      }
      stream(response).write(event({ jsonrpc: '2.0', id: 'p', method: 'ping' }))
      await asked
      response.end(event(result(message.id, 'x')))
    })
    expect(await (await opened(url)).callTool('x', {}, LIMITS)).toMatchObject({ kind: 'result' })
    expect(await asked).toEqual({ jsonrpc: '2.0', id: 'p', result: {} })
  })

  it('may break a stream off and go on with it when asked', async () => {
    let pending: number | undefined
    const session = await opened(
      await rawServer(({ id }, response, { method, headers }) => {
        if (method === 'POST') {
          pending = id
          return stream(response).end('id: 41\nretry: 10\ndata:\n\n')
        }
        stream(response).end(event(result(pending, `after ${String(headers['last-event-id'])}`)))
      }),
    )
    expect(await session.callTool('x', {}, LIMITS)).toMatchObject({ result: text('after 41') })
  })
})

describe('opening fails with a reason that names the address, but no secret in it', () => {
  const statuses = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 500: 'Internal Server Error' }
  it.each(Object.entries(statuses))('when it answers %s', async (status, name) => {
    const url = await listen((_, response) => response.writeHead(Number(status)).end())
    const opened = await connectHttp({ url: `${url}/mcp?key=secret` }).open(OPEN_MS)
    expect(opened).toEqual({
      ok: false,
      reason: expect.stringContaining(`${url}/mcp answered ${status} ${name}`) as string,
    })
    expect(JSON.stringify(opened)).not.toContain('secret')
  })

  it('when nobody listens', async () => {
    const url = await listen(() => undefined)
    servers.splice(0).forEach((server) => server.close())
    const reason = `There was no answer to initialize: ${url}/ refuses connections (ECONNREFUSED). Is the server running?`
    expect(await connectHttp({ url }).open(OPEN_MS)).toEqual({ ok: false, reason })
  })

  it('when it never answers', async () => {
    const url = await listen(() => undefined)
    const reason = 'The server did not answer initialize within 300 ms.'
    expect(await connectHttp({ url }).open(300)).toEqual({ ok: false, reason })
  })

  it('when it is no address', async () => {
    const opened = await connectHttp({ url: 'localhost' }).open(OPEN_MS)
    expect(opened).toMatchObject({ reason: expect.stringContaining('"localhost" is not a URL.') as string })
  })

  it('when it wants messages sent to another origin', async () => {
    const url = await listen((request, response) => {
      if (request.method === 'POST') return response.writeHead(405).end()
      stream(response).write('event: endpoint\ndata: http://elsewhere.example/post\n\n')
    })
    const opened = await connectHttp({ url }).open(OPEN_MS)
    const stray = 'names an address of another origin to POST to: http://elsewhere.example/post'
    expect(opened).toMatchObject({ ok: false, reason: expect.stringContaining(stray) as string })
  })
})

describe('official servers', () => {
  const tools = {
    add: async ({ a, b }: { a: number; b: number }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
    hang: () => new Promise<never>(() => undefined),
  }
  const addConfig = {
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    outputSchema: z.object({ sum: z.number() }),
  }
  const version1 = (): McpServerV1 => {
    const server = new McpServerV1({ name: 'official', version: '1' })
    server.registerTool('add', addConfig, tools.add)
    server.registerTool('hang', { inputSchema: z.object({}) }, tools.hang)
    return server
  }
  const version2 = (): McpServerV2 => {
    const server = new McpServerV2({ name: 'official', version: '1' })
    server.registerTool('add', addConfig, tools.add)
    server.registerTool('hang', { inputSchema: z.object({}) }, tools.hang)
    return server
  }

  /** One transport per session, as its documentation shows. */
  function streamable(enableJsonResponse: boolean): RequestListener {
    const transports = new Map<string, StreamableHTTPServerTransport>()
    return async (request, response) => {
      const known = transports.get(String(request.headers['mcp-session-id']))
      if (known !== undefined) return known.handleRequest(request, response)
      const transport = new StreamableHTTPServerTransport({
        enableJsonResponse,
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void transports.set(id, transport),
      })
      await version1().connect(transport)
      await transport.handleRequest(request, response)
    }
  }

  function eventStream(): RequestListener {
    const transports = new Map<string, SSEServerTransport>()
    return async (request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost')
      if (url.pathname === '/post')
        return transports.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response)
      if (request.method !== 'GET') return response.writeHead(405).end()
      const transport = new SSEServerTransport('/post', response)
      transports.set(transport.sessionId, transport)
      await version1().connect(transport)
    }
  }

  function handler(legacy: 'stateless' | 'reject', factory: () => McpServerV2 = version2): RequestListener {
    const { fetch } = createMcpHandler(factory, { legacy })
    return async (request, response) => {
      const method = request.method ?? 'GET'
      const body = method === 'POST' ? await bodyOf(request) : null
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
      const answer = await fetch(new Request(`http://localhost${request.url}`, { method, headers, body }))
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      for await (const chunk of answer.body ?? []) response.write(chunk)
      response.end()
    }
  }

  it.each([
    ['SDK 1.32, streams', streamable(false), '2025-11-25'],
    ['SDK 1.32, JSON', streamable(true), '2025-11-25'],
    ['SDK 1.32, HTTP+SSE', eventStream(), '2025-11-25'],
    ['SDK 2.4, legacy', handler('stateless'), '2025-11-25'],
    ['SDK 2.4, 2026-07-28 only', handler('reject'), '2026-07-28'],
  ])('%s: opens, lists, calls, refuses, closes', async (_, listener, protocolVersion) => {
    const session = connectHttp({ url: `${await listen(listener)}/mcp` })
    expect(await session.open(OPEN_MS)).toEqual({
      ok: true,
      server: { name: 'official', version: '1', protocolVersion },
    })
    const listed = await session.listTools(OPEN_MS)
    expect(listed).toMatchObject({ ok: true, tools: [{ name: 'add' }, { name: 'hang' }], problems: [] })
    expect(await session.callTool('hang', {}, QUICK)).toMatchObject({ kind: 'timeout' })
    expect(await session.callTool('add', { a: 1, b: 2 }, LIMITS)).toMatchObject({
      result: { structuredContent: { sum: 3 } },
    })
    expect(await session.callTool('add', { a: 'x' }, LIMITS)).toMatchObject({ result: { isError: true } })
    await session.close()
  })

  it('get the arguments in headers that their schemas want there, whether or not a header can carry them', async () => {
    const region = z.string().meta({ 'x-mcp-header': 'Region' })
    const inputSchema = z.object({ region, where: z.object({ zone: z.int().meta({ 'x-mcp-header': 'Zone' }) }) })
    const factory = (): McpServerV2 => {
      const server = new McpServerV2({ name: 'official', version: '1' })
      server.registerTool('measure', { inputSchema }, async (input) => text(input.region + input.where.zone))
      return server
    }
    const session = connectHttp({ url: await listen(handler('reject', factory)) })
    await session.open(OPEN_MS)
    const unlisted = await session.callTool('measure', { region: 'eu', where: { zone: 5 } }, LIMITS)
    expect(unlisted).toMatchObject({ kind: 'error', code: -32020 })
    await session.listTools(OPEN_MS)
    for (const name of ['eu', ' später ', '=?base64?eHg=?=']) {
      const reply = await session.callTool('measure', { region: name, where: { zone: 5 } }, LIMITS)
      expect(reply).toMatchObject({ result: text(`${name}5`) })
    }
  })
})
