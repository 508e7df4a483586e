import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, it, onTestFinished } from 'vitest'
import { modernPost, serving, until } from './lab.test-data.ts'
import type { Served } from './served.ts'

/** Tools that come and go. */
function changing(count = 1): Served & { grow: () => void; listeners: Set<() => void> } {
  const listeners = new Set<() => void>()
  let tools = Array.from({ length: count }, (_, index) => ({ name: `tool_${index}`, inputSchema: { type: 'object' } }))
  return {
    listeners,
    list: async () => tools,
    call: () => ({ content: [] }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    grow: () => {
      tools = [...tools, { name: `tool_${tools.length}`, inputSchema: { type: 'object' } }]
      for (const listener of listeners) listener()
    },
  }
}

it('a client of the legacy era hears on its stream that the list has changed', async () => {
  const served = changing()
  const { url } = await serving(served)
  const client = new ClientV1({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  const told = { times: 0 }
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void told.times++)
  await client.connect(new HttpV1(new URL(url)))
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } })
  // The stream is opened after the handshake.
  while (told.times === 0) {
    served.grow()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect((await client.listTools()).tools.length).toBeGreaterThan(1)
})

it('a client of the modern era hears it on its subscription', async () => {
  const served = changing()
  const { url, close } = await serving(served)
  const told = { times: 0 }
  const client = new ClientV2(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: 'auto' },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void told.times++ } },
    },
  )
  onTestFinished(() => client.close())
  await client.connect(new HttpV2(new URL(url)))
  while (told.times === 0) {
    served.grow()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await close()
  expect(served.listeners.size).toBe(0)
})

it('a subscription says what it will tell, tells it, and ends with the server', async () => {
  const served = changing()
  const { url, close } = await serving(served)
  const listen = (notifications: object) => fetch(url, modernPost('subscriptions/listen', { notifications }))
  const response = await listen({ toolsListChanged: true, promptsListChanged: true })
  const nothing = await (await listen({ promptsListChanged: true })).text()
  expect(eventsIn(nothing)).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
    { id: 1, result: { resultType: 'complete' } },
  ])
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
  })()
  await until(() => text.includes('acknowledged'))
  served.grow()
  await until(() => text.includes('list_changed'))
  await close()
  await reading
  const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 }
  expect(eventsIn(text)).toMatchObject([
    {
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true }, _meta },
    },
    { method: 'notifications/tools/list_changed', params: { _meta } },
    { id: 1, result: { resultType: 'complete', _meta } },
  ])
})

it('a long list is given page by page', async () => {
  const { url } = await serving(changing(25), { limits: { pageSize: 10 } })
  const pages: number[] = []
  let cursor: string | undefined
  do {
    const response = await fetch(url, modernPost('tools/list', cursor === undefined ? {} : { cursor }))
    const { result } = Object(await response.json())
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' })
    pages.push(result.tools.length)
    cursor = result.nextCursor
  } while (cursor !== undefined)
  expect(pages).toEqual([10, 10, 5])
})

function eventsIn(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
}
