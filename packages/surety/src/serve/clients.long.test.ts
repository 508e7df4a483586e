import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lab, seen, serving, until } from './lab.test-data.ts'
import { memoryStore } from './memory-store.test-data.ts'
import type { ServeOptions } from './options.ts'

const INFO = { name: 'test', version: '1' }
const SERVER = fileURLToPath(new URL('../../test/serve/server.mjs', import.meta.url))

type Elicited = (params: Record<string, unknown>) => Record<string, unknown>
type Called = { name: string; arguments: Record<string, unknown> }
type CallOptions = { onprogress?: (progress: object) => void; signal?: AbortSignal }

/** What all clients can do, whatever their SDK calls it. */
interface AnyClient {
  names(): Promise<string[]>
  call(call: Called, options?: CallOptions): Promise<Record<string, unknown>>
}

/** How the server is reached, and whether the handler of `wait` was told to stop. */
interface Reached {
  readonly client: AnyClient
  readonly aborted: () => Promise<void>
}

type Reach = (options: ServeOptions, elicited?: Elicited) => Promise<Reached>

async function overHttp(options: ServeOptions, connect: (url: string) => Promise<AnyClient>): Promise<Reached> {
  const store = memoryStore()
  const { url } = await serving(lab({ journal: store.journal, approver: store.approver }), { store, ...options })
  const before = seen.aborted
  return { client: await connect(url), aborted: () => until(() => seen.aborted > before) }
}

/** The command that serves the same over stdio, with a real store. */
function command(options: ServeOptions): { command: string; args: string[]; stderr: 'pipe' } {
  const folder = mkdtempSync(join(tmpdir(), 'surety-serve-'))
  // A client that asks first which era the server speaks starts another one for it, which may take a moment to end.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const store = `sqlite:${join(folder, 'store.db')}`
  return { command: process.execPath, args: [SERVER, 'stdio', JSON.stringify(options), store], stderr: 'pipe' }
}

function says(stderr: unknown, words: string): () => Promise<void> {
  let text = ''
  ;(stderr as Readable).on('data', (chunk) => (text += String(chunk)))
  return () => until(() => text.includes(words))
}

function v1(elicited: Elicited | undefined) {
  const client = new ClientV1(INFO, { capabilities: elicited === undefined ? {} : { elicitation: {} } })
  if (elicited !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicited(params) as { action: 'accept' })
  onTestFinished(() => client.close())
  const any: AnyClient = {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (call, options) => client.callTool(call, CallToolResultSchema, options),
  }
  return { client, any }
}

function v2(mode: 'legacy' | 'auto', elicited: Elicited | undefined) {
  const client = new ClientV2(INFO, {
    versionNegotiation: { mode },
    capabilities: elicited === undefined ? {} : { elicitation: { form: {} } },
  })
  if (elicited !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => elicited(params as never) as { action: 'accept' })
  onTestFinished(() => client.close())
  const any: AnyClient = {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (call, options) => client.callTool(call, options),
  }
  return { client, any }
}

const CLIENTS: readonly [string, Reach][] = [
  [
    'SDK 1 over HTTP',
    (options, elicited) =>
      overHttp(options, async (url) => {
        const { client, any } = v1(elicited)
        await client.connect(new HttpV1(new URL(url)))
        return any
      }),
  ],
  [
    'SDK 1 over stdio',
    async (options, elicited) => {
      const { client, any } = v1(elicited)
      const transport = new StdioV1(command(options))
      const aborted = says(transport.stderr, 'wait: aborted')
      await client.connect(transport)
      return { client: any, aborted }
    },
  ],
  ...(['legacy', 'auto'] as const).flatMap((mode): [string, Reach][] => [
    [
      `SDK 2 over HTTP, ${mode}`,
      (options, elicited) =>
        overHttp(options, async (url) => {
          const { client, any } = v2(mode, elicited)
          await client.connect(new HttpV2(new URL(url)))
          expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern')
          return any
        }),
    ],
    [
      `SDK 2 over stdio, ${mode}`,
      async (options, elicited) => {
        const { client, any } = v2(mode, elicited)
        const transport = new StdioV2(command(options))
        const aborted = says(transport.stderr, 'wait: aborted')
        await client.connect(transport)
        expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern')
        return { client: any, aborted }
      },
    ],
  ]),
]

const PAY = { name: 'pay', arguments: { to: 'bob', amount: 5, card: 'visa-4111' } }
const refusalOf = (code: string) => ({ isError: true, _meta: { [META.error]: { code } } })

describe.each(CLIENTS)('%s', (_, reach) => {
  it('lists, calls, and sees the code of a refusal', async () => {
    const { client } = await reach({})
    expect(await client.names()).toEqual(['echo', 'pay', 'wait', 'trace.query'])
    const result = await client.call({ name: 'echo', arguments: { text: 'hello' } })
    expect(result).toMatchObject({
      structuredContent: { text: 'hello' },
      _meta: { [META.traceId]: expect.any(String) },
    })
    expect(await client.call({ name: 'echo', arguments: { text: 5 } })).toMatchObject(refusalOf('INVALID_INPUT'))
    await expect(client.call({ name: 'ecko', arguments: {} })).rejects.toMatchObject({ code: -32_602 })
  })

  it('hears how far a call has come', async () => {
    const { client } = await reach({})
    const told: unknown[] = []
    const call = { name: 'wait', arguments: { ms: 20, steps: 3 } }
    await client.call(call, { onprogress: (progress) => told.push(progress) })
    expect(told).toMatchObject([1, 2, 3].map((progress) => ({ progress, total: 3 })))
  })

  it('stops the handler of a call that it cancels', async () => {
    const { client, aborted } = await reach({})
    const controller = new AbortController()
    const call = client.call(
      { name: 'wait', arguments: { ms: 60_000, steps: 1 } },
      {
        signal: controller.signal,
        onprogress: () => controller.abort(),
      },
    )
    await expect(call).rejects.toThrow()
    await aborted()
    expect(await client.call({ name: 'echo', arguments: { text: 'a' } })).toMatchObject({ content: [{}] })
  })

  it('lets the person behind it approve a call, who sees the tool and the arguments, but nothing sensitive', async () => {
    const asked: unknown[] = []
    const { client } = await reach({ approvals: { by: 'caller' } }, (params) => {
      asked.push(params)
      return { action: 'accept', content: { approve: true, reason: 'fine' } }
    })
    expect(await client.call(PAY)).toMatchObject({ structuredContent: { paid: 5 } })
    expect(asked).toMatchObject([
      { message: expect.stringMatching(/'pay'.*"to":"bob"/s), requestedSchema: { required: ['approve'] } },
    ])
    expect(JSON.stringify(asked)).not.toContain('visa')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['says no', { action: 'accept', content: { approve: false, reason: 'too much' } }, 'APPROVAL_DENIED'],
    ['declines', { action: 'decline' }, 'APPROVAL_DENIED'],
    ['closes the form', { action: 'cancel' }, 'APPROVAL_REQUIRED'],
  ])('that %s gets a refusal', async (_person, reply, code) => {
    const { client } = await reach({ approvals: { by: 'caller' } }, () => reply)
    expect(await client.call(PAY)).toMatchObject(refusalOf(code))
  })

  it.each<[string, ServeOptions, Elicited | undefined]>([
    ['cannot ask', { approvals: { by: 'caller' } }, undefined],
    ['may not ask', { approvals: { by: 'operator' } }, () => ({ action: 'accept', content: { approve: true } })],
  ])('that %s is told who approves', async (_client, options, elicited) => {
    const { client } = await reach(options, elicited)
    const details = { approvalId: expect.any(String), approveWith: expect.stringContaining('surety approvals approve') }
    expect(await client.call(PAY)).toMatchObject({ _meta: { [META.error]: { code: 'APPROVAL_REQUIRED', details } } })
  })
})
