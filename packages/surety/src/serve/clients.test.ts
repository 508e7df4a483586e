import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lab, serving } from './lab.test-data.ts'

const INFO = { name: 'test', version: '1' }

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>
  close(): Promise<void>
}

async function clientV1(url: string): Promise<AnyClient> {
  const client = new ClientV1(INFO)
  await client.connect(new HttpV1(new URL(url)) as never)
  return client as never
}

async function clientV2(url: string, mode: 'legacy' | 'auto'): Promise<AnyClient> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode } })
  await client.connect(new HttpV2(new URL(url)))
  expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern')
  return client as never
}

describe.each<[string, (url: string) => Promise<AnyClient>]>([
  ['SDK 1', clientV1],
  ['SDK 2, legacy', (url) => clientV2(url, 'legacy')],
  ['SDK 2, modern', (url) => clientV2(url, 'auto')],
])('%s over HTTP', (_, connect) => {
  it('lists, calls, and sees the code of a refusal', async () => {
    const { url } = await serving(lab())
    const client = await connect(url)
    onTestFinished(() => client.close())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'pay', 'wait', 'trace.query'])
    const result = await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
    expect(result).toMatchObject({ structuredContent: { text: 'hello' } })
    const refused = await client.callTool({ name: 'echo', arguments: { text: 5 } })
    expect(refused).toMatchObject({ isError: true, _meta: { [META.error]: { code: 'INVALID_INPUT' } } })
    await expect(client.callTool({ name: 'ecko', arguments: {} })).rejects.toMatchObject({ code: -32_602 })
  })
})
