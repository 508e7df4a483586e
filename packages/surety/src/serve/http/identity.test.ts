import { createHash } from 'node:crypto'
import { createRolePolicy } from '@surety/tool-contracts'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it } from 'vitest'
import { INITIALIZE, ROLES, lab, legacyPost, modernPost, openSession, serving } from '../lab.test-data.ts'
import { memoryStore } from '../memory-store.test-data.ts'
import type { ServeOptions } from '../options.ts'
import { serve } from '../serve.ts'
import type { ServedCall } from '../served.ts'

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')
const TOKENS = [
  { id: 'ada', role: 'clerk', sha256: sha256('ada-secret') },
  { id: 'bob', role: 'reader', sha256: sha256('bob-secret'), expires: '2100-01-01' },
  { id: 'old', role: 'clerk', sha256: sha256('old-secret'), expires: '2020-01-01' },
]
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function names(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, modernPost('tools/list', {}, headers))
  if (response.status !== 200) return response.status
  const { result } = Object(await response.json())
  return result.tools.map(({ name }: { name: string }) => name)
}

describe('a token', () => {
  it('gives its bearer a role, and a name in the record', async () => {
    const { url } = await serving(lab(), { roles: ROLES, tokens: TOKENS })
    expect(await names(url, bearer('ada-secret'))).toEqual(['echo', 'pay', 'wait', 'trace.query'])
    expect(await names(url, bearer('bob-secret'))).toEqual(['echo', 'trace.query'])
    expect(await names(url, { authorization: 'bearer ada-secret' })).toHaveLength(4)
    const call = modernPost('tools/call', { name: 'pay', arguments: { to: 'x', amount: 1 } }, bearer('bob-secret'))
    expect(await (await fetch(url, call)).json()).toMatchObject({
      result: { isError: true, _meta: { [META.error]: { code: 'PERMISSION_DENIED' } } },
    })
  })

  it.each<[string, string]>([
    ['unknown', 'Bearer nobody'],
    ['expired', 'Bearer old-secret'],
    ['missing after its scheme', 'Bearer'],
    ['of another scheme', 'Basic YTpi'],
    ['two in one', 'Bearer ada-secret bob-secret'],
  ])('that is %s is refused, also where anybody may call', async (_, authorization) => {
    const { url, lines } = await serving(lab(), { tokens: TOKENS })
    expect(await names(url)).toHaveLength(4)
    const response = await fetch(url, modernPost('tools/list', {}, { authorization }))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/)
    expect(JSON.stringify(lines)).not.toMatch(/secret|YTpi|nobody/)
  })

  it('of the store counts too, until it is revoked', async () => {
    const store = memoryStore()
    const token = await store.tokens.create({ id: 'eve', role: 'reader' })
    const { url } = await serving(lab(), { roles: ROLES, store })
    expect(await names(url, bearer(token))).toEqual(['echo', 'trace.query'])
    await store.tokens.revoke('eve')
    expect(await names(url, bearer(token))).toBe(401)
  })

  it('that cannot be checked because the store is down is not called wrong', async () => {
    const store = memoryStore()
    const { url } = await serving(lab(), { store })
    store.down = true
    const response = await fetch(url, modernPost('tools/list', {}, bearer('x')))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.text()).not.toContain('/secret/path')
  })

  it('cannot take the name of those who have none', async () => {
    const store = memoryStore()
    const token = await store.tokens.create({ id: 'anonymous', role: 'clerk' })
    const { url } = await serving(lab(), { store })
    expect(await names(url, bearer(token))).toBe(401)
  })
})

describe('callers without a token', () => {
  it.each<[string, ServeOptions, unknown]>([
    ['may do everything where there are no roles', { tokens: TOKENS }, 4],
    ['have the role that is configured', { roles: ROLES, role: 'reader', tokens: TOKENS }, 2],
    ['have no role where none is configured', { roles: ROLES }, 0],
  ])('%s', async (_, options, count) => {
    const { url } = await serving(lab(), options)
    expect(await names(url)).toHaveLength(Number(count))
  })

  it('are asked for one where there are roles and tokens, and no role for them', async () => {
    const configured = await serving(lab(), { roles: ROLES, tokens: TOKENS })
    expect(await names(configured.url)).toBe(401)
    const store = memoryStore()
    await store.tokens.create({ id: 'eve', role: 'reader' })
    const stored = await serving(lab(), { roles: ROLES, store })
    expect(await names(stored.url)).toBe(401)
    const response = await fetch(stored.url, modernPost('tools/list'))
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="surety"')
  })

  it('share no idempotency keys: one would get the answer of another', async () => {
    let runs = 0
    const journal = memoryStore().journal
    const host = lab({ journal })
    const { url } = await serving(
      {
        ...served(),
        call: (call: ServedCall) => ((runs += call.idempotencyKey === undefined ? 0 : 1), { content: [] }),
      },
      { tokens: TOKENS },
    )
    const params = { name: 'echo', arguments: {}, _meta: { [META.idempotencyKey]: 'k' } }
    await fetch(url, modernPost('tools/call', params))
    expect(runs).toBe(0)
    await fetch(url, modernPost('tools/call', params, bearer('ada-secret')))
    expect(runs).toBe(1)
    expect(host.journal).toBe(journal)
  })
})

const served = () => ({ list: () => [{ name: 'echo', inputSchema: { type: 'object' } }] })

describe('a session', () => {
  it('belongs to the token that opened it: others cannot use, hear, cancel or end it', async () => {
    const { url } = await serving(lab(), { tokens: TOKENS })
    const ada = await openSession(url, bearer('ada-secret'))
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    for (const other of [bearer('bob-secret'), {}]) {
      const headers = { 'mcp-session-id': ada['mcp-session-id'] ?? '', ...other }
      expect((await fetch(url, legacyPost(ping, headers))).status).toBe(404)
      expect((await fetch(url, legacyPost(cancel, headers))).status).toBe(404)
      expect((await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } })).status).toBe(404)
      expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(404)
    }
    expect((await fetch(url, legacyPost(ping, ada))).status).toBe(200)
    expect((await fetch(url, { method: 'DELETE', headers: ada })).status).toBe(200)
    expect((await fetch(url, legacyPost(ping, ada))).status).toBe(404)
  })

  it('is over with the token', async () => {
    const store = memoryStore()
    const token = await store.tokens.create({ id: 'eve', role: 'reader' })
    const { url } = await serving(lab(), { store })
    const session = await openSession(url, bearer(token))
    await store.tokens.revoke('eve')
    expect((await fetch(url, legacyPost({ jsonrpc: '2.0', id: 1, method: 'ping' }, session))).status).toBe(401)
  })
})

describe('a web page', () => {
  const origin = 'https://app.example'

  it('may call where its origin is allowed, and is told so', async () => {
    const { url } = await serving(lab(), { allowedOrigins: [origin] })
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-method' },
    })
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'mcp-method'])
    const response = await fetch(url, legacyPost(INITIALIZE, { origin }))
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-expose-headers')).toContain('mcp-session-id')
  })

  it('of this machine may call, but is not told so', async () => {
    const { url } = await serving(lab())
    const response = await fetch(url, legacyPost(INITIALIZE, { origin: 'http://localhost:5173' }))
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })
})

describe('a server', () => {
  const HOST = lab()
  it.each<[string, ServeOptions, RegExp]>([
    ['without tokens', { roles: ROLES }, /configure tokens/],
    ['with tokens that have expired', { roles: ROLES, tokens: TOKENS.slice(2) }, /configure tokens/],
    ['without roles', { tokens: TOKENS }, /configure roles/],
    ['with a store that has no token', { roles: ROLES, store: memoryStore() }, /configure tokens/],
  ])('%s does not listen beyond this machine', async (_, options, reason) => {
    await expect(serve(HOST, { http: '0.0.0.0:0' }, options)).rejects.toThrow(reason)
  })

  it('beyond this machine takes no callers without a token, and only names it is known by', async () => {
    const server = await serve(
      lab(),
      { http: '0.0.0.0:0' },
      {
        roles: ROLES,
        role: 'clerk',
        tokens: TOKENS,
        allowedHosts: ['tools.example'],
        log: () => undefined,
      },
    )
    const url = String(server.url).replace('0.0.0.0', '127.0.0.1')
    expect(await names(url)).toBe(401)
    expect(await names(url, bearer('ada-secret'))).toHaveLength(4)
    await server.close()
  })

  it.each<[string, ServeOptions, RegExp]>([
    ['a misspelt option', { tokns: [] } as ServeOptions, /no option 'tokns'\. Did you mean 'tokens'/],
    ['a misspelt limit', { limits: { maxBody: 1 } } as ServeOptions, /no limit 'maxBody'/],
    ['a limit of nothing', { limits: { maxSessions: 0 } }, /limits\.maxSessions/],
    ['a role that is not there', { roles: ROLES, role: 'clark' }, /no role 'clark'\. Did you mean 'clerk'/],
    [
      'a token with such a role',
      { roles: ROLES, tokens: [{ id: 'a', role: 'x', sha256: sha256('a') }] },
      /no role 'x'/,
    ],
    ['a token that is no hash', { tokens: [{ id: 'a', role: 'x', sha256: 'secret' }] }, /64 hex digits/],
    ['two tokens of one id', { tokens: [TOKENS[0], TOKENS[0]] as never }, /which another one has/],
    ['a token named local', { tokens: [{ id: 'local', role: 'x', sha256: sha256('a') }] }, /cannot have the id/],
    ['a date that is none', { tokens: [{ id: 'a', role: 'x', sha256: sha256('a'), expires: 'soon' }] }, /no date/],
    ['approvals without a store', { approvals: { by: 'caller' } }, /need a store/],
    ['a duration that is none', { store: memoryStore(), approvals: { expires: 'soon' } }, /like 15m/],
    ['approvals by nobody', { approvals: { by: 'nobody' as 'caller' } }, /'operator' or 'caller'/],
  ])('is not started with %s', async (_, options, reason) => {
    await expect(serve(HOST, { http: '127.0.0.1:0' }, options)).rejects.toThrow(reason)
  })

  it('is not started with roles besides a policy, nor at an address that is none', async () => {
    const governed = lab({ policy: createRolePolicy(ROLES) })
    await expect(serve(governed, { http: '127.0.0.1:0' }, { roles: ROLES })).rejects.toThrow(/policy of its own/)
    await expect(serve(served() as never, { http: '127.0.0.1:0' }, { roles: ROLES })).rejects.toThrow(/for a host/)
    for (const http of ['7300', '127.0.0.1', '127.0.0.1:http', ':80', '127.0.0.1:99999'])
      await expect(serve(HOST, { http }, {})).rejects.toThrow(/address and a port/)
  })

  it('says at its start who may do what', async () => {
    const open = await serving(lab())
    expect(open.lines[0]).toMatchObject({
      event: 'started',
      url: open.url,
      access: expect.stringContaining('every tool'),
    })
    const closed = await serving(lab(), { roles: ROLES, role: 'reader' })
    expect(closed.lines[0]).toMatchObject({ access: expect.stringContaining("'reader'") })
  })
})
