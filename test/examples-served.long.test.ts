import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, describe, expect, it } from 'vitest'

const EXAMPLES = resolve(import.meta.dirname, '../examples')
const SURETY = resolve(import.meta.dirname, '../packages/surety/bin/surety.js')

const clients = {
  'the v1 client': async (command: Command) => {
    const client = new ClientV1({ name: 'test', version: '1' })
    await client.connect(new StdioV1(command))
    return client
  },
  'the v2 client, legacy era': async (command: Command) => {
    const client = new ClientV2({ name: 'test', version: '2' })
    await client.connect(new StdioV2(command))
    return client
  },
  'the v2 client, modern era where the server speaks it': async (command: Command) => {
    const client = new ClientV2({ name: 'test', version: '2' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StdioV2(command))
    return client
  },
}

interface Command {
  command: string
  args: string[]
  env: Record<string, string>
}

const runs = ['server-v1.js', 'server-v2.js'].flatMap((server) =>
  Object.entries(clients).map(([name, connect]) => ({ server, name, connect })),
)

describe.each(runs)('examples/guarded-server/$server with $name', ({ server, connect }) => {
  it('shows the code of every refusal to the agent', async () => {
    const client = await connect({
      command: process.execPath,
      args: [`${EXAMPLES}/guarded-server/${server}`],
      env: { ROLE: 'clerk' },
    })
    const codeOf = async (name: string, args: Record<string, unknown>): Promise<string | undefined> => {
      const { content, isError } = await client.callTool({ name, arguments: args })
      const [block] = content as { text: string }[]
      return isError === true ? /^[A-Z_]+/.exec(block?.text ?? '')?.[0] : 'ok'
    }
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['find_book', 'order_book'])
      expect(await codeOf('find_book', { id: '1' })).toBe('ok')
      expect(await codeOf('find_book', { id: 'one' })).toBe('INVALID_INPUT')
      expect(await codeOf('find_book', { id: '9' })).toBe('RESOURCE_NOT_FOUND')
      expect(await codeOf('order_book', { id: '1', copies: 2 })).toBe('ok')
      expect(await codeOf('order_book', { id: '1', copies: 0 })).toBe('NO_COPIES')
      expect(await codeOf('order_book', { id: '1', copies: 5 })).toBe('OUT_OF_STOCK')
      expect(await codeOf('order_book', { id: '2', copies: 9 })).toBe('WRONG_COPIES')
      expect(await codeOf('order_book', { id: '2', copies: 11 })).toBe('APPROVAL_REQUIRED')
    } finally {
      await client.close()
    }
  })

  it('shows a visitor only what it may call', async () => {
    const client = await connect({
      command: process.execPath,
      args: [`${EXAMPLES}/guarded-server/${server}`],
      env: { ROLE: 'visitor' },
    })
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['find_book'])
    } finally {
      await client.close()
    }
  })
})

describe.each(Object.entries(clients))('examples/served-shop with %s', (_, connect) => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-shop-'))
  const url = `sqlite:${join(folder, 'surety.db')}`
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function surety(...args: string[]): string {
    return execFileSync(process.execPath, [SURETY, ...args, '--store', url], { encoding: 'utf8', cwd: folder })
  }

  it('waits for an operator, runs once it may, and tells the agent and the operator what happened', async () => {
    const args = [`${EXAMPLES}/served-shop/shop.js`]
    const client = await connect({ command: process.execPath, args, env: { SHOP_STORE: url } })
    const call = async (name: string, input: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: input })) as {
        content: { text: string }[]
        structuredContent?: Record<string, unknown>
        _meta: Record<string, unknown>
      }
    try {
      const order = { isbn: '9780140449136', copies: 20, card: '4111-1111-1111' }
      const waits = await call('order_book', order)
      const [, id = ''] = /"approvalId":"(\w+)"/.exec(waits.content[0]?.text ?? '') ?? []
      expect(surety('approvals', 'list')).toContain(id)
      surety('approvals', 'approve', id, '--reason', 'For the school.')
      const ordered = await call('order_book', order)
      expect(ordered.structuredContent).toEqual({ total: 240 })
      const traceId = String(ordered._meta['surety.dev/traceId'])
      const seen = await call('trace.query', { traceId })
      expect(seen.structuredContent?.['previousSteps']).toContainEqual(
        expect.objectContaining({ toolName: 'order_book', statusCode: 200, inputs: { ...order, card: '[redacted]' } }),
      )
      const timeline = surety('trace', traceId)
      expect(timeline).toContain('order_book')
      expect(timeline).toContain('find_book')
      expect(timeline).not.toContain('4111-1111')
    } finally {
      await client.close()
    }
    const head = surety('audit', 'head').trim()
    expect(surety('audit', 'verify', '--head', head)).toContain('whole')
  })
})

describe.each(Object.entries(clients))('examples/mood-tracker with %s', (_, connect) => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-moods-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('needs no set-up: the row is inserted, and one that breaks the rules is refused in the seed’s words', async () => {
    copyFileSync(`${EXAMPLES}/mood-tracker/tables.yaml`, join(folder, 'tables.yaml'))
    const client = await connect({ command: process.execPath, args: [SURETY, 'tables', 'serve', folder], env: {} })
    const mood = { user_id: 'user_123', mood: 'happy', energy_level: 8, timestamp: '2025-10-05T14:30:00Z' }
    const call = async (input: Record<string, unknown>) =>
      (await client.callTool({ name: 'log-mood', arguments: input })).structuredContent
    try {
      await client.listTools()
      expect(await call(mood)).toMatchObject({ success: true, data: { rowCount: 1 } })
      expect(await call({ ...mood, mood: 'angry' })).toMatchObject({
        success: false,
        error: { message: "Field 'mood' must be one of: happy, sad, neutral, anxious" },
      })
    } finally {
      await client.close()
    }
  })
})
