import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { McpServer as McpServerV2, ProtocolError } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { guard } from './guard.ts'
import { META } from './types.ts'

const inputSchema = z.object({ card: z.string() })
const contract: DeclaredToolContract = {
  toolName: 'pay',
  description: 'Pay.',
  inputSchema,
  outputSchema: z.object({ paid: z.string() }),
  errorCodes: [{ code: 'DECLINED', description: 'The card was declined.' }],
  resourceLimits: { maxOutputBytes: 1000 },
  sensitive: ['input.card'],
  capabilities: ['WRITE'],
}

type Answer = Record<string, unknown>
type Act = (card: string) => Answer

const servers = {
  'SDK 1': (act: Act): McpServerV1 => {
    const server = new McpServerV1({ name: 's', version: '1' })
    server.registerTool('pay', { inputSchema }, async ({ card }) => act(card) as never)
    return server
  },
  'SDK 2': (act: Act): McpServerV2 => {
    const server = new McpServerV2({ name: 's', version: '2' })
    server.registerTool('pay', { inputSchema }, async ({ card }) => act(card) as never)
    return server
  },
}

const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

/** What the caller of a guarded `pay` gets, and what the journal keeps. */
async function pay(make: (act: Act) => McpServerV1 | McpServerV2, act: Act, card = '4111-2222', changes = {}) {
  const server = make(act)
  const journal = createMemoryJournal()
  guard(server, [{ ...contract, ...changes }], { journal })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'c', version: '2' })
  await Promise.all([server.connect(far), client.connect(near)])
  open.push(client)
  const result: unknown = await client
    .callTool({ name: 'pay', arguments: { card } })
    .catch((error: Error) => ({ thrown: error.message, data: Reflect.get(error, 'data') }))
  const { steps } = journal.all()
  // Ids and hashes are random: any digits may stand in them.
  const shown = JSON.stringify([result, steps]).replaceAll(/[\da-f]{16,}/g, '#')
  return { result: result as Answer, steps, shown }
}

const text = (said: string) => ({ content: [{ type: 'text', text: said }] })
const failed = (said: string) => ({ ...text(said), isError: true })

describe.each(Object.entries(servers))('a guarded tool of %s that fails', (_, make) => {
  it.each<[string, Act]>([
    ['its text', (card) => failed(`DECLINED: no money on ${card}`)],
    ['JSON in its text', (card) => failed(`DECLINED: ${JSON.stringify({ said: `"${card}"` })}`)],
    ['its own _meta', (card) => ({ ...failed('DECLINED: no money'), _meta: { raw: { card } } })],
    ['its structured content', (card) => ({ ...failed('DECLINED: no'), structuredContent: { paid: card } })],
    ['a field of its own', (card) => ({ ...failed('DECLINED: no money'), request: [`card=${card}`] })],
    [
      'a resource',
      (card) => ({
        ...failed('DECLINED: no'),
        content: [{ type: 'resource', resource: { uri: `card:${card}`, text: '' } }],
      }),
    ],
    ['a text that is cut', (card) => failed(`DECLINED: ${'x'.repeat(994)} ${card}`)],
    ['a failure without a code', (card) => failed(`No money on ${card}`)],
    ['an undeclared failure', (card) => failed(`UNHEARD_OF: ${card}`)],
  ])('shows no sensitive input in %s', async (_where, act) => {
    const { result, shown } = await pay(make, act)
    expect(result).toMatchObject({ isError: true })
    expect(shown).not.toContain('4111')
    expect((await pay(make, act, '907')).shown).not.toMatch(/[^\d.]907[^\d]/)
  })

  it('keeps its code and its reason where a sensitive input is hidden', async () => {
    const { result } = await pay(make, (card) => failed(`DECLINED: no money on ${card}`))
    expect(result).toMatchObject({
      content: [{ text: 'DECLINED: no money on [redacted]' }],
      _meta: { [META.error]: { code: 'DECLINED', message: 'no money on [redacted]' } },
    })
  })

  it('is answered in its own words where they show nothing sensitive', async () => {
    const own = { ...failed('No money'), _meta: { own: 1 }, more: { a: [2] } }
    expect((await pay(make, () => own)).result).toMatchObject(own)
  })

  it.each<[string, Answer]>([
    ['its own _meta', { _meta: { raw: 'x'.repeat(2000) } }],
    ['a field of its own', { more: ['x'.repeat(2000)] }],
    ['an address', { content: [{ type: 'resource', resource: { uri: `a:${'x'.repeat(2000)}`, text: '' } }] }],
    ['an annotation', { content: [{ type: 'text', text: 'x', annotations: { a: 'x'.repeat(2000) } }] }],
  ])('says no more than its contract allows in %s', async (_where, answer) => {
    const { result, shown } = await pay(make, () => ({ ...failed('DECLINED: no money'), ...answer }))
    expect(result).toMatchObject({ isError: true })
    expect(shown.length).toBeLessThan(2000)
  })
})

describe('a protocol error of a guarded tool', () => {
  const throws = (make: (data: unknown) => Error) => (act: Act) => {
    const server = servers['SDK 1'](act)
    Reflect.get(server.server, '_requestHandlers').set('tools/call', async ({ params }: { params: Answer }) => {
      throw make(params['arguments'])
    })
    return server
  }

  it.each<[string, (data: unknown) => Error]>([
    ['SDK 1', (data) => new McpError(ErrorCode.InvalidParams, `Refused: ${JSON.stringify(data)}`, { data })],
    ['SDK 2', (data) => new ProtocolError(ErrorCode.InvalidParams, `Refused: ${JSON.stringify(data)}`, { data })],
  ])('of %s shows no sensitive input', async (_, make) => {
    const { shown } = await pay(throws(make), () => ({}))
    expect(shown).toContain('Refused')
    expect(shown).not.toContain('4111-2222')
  })
})

describe.each(Object.entries(servers))('an answer of a guarded tool of %s', (_, make) => {
  const paid = { ...text('{"paid":"yes"}'), structuredContent: { paid: 'yes' } }

  it.each<[string, Answer]>([
    ['_meta', { _meta: { raw: 'x'.repeat(2000) } }],
    ['a field nobody knows', { more: 'x'.repeat(2000) }],
    [
      'the address of a resource',
      { content: [{ type: 'resource', resource: { uri: `a:${'x'.repeat(2000)}`, text: '' } }] },
    ],
    ['a link', { content: [{ type: 'resource_link', name: 'x'.repeat(2000), uri: 'a:b' }] }],
    ['an annotation', { content: [{ type: 'text', text: 'x', _meta: { a: 'x'.repeat(2000) } }] }],
  ])('is refused where %s makes it larger than its contract allows', async (_where, answer) => {
    const { result, steps } = await pay(make, () => ({ ...paid, ...answer }))
    expect(JSON.stringify(result).length).toBeLessThan(1500)
    expect(result['_meta']).toMatchObject({ [META.error]: { code: 'OUTPUT_TOO_LARGE', details: { limit: 1000 } } })
    expect(steps).toMatchObject([{ code: 'OUTPUT_TOO_LARGE', stage: 'validateOutput' }])
  })

  it('says its output once, however often it said JSON', async () => {
    const blocks = Array.from({ length: 40 }, () => [...text('{}').content, ...text('x').content]).flat()
    const { result } = await pay(make, () => ({ content: blocks, structuredContent: { paid: 'y'.repeat(800) } }))
    expect(result['content']).toHaveLength(41)
    expect(JSON.stringify(result).match(/y{800}/g)).toHaveLength(2)
  })

  it('that is no JSON data is a failure of its tool', async () => {
    const circle: Answer = { ...paid }
    circle['more'] = circle
    const { result } = await pay(make, () => circle)
    expect(result['_meta']).toMatchObject({ [META.error]: { code: 'INTERNAL_ERROR', blame: 'tool' } })
  })

  it('is delivered where it is as large as its contract allows', async () => {
    const outputSchema = z.string()
    const said = { ...text('x'.repeat(998)), _meta: { [META.error]: 'forged '.repeat(500) } }
    const { result } = await pay(make, () => said, undefined, { outputSchema })
    expect(result).toMatchObject({ content: [{ text: 'x'.repeat(998) }] })
    expect(result['_meta']).not.toHaveProperty([META.error])
  })
})
