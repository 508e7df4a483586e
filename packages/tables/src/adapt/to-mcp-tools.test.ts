import { Client as ClientV2, InMemoryTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as TransportV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Server as ServerV2 } from '@modelcontextprotocol/server'
import { createMemoryJournal } from '@surety/tool-contracts'
import { META } from '@surety/tool-contracts/mcp'
import { afterEach, describe, expect, it } from 'vitest'
import { insertedMood, moodInput, moodTable, moodTool, uniqueViolation } from './mood-tool.test-data.ts'
import { type McpTableTool, toMcpTools } from './to-mcp-tools.ts'

function onlyTool(tool = moodTool()): McpTableTool {
  const [definition] = toMcpTools([tool])
  if (definition === undefined) throw new Error('There is no tool.')
  return definition
}

describe('a tool for MCP', () => {
  it('is defined by its configuration and its contract', () => {
    expect(onlyTool()).toMatchObject({
      name: 'log-mood',
      title: moodTable.displayName,
      description: expect.stringContaining(moodTable.description),
      inputSchema: { type: 'object', additionalProperties: false },
      outputSchema: { type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] },
      annotations: { title: moodTable.displayName, readOnlyHint: false, destructiveHint: false },
      _meta: { [META.contract]: { capabilities: ['CREATE'] } },
    })
  })

  it('shows its definition alone when it is sent, spread or cloned', () => {
    const tool = onlyTool()
    expect(Object.keys(tool)).not.toContain('call')
    expect({ ...tool }).not.toHaveProperty('call')
    expect(structuredClone(tool)).toEqual(JSON.parse(JSON.stringify(tool)))
  })

  it('hands the caller on to the governed call', async () => {
    const journal = createMemoryJournal()
    const { call } = onlyTool(moodTool({ journal }))
    await call(moodInput, { actor: 'ann', traceId: 'trace-1' })
    expect(journal.all().steps).toMatchObject([{ principal: 'ann', traceId: 'trace-1' }])
  })

  it('tells where the call is recorded', async () => {
    const journal = createMemoryJournal()
    const { _meta } = await onlyTool(moodTool({ journal })).call(moodInput)
    const [step] = journal.all().steps
    expect(_meta).toMatchObject({ [META.traceId]: step?.traceId, [META.stepId]: step?.stepId })
  })
})

type Answer = Readonly<Record<string, unknown>>
interface Connected {
  readonly listTools: () => Promise<{ tools: readonly object[] }>
  readonly callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<Answer>
  readonly close: () => Promise<void>
}

const open: Connected[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

const info = { name: 'moods', version: '1.0.0' }
const capabilities = { tools: {} }

/** A server of the official SDK with these tools, and its client. */
const sdks = {
  'SDK 1': async (tools: readonly McpTableTool[]): Promise<Connected> => {
    const server = new ServerV1(info, { capabilities })
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }))
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
      const tool = tools.find(({ name }) => name === params.name)
      if (tool === undefined) throw new Error(`There is no tool '${params.name}'.`)
      return tool.call(params.arguments, { signal })
    })
    const client = new ClientV1(info)
    const [near, far] = TransportV1.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    return client
  },
  'SDK 2': async (tools: readonly McpTableTool[]): Promise<Connected> => {
    const server = new ServerV2(info, { capabilities })
    server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const tool = tools.find(({ name }) => name === params.name)
      if (tool === undefined) throw new Error(`There is no tool '${params.name}'.`)
      return tool.call(params.arguments, { signal: mcpReq.signal })
    })
    const client = new ClientV2(info)
    const [near, far] = TransportV2.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    return client
  },
}

describe.each(Object.entries(sdks))('a low-level server of %s', (_, connect) => {
  // The clients validate structured content, that of errors too, once they have seen the output schema.
  async function ask(tool: McpTableTool, input: Record<string, unknown>): Promise<Answer> {
    const client = await connect([tool])
    open.push(client)
    await client.listTools()
    return client.callTool({ name: 'log-mood', arguments: input })
  }

  it('lists the definition as it is', async () => {
    const tool = onlyTool()
    const client = await connect([tool])
    open.push(client)
    const { tools } = await client.listTools()
    expect(tools).toEqual([JSON.parse(JSON.stringify(tool))])
  })

  it('answers a good call with the result as data and as text', async () => {
    const answer = await ask(onlyTool(), moodInput)
    expect(answer['structuredContent']).toEqual(insertedMood)
    expect(answer['content']).toEqual([{ type: 'text', text: JSON.stringify(insertedMood) }])
    expect(answer).not.toHaveProperty('isError')
    expect(answer['_meta']).toMatchObject({ [META.traceId]: expect.any(String), [META.stepId]: expect.any(String) })
  })

  it('answers a bad input with VALIDATION_ERROR', async () => {
    const answer = await ask(onlyTool(), { ...moodInput, energy_level: 15 })
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: { type: 'VALIDATION_ERROR', details: { received: '15' } } },
      _meta: { [META.error]: { code: 'INVALID_INPUT' } },
    })
    expect(answer['content']).toEqual([{ type: 'text', text: JSON.stringify(answer['structuredContent']) }])
  })

  it('answers a row that the database refuses with DATABASE_ERROR', async () => {
    const answer = await ask(onlyTool(moodTool({ insert: () => uniqueViolation })), moodInput)
    expect(answer).toMatchObject({ isError: true, structuredContent: uniqueViolation })
    expect(answer['content']).toEqual([{ type: 'text', text: JSON.stringify(answer['structuredContent']) }])
  })
})

it('a client that validates errors too would refuse one that the output schema does not admit', async () => {
  const { call, ...listed } = { ...onlyTool(), call: onlyTool().call }
  const narrow = { ...listed, outputSchema: { type: 'object' as const, required: ['data'] }, call }
  const client = await sdks['SDK 1']([narrow])
  open.push(client)
  await client.listTools()
  const refused = client.callTool({ name: 'log-mood', arguments: { ...moodInput, energy_level: 15 } })
  await expect(refused).rejects.toThrow('Structured content does not match')
})
