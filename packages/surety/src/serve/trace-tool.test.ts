import { createHash } from 'node:crypto'
import { createRolePolicy, createToolHost, defineTool } from '@surety/tool-contracts'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROLES, at, echo, lab, legacyPost, modernPost, openSession, pay, serving } from './lab.test-data.ts'
import { memoryStore } from './memory-store.test-data.ts'
import { serve } from './serve.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const token = (id: string, role: string) => ({ id, role, sha256: createHash('sha256').update(id).digest('hex') })

async function call(url: string, name: string, input: object = {}, headers = {}, meta = {}): Promise<unknown> {
  const response = await fetch(url, modernPost('tools/call', { name, arguments: input, _meta: meta }, headers))
  return at(await response.json(), 'result')
}

/** What `trace.query` says. */
async function query(url: string, input: object = {}, headers = {}, meta = {}): Promise<unknown> {
  return at(await call(url, 'trace.query', input, headers, meta), 'structuredContent')
}

describe('a call', () => {
  it('belongs to the trace it names, and its result says so', async () => {
    const { url } = await serving(lab())
    const result = await call(url, 'echo', { text: 'a' }, {}, { traceparent })
    expect(at(result, '_meta')).toMatchObject({
      [META.traceId]: TRACE,
      traceparent: expect.stringMatching(`^00-${TRACE}-[0-9a-f]{16}-01$`),
    })
  })

  it('of the modern era that names none starts one of its own; those of a session share one', async () => {
    const { url } = await serving(lab())
    const modern = await Promise.all([1, 2].map(() => call(url, 'echo', { text: 'a' })))
    const [first, second] = modern.map((result) => at(result, '_meta', META.traceId))
    expect(first).not.toBe(second)
    const session = await openSession(url)
    const traces = await Promise.all(
      [1, 2].map(async (id) => {
        const params = { name: 'echo', arguments: { text: 'a' } }
        const response = await fetch(url, legacyPost({ jsonrpc: '2.0', id, method: 'tools/call', params }, session))
        return at(await response.json(), 'result', '_meta', META.traceId)
      }),
    )
    expect(traces[0]).toBe(traces[1])
    expect(traces[0]).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('trace.query', () => {
  it('shows the steps of its own trace, or of another one, without itself, redacted and page by page', async () => {
    const store = memoryStore()
    const { url } = await serving(lab({ journal: store.journal, approver: () => true }))
    await call(url, 'echo', { text: 'a' }, {}, { traceparent })
    await call(url, 'pay', { to: 'x', amount: 1, card: 'visa-4111' }, {}, { traceparent })
    await query(url, {}, {}, { traceparent })
    const page = await query(url, {}, {}, { traceparent })
    expect(page).toMatchObject({
      traceId: TRACE,
      previousSteps: [{ toolName: 'echo' }, { toolName: 'pay', statusCode: 200 }],
    })
    expect(JSON.stringify(page)).not.toContain('visa')
    expect(await query(url, { traceId: TRACE })).toEqual(page)
    const first = await query(url, { traceId: TRACE, limit: 1 })
    expect(first).toMatchObject({ previousSteps: [{ toolName: 'echo' }], nextCursor: expect.any(String) })
    const rest = await query(url, { traceId: TRACE, limit: 1, cursor: at(first, 'nextCursor') })
    expect(rest).toMatchObject({ previousSteps: [{ toolName: 'pay' }] })
    expect(rest).not.toHaveProperty('nextCursor')
  })

  it('shows the calls that tools made to others only where it is asked to', async () => {
    const outer = defineTool(
      { ...echo.contract, toolName: 'outer', inputSchema: z.object({}), dependencies: ['echo'] },
      async (_, context) => {
        await context.call('echo', { text: 'inner' })
        return { text: 'outer' }
      },
    )
    const { url } = await serving(createToolHost({ tools: [echo, outer] }))
    await call(url, 'outer', {}, {}, { traceparent })
    expect(at(await query(url, { traceId: TRACE }), 'previousSteps')).toHaveLength(1)
    expect(at(await query(url, { traceId: TRACE, nested: true }), 'previousSteps')).toHaveLength(2)
  })

  it('shows a principal nothing of another one', async () => {
    const { url } = await serving(lab(), { tokens: [token('ada', 'x'), token('bob', 'x')] })
    await call(url, 'echo', { text: 'a' }, bearer('ada'), { traceparent })
    expect(at(await query(url, { traceId: TRACE }, bearer('ada')), 'previousSteps')).toMatchObject([
      { principal: 'ada' },
    ])
    expect(at(await query(url, { traceId: TRACE }, bearer('bob')), 'previousSteps')).toEqual([])
    expect(at(await query(url, { traceId: TRACE }), 'previousSteps')).toEqual([])
  })

  it('is governed as any tool: by role, by its schema, and recorded', async () => {
    const { url } = await serving(lab(), {
      roles: { ...ROLES, nobody: [] },
      tokens: [token('ada', 'nobody')],
      role: 'reader',
    })
    expect(await call(url, 'trace.query', {}, bearer('ada'))).toMatchObject({
      _meta: { [META.error]: { code: 'PERMISSION_DENIED' } },
    })
    expect(await call(url, 'trace.query', { limit: 1000 })).toMatchObject({
      _meta: { [META.error]: { code: 'INVALID_INPUT' } },
    })
  })

  it('can be left out, and takes the name of no other tool', async () => {
    const { url } = await serving(lab(), { trace: false })
    const response = await fetch(url, modernPost('tools/call', { name: 'trace.query', arguments: {} }))
    expect(await response.json()).toMatchObject({ error: { code: -32_602 } })
    const host = createToolHost({
      tools: [defineTool({ ...echo.contract, toolName: 'trace.query' }, () => ({ text: '' }))],
      policy: createRolePolicy(ROLES),
    })
    await expect(serve(host, { http: '127.0.0.1:0' })).rejects.toThrow(/'trace.query' already/)
    await (await serve(host, { http: '127.0.0.1:0' }, { trace: false, log: () => undefined })).close()
  })

  it('needs a journal', async () => {
    const served = { list: () => [], call: () => ({}) }
    await expect(serve(served, { http: '127.0.0.1:0' }, { trace: true })).rejects.toThrow(/needs a journal/)
  })
})

describe('an output that was too large to deliver', () => {
  it('can be read by the principal whose call gave it, in both eras', async () => {
    const store = memoryStore()
    const large = defineTool({ ...pay.contract, approval: 'never', resourceLimits: { maxOutputBytes: 10 } }, () => ({
      paid: 1_234_567_890,
    }))
    const host = createToolHost({ tools: [large], journal: store.journal })
    const { url } = await serving(host, { tokens: [token('ada', 'x'), token('bob', 'x')] })
    const refused = await call(url, 'pay', { to: 'x', amount: 1 }, bearer('ada'))
    const uri = String(at(refused, '_meta', META.error, 'details', 'uri'))
    expect(at(refused, 'content')).toMatchObject([{ type: 'text' }, { type: 'resource_link', uri }])
    const read = async (headers: Record<string, string>) =>
      (await fetch(url, modernPost('resources/read', { uri }, headers))).json()
    const contents = [{ uri, mimeType: 'application/json', text: '{"paid":1234567890}' }]
    expect(await read(bearer('ada'))).toMatchObject({
      result: { contents, resultType: 'complete', cacheScope: 'private' },
    })
    expect(await read(bearer('bob'))).toMatchObject({ error: { code: -32_602 } })
    const session = await openSession(url, bearer('ada'))
    const ask = async (method: string, params: object) =>
      (await fetch(url, legacyPost({ jsonrpc: '2.0', id: 1, method, params }, session))).json()
    expect(await ask('resources/read', { uri })).toMatchObject({ result: { contents } })
    expect(await ask('resources/read', { uri: 'surety://no' })).toMatchObject({ error: { code: -32_002 } })
    expect(await ask('resources/list', {})).toMatchObject({ result: { resources: [] } })
    expect(await ask('resources/templates/list', {})).toMatchObject({ result: { resourceTemplates: [] } })
  })
})
