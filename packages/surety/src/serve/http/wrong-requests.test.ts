import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { ServedCall } from '../served.ts'
import { INITIALIZE, MODERN, lab, legacyPost, modernPost, openSession, serving } from '../lab.test-data.ts'

const CALL = { name: 'echo', arguments: { text: 'x' } }
const JSON_TYPE = { 'content-type': 'application/json' }

/** What goes wrong, the request, and its status and code; `allow` and the like are told by name. */
const WRONG: readonly [string, RequestInit, number, number, Record<string, string>?][] = [
  ['no JSON', legacyPost('{"jsonrpc":'), 400, -32_700],
  ['no body', legacyPost(''), 400, -32_700],
  ['no message', legacyPost({ hello: 1 }), 400, -32_600],
  ['a key twice', legacyPost('{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'), 400, -32_600],
  [
    'a key twice in the arguments',
    legacyPost(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a","text":"b"}}}',
    ),
    400,
    -32_600,
  ],
  [
    'a key in other letters',
    legacyPost('{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/list"}'),
    400,
    -32_600,
  ],
  ['another content type', legacyPost(INITIALIZE, { 'content-type': 'text/plain' }), 415, -32_000],
  ['no type that is accepted', legacyPost(INITIALIZE, { accept: 'text/html' }), 406, -32_000],
  ['only JSON accepted', legacyPost(INITIALIZE, { accept: 'application/json' }), 406, -32_000],
  ['another method', { method: 'PUT' }, 405, -32_000, { allow: 'GET, POST, DELETE' }],
  ['OPTIONS without CORS', { method: 'OPTIONS', headers: { origin: 'http://localhost:1' } }, 405, -32_000],
  ['no session', legacyPost({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), 400, -32_000],
  [
    'an unknown session',
    legacyPost({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': 'x' }),
    404,
    -32_001,
  ],
  [
    'an unknown session to listen in',
    { headers: { accept: 'text/event-stream', 'mcp-session-id': 'x' } },
    404,
    -32_001,
  ],
  ['a stream that is not accepted', { headers: { accept: 'application/json', 'mcp-session-id': 'x' } }, 406, -32_000],
  ['an unknown session to end', { method: 'DELETE', headers: { 'mcp-session-id': 'x' } }, 404, -32_001],
  ['no version in initialize', legacyPost({ ...INITIALIZE, params: {} }), 200, -32_602],
  ['initialize under a modern header', legacyPost(INITIALIZE, { 'mcp-protocol-version': '2026-07-28' }), 400, -32_020],
  [
    'GET under a modern header',
    { headers: { accept: 'text/event-stream', 'mcp-protocol-version': '2026-07-28' } },
    405,
    -32_000,
    { allow: 'POST' },
  ],
  [
    'another version in the header',
    modernPost('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }),
    400,
    -32_020,
  ],
  ['another method in the header', modernPost('tools/list', {}, { 'mcp-method': 'tools/call' }), 400, -32_020],
  ['another name in the header', modernPost('tools/call', CALL, { 'mcp-name': 'pay' }), 400, -32_020],
  [
    'a name in the header that is no base64',
    modernPost('tools/call', CALL, { 'mcp-name': '=?base64?*?=' }),
    400,
    -32_020,
  ],
  ['no version in the header', without('mcp-protocol-version'), 400, -32_020],
  ['no method in the header', without('mcp-method'), 400, -32_020],
  ['no name in the header', without('mcp-name'), 400, -32_020],
  ['an unknown version', unknownVersion(), 400, -32_022],
  [
    'no capabilities',
    modernPost('tools/list', { _meta: { 'io.modelcontextprotocol/clientCapabilities': 5 } }),
    400,
    -32_602,
  ],
  [
    'a modern header and no _meta',
    legacyPost({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { 'mcp-protocol-version': '2026-07-28' }),
    400,
    -32_602,
  ],
  ['an unknown method', modernPost('tools/unknown'), 404, -32_601],
  ['ping, which the modern era has not', modernPost('ping'), 404, -32_601],
  ['prompts, which there are none of', modernPost('prompts/list'), 404, -32_601],
  ['resources, where none are kept', modernPost('resources/list'), 404, -32_601],
  ['an unknown tool', modernPost('tools/call', { name: 'ecko', arguments: {} }), 200, -32_602],
  ['no name', modernPost('tools/call', {}), 200, -32_602],
  ['arguments that are a list', modernPost('tools/call', { name: 'echo', arguments: [] }), 200, -32_602],
  ['arguments that are null', modernPost('tools/call', { name: 'echo', arguments: null }), 200, -32_602],
  ['an unknown cursor', modernPost('tools/list', { cursor: 'x' }), 200, -32_602],
  ['a subscription to nothing', modernPost('subscriptions/listen'), 200, -32_602],
  ['a batch outside a session', legacyPost([INITIALIZE]), 400, -32_000],
  ['another Host', modernPost('tools/list', {}, { host: 'evil.example' }), 403, -32_000],
  ['another Origin', modernPost('tools/list', {}, { origin: 'https://evil.example' }), 403, -32_000],
  ['an Origin that is none', modernPost('tools/list', {}, { origin: 'null' }), 403, -32_000],
]

function without(header: string): RequestInit {
  const { headers, ...rest } = modernPost('tools/call', CALL)
  return { ...rest, headers: Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => name !== header)) }
}

function unknownVersion(): RequestInit {
  const version = '2031-01-01'
  const _meta = { ...MODERN, 'io.modelcontextprotocol/protocolVersion': version }
  return modernPost('tools/list', { _meta }, { 'mcp-protocol-version': version })
}

describe('over HTTP', () => {
  it.each(WRONG)('%s is answered as the protocol says', async (_, request, status, code, headers = {}) => {
    const { url, lines } = await serving(lab())
    const response = await raw(url, request)
    expect(response.status, response.body).toBe(status)
    expect(JSON.parse(response.body)).toMatchObject({ jsonrpc: '2.0', error: { code } })
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value)
    expect(lines.at(-1)).toMatchObject({ event: 'refused', code })
    // And it goes on.
    expect((await fetch(url, modernPost('tools/call', CALL))).status).toBe(200)
  })

  it.each<[string, Record<string, unknown>, number]>([
    ['an unknown method', { method: 'tools/unknown' }, -32_601],
    ['server/discover, which the legacy era has not', { method: 'server/discover' }, -32_601],
    ['logging, which is not declared', { method: 'logging/setLevel', params: { level: 'info' } }, -32_601],
    ['an unknown tool', { method: 'tools/call', params: { name: 'ecko' } }, -32_602],
  ])('in a session %s is answered as the protocol says', async (_, message, code) => {
    const { url } = await serving(lab())
    const session = await openSession(url)
    const response = await fetch(url, legacyPost({ jsonrpc: '2.0', id: 'a', ...message }, session))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: 'a', error: { code } })
  })

  it('a session speaks the versions that have sessions, and is opened once', async () => {
    const { url } = await serving(lab())
    const session = await openSession(url)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const wrong = await fetch(url, legacyPost(ping, { ...session, 'mcp-protocol-version': '1999-01-01' }))
    expect(wrong.status).toBe(400)
    const right = await fetch(url, legacyPost(ping, { ...session, 'mcp-protocol-version': '2025-11-25' }))
    expect(await right.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect((await fetch(url, legacyPost(INITIALIZE, session))).status).toBe(400)
  })

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('%s is spoken', async (protocolVersion) => {
    const { url } = await serving(lab())
    const response = await fetch(url, legacyPost({ ...INITIALIZE, params: { protocolVersion, capabilities: {} } }))
    expect(await response.json()).toMatchObject({ id: 0, result: { protocolVersion, serverInfo: { name: 'surety' } } })
  })

  it('a version nobody knows is answered with the newest that shakes hands', async () => {
    const { url } = await serving(lab())
    const response = await fetch(url, legacyPost({ ...INITIALIZE, params: { protocolVersion: '1999-01-01' } }))
    expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  })

  it('a batch is answered in the one revision that has them', async () => {
    const { url } = await serving(lab())
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: CALL },
      { jsonrpc: '2.0', id: 3, method: 'initialize', params: {} },
      5,
    ]
    const open = async (protocolVersion: string) => {
      const response = await fetch(url, legacyPost({ ...INITIALIZE, params: { protocolVersion, capabilities: {} } }))
      return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
    }
    const session = await open('2025-03-26')
    const response = await fetch(url, legacyPost(batch, session))
    expect(await response.json()).toMatchObject([
      { id: null, error: { code: -32_600 } },
      { id: 1, result: {} },
      { id: 1, error: { code: -32_600 } },
      { id: 2, result: { structuredContent: { text: 'x' } } },
      { id: 3, error: { code: -32_600 } },
    ])
    expect((await fetch(url, legacyPost([batch[1]], session))).status).toBe(202)
    expect((await fetch(url, legacyPost([], session))).status).toBe(400)
    expect((await fetch(url, legacyPost(Array(101).fill(batch[0]), session))).status).toBe(400)
    const refused = await fetch(url, legacyPost(batch, await open('2025-11-25')))
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32_600 } }])
  })

  it('a body over the limit is not read to its end', async () => {
    const { url } = await serving(lab(), { limits: { maxBodyBytes: 1000 } })
    const large = JSON.stringify({ ...INITIALIZE, params: { text: 'x'.repeat(2000) } })
    expect((await fetch(url, legacyPost(large))).status).toBe(413)
    const chunked = await fetch(url, {
      ...legacyPost(''),
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
    expect((await fetch(url, legacyPost(INITIALIZE))).status).toBe(200)
  })

  it('a header of the tool’s own must repeat its argument', async () => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, n: { type: 'integer', 'x-mcp-header': 'N' } },
    }
    const { url } = await serving({
      list: () => [{ name: 't', inputSchema }],
      call: (call: ServedCall) => ({ content: [], structuredContent: call.arguments }),
    })
    const call = (args: object, headers: Record<string, string>) =>
      fetch(url, modernPost('tools/call', { name: 't', arguments: args }, headers)).then(({ status }) => status)
    expect(await call({ region: 'eu' }, { 'mcp-param-region': 'eu' })).toBe(200)
    expect(await call({ region: 'ü' }, { 'mcp-param-region': '=?base64?w7w=?=' })).toBe(200)
    expect(await call({ n: 42 }, { 'mcp-param-n': '42.0' })).toBe(200)
    expect(await call({}, { 'mcp-param-region': 'eu' })).toBe(200)
    expect(await call({ region: 'eu' }, { 'mcp-param-region': 'us' })).toBe(400)
    expect(await call({ region: 'eu' }, {})).toBe(400)
  })

  it('other paths are not served', async () => {
    const { url } = await serving(lab())
    expect((await fetch(new URL('/', url))).status).toBe(404)
    expect((await fetch(new URL('/mcp/x', url), modernPost('tools/list'))).status).toBe(404)
  })
})

/** Like fetch, which sends neither a Host nor an Origin of one's own. */
async function raw(url: string, { method = 'GET', headers = {}, body }: RequestInit) {
  const { host, port, pathname } = new URL(url)
  const own = { host, ...JSON_TYPE, 'content-length': '0', ...Object(headers) }
  if (typeof body === 'string') own['content-length'] = String(Buffer.byteLength(body))
  const socket = createConnection(Number(port), '127.0.0.1')
  socket.write(
    `${method} ${pathname} HTTP/1.1\r\n${Object.entries(own)
      .map(([name, value]) => `${name}: ${String(value)}\r\n`)
      .join('')}connection: close\r\n\r\n${typeof body === 'string' ? body : ''}`,
  )
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const [head = '', answered = ''] = text.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? ''])),
    body: answered,
  }
}
