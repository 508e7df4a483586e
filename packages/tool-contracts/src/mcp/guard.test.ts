import { Client as ClientV2, InMemoryTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as McpServerV2, acceptedContent, inputRequired } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ToolError } from '../call/tool-error.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createPostcondition, createPrecondition } from '../contract/predicates.ts'
import { createRolePolicy } from '../contract/role-policy.ts'
import { createRateLimiter } from '../host/rate-limit.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { toolContext } from './exchange.ts'
import { type GuardOptions, guard } from './guard.ts'
import { META } from './types.ts'

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })
const structured = (value: Record<string, unknown>) => ({ ...text(value), structuredContent: value })

const add: DeclaredToolContract = {
  toolName: 'add',
  description: 'Add two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  preconditions: [createPrecondition('a is not negative', 'NEGATIVE', ({ a }) => Number(a) >= 0)],
  postconditions: [createPostcondition('sum is at most 100', 'TOO_MUCH', ({ sum }) => Number(sum) <= 100)],
  errorCodes: [{ code: 'OVERFLOW', description: 'Too large to add.' }],
  capabilities: ['READ'],
}
const double: DeclaredToolContract = {
  toolName: 'double',
  description: 'Double a number.',
  inputSchema: z.object({ a: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  dependencies: ['add'],
  capabilities: ['READ', 'WRITE'],
}

/** The tools, registered on whichever server; `ask` only on the one that can ask back. */
const handlers = {
  add: async ({ a, b }: { a: number; b: number }) => {
    if (a === 1) throw new ToolError('OVERFLOW', 'Use smaller numbers.')
    if (a === 2) throw new ToolError('UNHEARD_OF', 'Never declared.')
    if (a === 3) throw new Error('a bug')
    if (a === 4) return structured({ sum: 'four' })
    if (a === 5) return new Promise<never>(() => undefined)
    return a === 6 ? text({ sum: a + b }) : structured({ sum: a + b, extra: 'dropped' })
  },
  double: async ({ a }: { a: number }, extra: object) => {
    const context = toolContext(extra)
    context?.record({ kind: 'read', target: 'numbers' })
    const sum = await context?.call('add', { a, b: a })
    return sum?.ok === true ? structured(sum.value as Record<string, unknown>) : text('no sum')
  },
  plain: async () => text({ anything: 'goes' }),
}

const servers = {
  'SDK 1': (): McpServerV1 => {
    const server = new McpServerV1({ name: 's', version: '1' })
    server.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, handlers.add)
    server.registerTool('double', { inputSchema: { a: z.number() } }, handlers.double)
    server.registerTool('plain', {}, handlers.plain)
    return server
  },
  'SDK 2': (): McpServerV2 => {
    const server = new McpServerV2({ name: 's', version: '2' })
    server.registerTool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, handlers.add)
    server.registerTool('double', { inputSchema: z.object({ a: z.number() }) }, handlers.double)
    server.registerTool('plain', {}, handlers.plain)
    return server
  },
}
const clients = {
  'client 1': () => new ClientV1({ name: 'c', version: '1' }),
  'client 2': () => new ClientV2({ name: 'c', version: '2' }),
}
const pairs = Object.entries(servers).flatMap(([s, server]) =>
  Object.entries(clients).map(([c, client]) => ({ name: `${s} with ${c}`, server, client })),
)

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

type Pair = Pick<(typeof pairs)[number], 'server' | 'client'>

interface Answer {
  content: { text: string }[]
  structuredContent?: unknown
  isError?: boolean
  _meta: Record<string, unknown>
}

async function connect(
  { server: make, client: makeClient }: Pair,
  contracts: DeclaredToolContract[],
  options: GuardOptions = {},
  authInfo?: AuthInfo,
) {
  const server = make()
  const journal = createMemoryJournal()
  guard(server, contracts, { journal, ...options })
  const [near, far] = InMemoryTransport.createLinkedPair()
  if (authInfo !== undefined) authenticate(near, authInfo)
  const client = makeClient()
  await Promise.all([server.connect(far), client.connect(near)])
  open.push(client)
  const call = async (name: string, args: Record<string, unknown>, _meta?: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args, ...(_meta && { _meta }) })) as unknown as Answer
  return { client, call, journal }
}

/** Every message of the transport comes with this, as if a verifier had read it from a token. */
function authenticate(transport: InMemoryTransport, authInfo: AuthInfo): void {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(message, { ...options, authInfo })
}

describe.each(pairs)('a guarded McpServer of $name', (pair) => {
  it('lists its tools as their contracts describe them', async () => {
    const { client } = await connect(pair, [add, double])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['add', 'double', 'plain'])
    expect(tools[0]).toMatchObject({
      description: 'Add two numbers. Effects: reads data.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
      _meta: { [META.contract]: { capabilities: ['READ'], errors: [{ code: 'OVERFLOW' }] } },
    })
  })

  it('answers a call that keeps its contract, with where it is recorded', async () => {
    const { call, journal } = await connect(pair, [add, double])
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const result = await call('add', { a: 7, b: 8 }, { traceparent })
    expect(result).toMatchObject({
      structuredContent: { sum: 15 },
      _meta: { [META.traceId]: '0af7651916cd43dd8448eb211c80319c' },
    })
    expect(result.structuredContent).toEqual({ sum: 15 })
    expect(result.isError).toBeFalsy()
    expect(journal.steps({ traceId: '0af7651916cd43dd8448eb211c80319c' }).steps).toMatchObject([
      { toolName: 'add', inputs: { a: 7, b: 8 }, outputs: { sum: 15 } },
    ])
  })

  it.each([
    ['an invalid input', 'add', { a: 'x', b: 1 }, 'INVALID_INPUT', 'validate'],
    ['a broken precondition', 'add', { a: -1, b: 1 }, 'NEGATIVE', 'preconditions'],
    ['a declared failure', 'add', { a: 1, b: 1 }, 'OVERFLOW', 'execute'],
    ['an undeclared failure', 'add', { a: 2, b: 1 }, 'INTERNAL_ERROR', 'execute'],
    ['a bug', 'add', { a: 3, b: 1 }, 'UPSTREAM_FAILED', 'execute'],
    ['an invalid output', 'add', { a: 4, b: 1 }, 'INVALID_OUTPUT', 'validateOutput'],
    ['a hang', 'add', { a: 5, b: 1 }, 'TIMEOUT', 'execute'],
    ['a broken postcondition', 'add', { a: 99, b: 99 }, 'TOO_MUCH', 'postconditions'],
    ['a denied role', 'double', { a: 1 }, 'PERMISSION_DENIED', 'authorize'],
    ['a tool without a contract', 'plain', {}, 'PERMISSION_DENIED', 'authorize'],
  ])('shows the code of %s to the agent', async (_, tool, args, code, stage) => {
    const policy = createRolePolicy({ reader: ['READ'] })
    const timeoutMs = code === 'TIMEOUT' ? 50 : 10_000
    const quick = { ...add, resourceLimits: { timeoutMs, memoryMb: 1, maxOutputBytes: 1000 } }
    const { call } = await connect(pair, [quick, double], { policy, caller: { role: 'reader' } })
    const result = await call(tool, args)
    expect(result.isError).toBe(true)
    expect(result._meta[META.error]).toMatchObject({ code, stage })
    if (code !== 'UPSTREAM_FAILED') expect(result.content[0]?.text).toMatch(new RegExp(`^${code}: `))
  })

  it('gives structured content to a tool that answers JSON as text', async () => {
    const { call } = await connect(pair, [add])
    expect((await call('add', { a: 6, b: 1 })).structuredContent).toEqual({ sum: 7 })
  })

  it('governs the calls its tools make to each other, in the same trace', async () => {
    const { call, journal } = await connect(pair, [add, double])
    const result = await call('double', { a: 10 })
    expect(result.structuredContent).toEqual({ sum: 20 })
    const traceId = result._meta[META.traceId] as string
    const { steps } = journal.steps({ traceId, nested: true })
    expect(steps).toMatchObject([
      { toolName: 'double', operations: [{ kind: 'read', target: 'numbers' }] },
      { toolName: 'add', parentStepId: result._meta[META.stepId] },
    ])
  })

  it('lets a tool without a contract pass where no policy is set, and journals it', async () => {
    const { call, journal } = await connect(pair, [add])
    expect((await call('plain', {})).content).toEqual([{ type: 'text', text: '{"anything":"goes"}' }])
    expect(journal.all().steps).toMatchObject([{ toolName: 'plain', outputs: { anything: 'goes' } }])
  })

  it('shows each caller only the tools it may call', async () => {
    const policy = createRolePolicy({ reader: ['READ'], root: ['READ', 'WRITE', 'EXECUTE', 'ADMIN'] })
    const listed = async (role: string) => {
      const { client } = await connect(pair, [add, double], { policy, caller: () => ({ role }) })
      return (await client.listTools()).tools.map(({ name }) => name)
    }
    expect([await listed('reader'), await listed('root'), await listed('nobody')]).toEqual([
      ['add'],
      ['add', 'double', 'plain'],
      [],
    ])
  })

  it('answers the same call under the same idempotency key once', async () => {
    const { call, journal } = await connect(pair, [add])
    const meta = { [META.idempotencyKey]: 'k' }
    const first = await call('add', { a: 7, b: 1 }, meta)
    const second = await call('add', { a: 7, b: 1 }, meta)
    expect(second.structuredContent).toEqual({ sum: 8 })
    expect(journal.all().steps[1]).toMatchObject({ replayOf: first._meta[META.stepId] })
  })

  it('gives no user of an app what another user of it was answered', async () => {
    const journal = createMemoryJournal()
    const meta = { [META.idempotencyKey]: 'k' }
    for (const sub of ['ann', 'bob', 'ann']) {
      const authInfo = { token: sub, clientId: 'app', scopes: [], extra: { sub } }
      const { call } = await connect(pair, [add], { journal }, authInfo)
      await call('add', { a: 7, b: 1 }, meta)
    }
    const replays = journal.all().steps.map(({ principal, replayOf }) => [principal, replayOf !== undefined])
    expect(replays).toEqual([
      ['ann', false],
      ['bob', false],
      ['ann', true],
    ])
  })

  it('leaves an unknown tool to the protocol, and records the attempt', async () => {
    const { call, journal } = await connect(pair, [add])
    const answer = await call('nothing', {}).catch((error: Error) => error.message)
    expect(JSON.stringify(answer)).toContain("There is no tool 'nothing'")
    expect(journal.all().steps).toMatchObject([{ toolName: 'nothing', code: 'RESOURCE_NOT_FOUND' }])
  })
})

describe('guard', () => {
  it.each(Object.entries(servers))('refuses contracts that do not fit a server of %s, with every reason', (_, make) => {
    expect(() => guard(make(), [{ ...add, toolName: 'ad' }, double, double])).toThrow(
      /no tool 'ad'. Did you mean 'add'\?[\s\S]*'double' has two contracts/,
    )
  })

  it('refuses what it cannot guard', () => {
    expect(() => guard(new McpServerV1({ name: 's', version: '1' }), [])).toThrow('register the tools first')
    expect(() => guard({ server: {} }, [])).toThrow('does not know this server')
    expect(() => guard(undefined as never, [])).toThrow('does not know this server')
    expect(() => guard(servers['SDK 1'](), add as never)).toThrow('takes a list of contracts')
    expect(() => guard(servers['SDK 1'](), [add], { role: 'a' } as never)).toThrow("no option 'role'")
    expect(() => guard(servers['SDK 1'](), [add], { caller: 'a' } as never)).toThrow('caller must be')
    expect(() => guard(servers['SDK 1'](), [{ ...add, dependencies: ['doubel'] }])).toThrow("Did you mean 'double'")
  })

  it('lets a tool of SDK 2 ask its caller for more before it answers', async () => {
    const contract = { ...double, toolName: 'ask', inputSchema: z.object({}), dependencies: [] }
    const server = (): McpServerV2 => {
      const made = new McpServerV2({ name: 's', version: '2' })
      made.registerTool('ask', {}, async (ctx) => {
        const answer = acceptedContent<{ sum: number }>(ctx.mcpReq.inputResponses, 'sum')
        if (answer !== undefined) return structured({ sum: answer.sum })
        const requestedSchema = { type: 'object' as const, properties: { sum: { type: 'number' as const } } }
        return inputRequired({ inputRequests: { sum: inputRequired.elicit({ message: 'Which?', requestedSchema }) } })
      })
      return made
    }
    const client = (): ClientV2 => {
      const made = new ClientV2({ name: 'c', version: '2' }, { capabilities: { elicitation: { form: {} } } })
      made.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { sum: 3 } }))
      return made
    }
    const { call } = await connect({ server, client }, [contract])
    expect((await call('ask', {})).structuredContent).toEqual({ sum: 3 })
  })

  it.each(pairs)('delivers nothing that was not judged: $name', async ({ client }) => {
    const answers: Record<string, Record<string, unknown>> = {
      'a task that is none': { ...structured({ sum: 'x' }), task: {} },
      'a question with an answer': { ...structured({ sum: 'x' }), resultType: 'input_required' },
      'a resource that is too large': {
        content: [{ type: 'resource', resource: { uri: 'a:b', text: 'x'.repeat(5000) } }],
        structuredContent: { sum: 1 },
      },
      'an error that is too large': {
        content: [{ type: 'text', text: `OVERFLOW: ${'x'.repeat(5000)}` }],
        isError: true,
      },
    }
    const tight = { ...add, resourceLimits: { timeoutMs: 1000, memoryMb: 1, maxOutputBytes: 1500 }, preconditions: [] }
    for (const answer of Object.values(answers)) {
      const server = servers['SDK 1']()
      Reflect.get(server.server, '_requestHandlers').set('tools/call', async () => answer)
      const { call } = await connect({ server: () => server, client }, [tight])
      const result = await call('add', { a: 1, b: 1 })
      expect(result.isError).toBe(true)
      expect(JSON.stringify(result).length).toBeLessThan(6000)
      expect(result).not.toHaveProperty('structuredContent')
    }
  })

  it('strips from the text what the contract strips from the output', async () => {
    const { call } = await connect({ server: servers['SDK 1'], client: clients['client 1'] }, [add])
    expect((await call('add', { a: 7, b: 1 })).content).toEqual([{ type: 'text', text: '{"sum":8}' }])
  })

  it('takes the limits of a limiter that several guards share', async () => {
    const rates = createRateLimiter({ tools: { add: '1/h' } })
    const first = await connect({ server: servers['SDK 2'], client: clients['client 2'] }, [add], { rates })
    const second = await connect({ server: servers['SDK 2'], client: clients['client 2'] }, [add], { rates })
    expect((await first.call('add', { a: 7, b: 1 })).isError).toBeFalsy()
    expect((await second.call('add', { a: 7, b: 1 }))._meta[META.error]).toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('waits for a caller that has to be looked up', async () => {
    const policy = createRolePolicy({ reader: ['READ'] })
    const caller = async () => ({ role: 'reader' })
    const { call, client } = await connect({ server: servers['SDK 2'], client: clients['client 2'] }, [add], {
      policy,
      caller,
    })
    expect((await call('add', { a: 7, b: 1 })).structuredContent).toEqual({ sum: 8 })
    expect((await client.listTools()).tools).toHaveLength(1)
  })

  it('refuses what it could not publish, and circles', () => {
    expect(() => guard(servers['SDK 1'](), [{ ...add, inputSchema: z.string() }])).toThrow('MCP tools take an object')
    expect(() => guard(servers['SDK 1'](), [{ ...add, dependencies: ['double'] }, double])).toThrow(
      'Circular dependency',
    )
  })

  it.each<[string, z.ZodType, Record<string, unknown>, unknown, unknown]>([
    [
      'a list',
      z.object({ list: z.array(z.object({ name: z.string() })) }),
      structured({ list: [{ name: 'x', ssn: '1' }] }),
      { list: [{ name: 'x' }] },
      '{"list":[{"name":"x"}]}',
    ],
    [
      'JSON beside prose',
      z.object({ name: z.string() }),
      {
        content: [...text({ name: 'x', ssn: '1' }).content, { type: 'text', text: 'done' }],
        structuredContent: { name: 'x', ssn: '1' },
      },
      { name: 'x' },
      '{"name":"x"}',
    ],
    [
      'text',
      z.string().transform((said) => said.replace(/\d+/, '****')),
      { content: [{ type: 'text', text: 'card 4111222233334444' }] },
      undefined,
      'card ****',
    ],
  ])('delivers the judged value in every place: %s', async (_, outputSchema, answer, value, first) => {
    const server = servers['SDK 1']()
    Reflect.get(server.server, '_requestHandlers').set('tools/call', async () => ({
      ...answer,
      _meta: { [META.error]: 'forged', own: 1 },
    }))
    const contract = { ...double, toolName: 'add', inputSchema: z.object({}), outputSchema, dependencies: [] }
    const { call } = await connect({ server: () => server, client: clients['client 1'] }, [contract])
    const result = await call('add', {})
    expect(result.structuredContent).toEqual(value)
    expect(result.content[0]?.text).toBe(first)
    expect(JSON.stringify(result)).not.toMatch(/ssn|41112222|forged/)
    expect(result._meta['own']).toBe(1)
  })

  it('refuses a tool whose result could be fetched past it, and a call as a task before anything is asked or claimed', async () => {
    const server = servers['SDK 1']()
    Object.assign(Reflect.get(server, '_registeredTools').add, { execution: { taskSupport: 'optional' } })
    expect(() => guard(server, [add])).toThrow('can be called as a task')
    const journal = createMemoryJournal()
    const guarded = servers['SDK 1']()
    guard(guarded, [add], { journal })
    const params = { name: 'add', arguments: { a: 7, b: 1 }, task: {} }
    const handle = Reflect.get(guarded.server, '_requestHandlers').get('tools/call')
    const message =
      "'add' cannot be called as a task: its result could not be held to its contract. Call it without `task`."
    expect(await handle({ method: 'tools/call', params }, {})).toMatchObject({
      isError: true,
      content: [{ text: `NOT_IMPLEMENTED: ${message}` }],
    })
    expect(journal.all().steps).toMatchObject([{ code: 'NOT_IMPLEMENTED', stage: 'admit', statusCode: 501 }])
  })

  it('marks an answer that was given before, and a failure too', async () => {
    const { call } = await connect({ server: servers['SDK 2'], client: clients['client 2'] }, [add])
    const meta = { [META.idempotencyKey]: 'k' }
    await call('add', { a: 1, b: 1 }, meta)
    const again = await call('add', { a: 1, b: 1 }, meta)
    expect(again._meta).toMatchObject({ [META.replayed]: true, [META.error]: { code: 'OVERFLOW' } })
  })
})
