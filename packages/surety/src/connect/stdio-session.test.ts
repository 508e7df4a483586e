import { type ChildProcess, spawn } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListedTool, Reply, Session } from './session.ts'
import { connectStdio } from './stdio-session.ts'

const LIMITS = { timeoutMs: 20_000, maxBytes: 1 << 20 }
const QUICK = { timeoutMs: 300, maxBytes: 1 << 20 }
const OPEN_MS = 20_000

const running: ChildProcess[] = []
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')))

/** Starts a program that is a server. */
function start(program: string): Session {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  running.push(child)
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  return connectStdio({ stdin: child.stdin, stdout: child.stdout, exited })
}

/** A server without a library: `methods` answers by method, `tools` by tool, each with `send` to say more, or otherwise. */
function rawServer(body: string): string {
  return `
    const write = (text, then) => process.stdout.write(text, then)
    const send = (message) => write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const text = (value) => ({ content: [{ type: 'text', text: String(value) }] })
    const heard = []
    let version = '2025-11-25'
    const tools = {}
    const methods = {
      initialize: () => ({ protocolVersion: version, capabilities: {}, serverInfo: { name: 'raw', version: '1.0' } }),
      'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
      'tools/call': ({ name, arguments: input }, id) => tools[name](input, id),
    }
    ${body}
    let rest = ''
    process.stdin.on('data', (chunk) => {
      const lines = (rest + chunk).split('\\n')
      rest = lines.pop()
      lines.map((line) => JSON.parse(line)).forEach(take)
    })
    async function take(message) {
      heard.push(message)
      if (message.id === undefined || message.method === undefined) return
      const method = methods[message.method]
      if (method === undefined) return send({ id: message.id, error: { code: -32601, message: 'Method not found' } })
      const result = await method(message.params, message.id)
      if (result !== undefined) send({ id: message.id, result })
    }`
}

async function opened(program: string): Promise<Session> {
  const session = start(program)
  expect(await session.open(OPEN_MS)).toMatchObject({ ok: true })
  return session
}

async function list(session: Session): Promise<{ tools: readonly ListedTool[]; problems: readonly string[] }> {
  const listed = await session.listTools(OPEN_MS)
  if (!listed.ok) throw new Error(listed.reason)
  return listed
}

function textOf(reply: Reply): unknown {
  if (reply.kind !== 'result') return reply
  return (reply.result['content'] as { text: string }[])[0]?.text
}

describe('the handshake', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2030-01-01'])(
    'takes a server at its word when it speaks %s',
    async (version) => {
      const session = start(rawServer(`version = '${version}'; tools.heard = () => text(JSON.stringify(heard[1]))`))
      expect(await session.open(OPEN_MS)).toEqual({
        ok: true,
        server: { name: 'raw', version: '1.0', protocolVersion: version },
      })
      const notified = '{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}'
      expect(textOf(await session.callTool('heard', {}, LIMITS))).toBe(notified)
    },
  )

  it.each([
    ['2024-10-07', 0],
    ['2025-06-18', 0],
    ['2030-01-01', 0],
    ['DRAFT-2026-v1', 0],
    ['1999-01-01', 1],
    ['2025-06-19', 1],
    ['1.0', 1],
    ['latest', 1],
  ])('objects to versions that cannot exist: %s', async (version, count) => {
    const session = await opened(rawServer(`version = '${version}'`))
    const told = `The answer to initialize names protocol version "${version}", which does not exist`
    expect(session.problems.map(({ text }) => text)).toEqual(
      Array.from({ length: count }, () => expect.stringContaining(told)),
    )
  })

  it('tries the version a server names while it refuses ours', async () => {
    const session = start(
      rawServer(`methods.initialize = ({ protocolVersion }, id) => {
        if (protocolVersion === '2024-11-05') return { protocolVersion }
        send({ id, error: { code: -32602, message: 'Unsupported', data: { supported: ['2024-11-05'] } } })
      }`),
    )
    expect(await session.open(OPEN_MS)).toEqual({
      ok: true,
      server: { name: undefined, version: undefined, protocolVersion: '2024-11-05' },
    })
  })

  const failures = {
    'a server that speaks neither era': {
      body: 'delete methods.initialize',
      reason:
        'The server answered initialize with error -32601 (Method not found). ' +
        'The server answered server/discover with error -32601 (Method not found).',
    },
    'a server that speaks only the future': {
      body: `delete methods.initialize; methods['server/discover'] = () => ({ supportedVersions: ['2031-01-01'] })`,
      reason: 'The server speaks 2031-01-01; this client speaks 2025-11-25 and before, and 2026-07-28.',
    },
    'an answer without a version': {
      body: 'methods.initialize = () => ({ serverInfo: {} })',
      reason: 'The answer to initialize names no version: protocolVersion is missing.',
    },
    'an answer that is none': {
      body: `methods.initialize = () => 'hello'`,
      reason: 'The answer to initialize cannot be used: Its result is a text; it must be an object.',
    },
    'a server that exits': {
      body: 'process.exit(3)',
      reason: 'There was no answer to initialize: The server exited with code 3.',
    },
    'a server that is killed': {
      body: `process.kill(process.pid, 'SIGKILL')`,
      reason: 'There was no answer to initialize: The server was ended by SIGKILL.',
    },
    'a server that closes its output': {
      body: `process.stdin.resume(); (await import('node:fs')).closeSync(1); await new Promise(() => setInterval(() => {}, 1000))`,
      reason: 'There was no answer to initialize: The server closed its standard output.',
    },
  }
  it.each(Object.entries(failures))('fails with a reason: %s', async (_, { body, reason }) => {
    expect(await start(rawServer(body)).open(OPEN_MS)).toEqual({ ok: false, reason })
  })

  it('ends with its time limit', async () => {
    const session = start(rawServer('methods.initialize = () => undefined'))
    const reason = 'The server did not answer initialize within 300 ms.'
    expect(await session.open(300)).toEqual({ ok: false, reason })
  })
})

describe('the list of tools', () => {
  const listing = (result: string): string => rawServer(`methods['tools/list'] = ({ cursor }) => (${result})`)

  it('has the tools of every page', async () => {
    const page = `{ tools: [{ name: 't' + (cursor ?? 0), inputSchema: {} }], nextCursor: Number(cursor ?? 0) < 40 ? String(Number(cursor ?? 0) + 1) : '' }`
    const { tools, problems } = await list(await opened(listing(page)))
    expect(tools.map(({ name }) => name)).toEqual(Array.from({ length: 41 }, (_, index) => `t${index}`))
    expect(problems).toEqual([])
  })

  it('keeps tools whatever their schemas are, and gives them as they came', async () => {
    const tool = {
      name: 'rows',
      title: 'Rows',
      description: 'All rows.',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'array', items: { type: 'string' } },
      annotations: { readOnlyHint: true },
      _meta: { origin: 'test' },
    }
    const { tools, problems } = await list(await opened(listing(`{ tools: [${JSON.stringify(tool)}] }`)))
    const { _meta, ...fields } = tool
    expect(tools).toEqual([{ ...fields, raw: tool }])
    expect(problems).toEqual([])
  })

  it('says what is wrong with an entry, and keeps what can be kept', async () => {
    const entries = `[null, 'x', {}, { name: 5 }, { name: '' }, { name: 'a', inputSchema: {} }, { name: 'a', inputSchema: {} },
      { name: 'b', title: 1, description: 7, inputSchema: 'S', outputSchema: [], annotations: true }, { name: 'c', inputSchema: { type: 'object' } }]`
    const { tools, problems } = await list(await opened(listing(`{ tools: ${entries} }`)))
    expect(tools.map((tool) => ({ ...tool, raw: undefined }))).toEqual([
      { name: 'a', inputSchema: {} },
      { name: 'b' },
      { name: 'c', inputSchema: { type: 'object' } },
    ])
    expect(problems).toEqual([
      'An entry of tools/list is null; it must be an object.',
      'An entry of tools/list is a text; it must be an object.',
      'An entry of tools/list has no name: name is missing.',
      'An entry of tools/list has no name: name is a number.',
      'An entry of tools/list has an empty name.',
      'Two tools are named "a"; the first one counts.',
      'Tool "b": title is a number; it must be a text.',
      'Tool "b": description is a number; it must be a text.',
      'Tool "b": outputSchema is a list; it must be an object.',
      'Tool "b": annotations is a boolean; it must be an object.',
    ])
  })

  const one = `{ name: 'a', inputSchema: {} }`
  it.each([
    ['goes in circles', `{ tools: [], nextCursor: 'same' }`, 0, 'leads back to an earlier page'],
    ['never ends', `{ tools: [], nextCursor: String(Math.random()) }`, 0, 'more than 1000 pages'],
    ['has a cursor that is none', `{ tools: [${one}], nextCursor: 5 }`, 1, 'is a number; it must be a text'],
    [
      'breaks off',
      `cursor ? { tools: 5 } : { tools: [${one}], nextCursor: '2' }`,
      1,
      'The list of tools is not complete.',
    ],
    [
      'has too many tools',
      `{ tools: Array.from({ length: 10001 }, (_, i) => ({ name: 't' + i, inputSchema: {} })) }`,
      10_000,
      'more than 10000 tools',
    ],
  ])('that %s is read as far as that', async (_, result, count, problem) => {
    const { tools, problems } = await list(await opened(listing(result)))
    expect(tools).toHaveLength(count)
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it('that is none is a reason', async () => {
    const session = await opened(listing('{ tools: 5 }'))
    const reason = 'tools/list was answered without a list of tools: "tools" is a number.'
    expect(await session.listTools(OPEN_MS)).toEqual({ ok: false, reason })
  })
})

describe('a call', () => {
  it('gives the result as it came, its size, and when it was sent and complete', async () => {
    const session = await opened(rawServer('tools.echo = (input) => ({ ...text(input.word), extra: 1 })'))
    const before = Date.now()
    const reply = await session.callTool('echo', { word: 'grüße' }, LIMITS)
    const result = { content: [{ type: 'text', text: 'grüße' }], extra: 1 }
    const bytes = Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 2, result }))
    expect(reply).toMatchObject({ kind: 'result', result, bytes })
    expect(reply.sentAt).toBeGreaterThan(before - 100)
    expect(reply.endedAt).toBeGreaterThan(reply.sentAt)
    expect(reply.endedAt).toBeLessThan(Date.now() + 100)
  })

  it('answers what the server asks meanwhile', async () => {
    const asked = ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create', 'no/such']
    const session = await opened(
      rawServer(`tools.ask = async (_, id) => {
        send({ method: 'notifications/progress', params: { progressToken: id, progress: 1 } })
        send({ method: 'notifications/message', params: { level: 'info', data: 'x' } });
        ${JSON.stringify(asked)}.forEach((method, index) => send({ id: 'q' + index, method, params: {} }))
        while (heard.filter((message) => String(message.id).startsWith('q')).length < 5) await new Promise((r) => setTimeout(r, 5))
        return text(JSON.stringify(heard.filter((message) => String(message.id).startsWith('q'))))
      }`),
    )
    const answers = JSON.parse(String(textOf(await session.callTool('ask', {}, LIMITS)))) as unknown[]
    expect(answers).toMatchObject([
      { id: 'q0', result: {} },
      { id: 'q1', result: { roots: [] } },
      { id: 'q2', error: { code: -32601 } },
      { id: 'q3', error: { code: -32601 } },
      { id: 'q4', error: { code: -32601 } },
    ])
  })

  const outcomes = {
    'an error': {
      body: `send({ id, error: { code: -32602, message: 'bad', data: [1] } })`,
      reply: { kind: 'error', code: -32602, message: 'bad', data: [1] },
    },
    'an error to nobody': {
      body: `send({ id: null, error: { code: -32700, message: 'Parse error' } })`,
      reply: { kind: 'error', code: -32700 },
    },
    'an error beside a null result': {
      body: `send({ id, result: null, error: { code: 1, message: '' } })`,
      reply: { kind: 'error', code: 1 },
    },
    'an id sent back as text': {
      body: `send({ id: String(id), result: text('x') })`,
      reply: { kind: 'result' },
      problems: ['An answer has its id as a text; it was sent as a number.'],
    },
    'a result to nobody': {
      body: `send({ id: null, result: text('x') })`,
      reply: { kind: 'result' },
      problems: ['An answer has no id.'],
    },
    'two results': {
      body: `for (const word of ['one', 'two']) send({ id, result: text(word) })`,
      reply: { kind: 'result', result: { content: [{ text: 'one' }] } },
      problems: ['The server answered tools/call of "odd" twice.'],
    },
    'answers to nobody before its own': {
      body: `for (const other of [0, 99, -1, 'zz', id + 1, id]) send({ id: other, result: text('x') })`,
      reply: { kind: 'result' },
      problems: ['The server answered a request that was never made.'],
    },
    'an answer without an id before its own': {
      body: `send({ id: null, error: { code: 1, message: '' } }); send({ id, result: text('x') })`,
      reply: { kind: 'error', code: 1 },
    },
    'bytes that are no UTF-8': {
      body: `write(Buffer.from('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[{"type":"text","text":"\\xff"}]}}\\n', 'latin1'))`,
      reply: { kind: 'result', result: { content: [{ text: '\uFFFD' }] } },
      problems: ['The answer to tools/call of "odd" is not valid UTF-8.'],
    },
    'a reply in a batch': {
      body: `write(JSON.stringify([{ jsonrpc: '2.0', method: 'x' }, { jsonrpc: '2.0', id, result: text('x') }]) + '\\n')`,
      reply: { kind: 'result' },
    },
    'neither result nor error': {
      body: 'send({ id })',
      reply: { kind: 'malformed', reason: 'It has neither a result nor an error.' },
    },
    'both result and error': {
      body: `send({ id, result: {}, error: { code: 1, message: '' } })`,
      reply: { kind: 'malformed', reason: 'It has both a result and an error.' },
    },
    'a result that is a list': {
      body: 'send({ id, result: [] })',
      reply: { kind: 'malformed', reason: 'Its result is a list; it must be an object.' },
    },
    'an error that is a text': {
      body: `send({ id, error: 'no' })`,
      reply: { kind: 'malformed', reason: expect.stringContaining('Its error is a text') },
    },
    'an error without a code': {
      body: `send({ id, error: { message: 'no' } })`,
      reply: { kind: 'malformed', reason: expect.stringContaining('code is missing') },
    },
    'content that is no list': {
      body: `send({ id, result: { content: 'x' } })`,
      reply: { kind: 'malformed', reason: 'Its content is a text; it must be a list.' },
    },
    'content that is no block': {
      body: `send({ id, result: { content: [{ type: 'text', text: 'x' }, { type: 'text' }] } })`,
      reply: {
        kind: 'malformed',
        reason: 'Its content[1] is no content block: its text is missing; it must be a text.',
      },
    },
    'no content': {
      body: 'send({ id, result: { structuredContent: {} } })',
      reply: { kind: 'malformed', reason: 'Its content is missing; it must be a list.' },
    },
    'a question to the user': {
      body: `send({ id, result: { resultType: 'input_required', inputRequests: { a: 1 } } })`,
      reply: { kind: 'error', code: -32021, data: { a: 1 } },
    },
    'an unknown kind of result': {
      body: `send({ id, result: { resultType: 'later', content: [] } })`,
      reply: { kind: 'malformed', reason: expect.stringContaining('"later"') },
    },
    'what is no JSON': {
      body: `write('{"jsonrpc":"2.0","id":' + id + ',"result":{"x":NaN}}\\n')`,
      reply: { kind: 'malformed', reason: expect.stringContaining('It is not JSON') },
    },
    'too much': {
      body: `send({ id, result: text('x'.repeat(3 << 20)) })`,
      reply: { kind: 'oversize', bytes: expect.any(Number) },
    },
    'too much, the id last': {
      body: `write(JSON.stringify({ result: text('x'.repeat(3 << 20)), id }) + '\\n')`,
      reply: { kind: 'oversize' },
    },
    nothing: { body: '', limits: QUICK, reply: { kind: 'timeout', limitMs: 300 } },
    'progress without end': {
      body: `setInterval(() => send({ method: 'notifications/progress', params: { progressToken: id, progress: 1 } }), 20).unref()`,
      limits: QUICK,
      reply: { kind: 'timeout', limitMs: 300 },
    },
  }
  it.each(Object.entries(outcomes))('may be answered by %s, and the next call goes on', async (_, outcome) => {
    const session = await opened(
      rawServer(`tools.odd = (_, id) => { ${outcome.body} }; tools.fine = () => text('fine')`),
    )
    const limits = 'limits' in outcome ? outcome.limits : LIMITS
    expect(await session.callTool('odd', {}, limits)).toMatchObject(outcome.reply)
    expect(textOf(await session.callTool('fine', {}, LIMITS))).toBe('fine')
    expect(session.noise).toEqual([])
    const problems = 'problems' in outcome ? outcome.problems : []
    expect(session.problems).toMatchObject(problems.map((text) => ({ text, tool: 'odd' })))
    expect(session.problems).toHaveLength(problems.length)
  })

  it('that timed out is cancelled, and its late answer is nobody else’s', async () => {
    const session = await opened(
      rawServer(`
        tools.slow = (_, id) => { setTimeout(() => { send({ id, result: text('late') }); send({ id, result: text('again') }) }, 600) }
        tools.wait = () => new Promise((r) => setTimeout(() => r(text(JSON.stringify(heard.filter((m) => m.method === 'notifications/cancelled').map((m) => m.params)))), 900))`),
    )
    expect((await session.callTool('slow', {}, QUICK)).kind).toBe('timeout')
    expect(textOf(await session.callTool('wait', {}, LIMITS))).toBe('[{"requestId":2}]')
    expect(session.problems).toEqual([])
  })

  it('that runs beside others is held to its own limits', async () => {
    const session = await opened(
      rawServer(`tools.give = ({ bytes, ms }) => new Promise((r) => setTimeout(() => r(text('x'.repeat(bytes))), ms))`),
    )
    const small = { timeoutMs: 20_000, maxBytes: 1000 }
    const replies = await Promise.all([
      session.callTool('give', { bytes: 5000, ms: 50 }, LIMITS),
      session.callTool('give', { bytes: 5000, ms: 10 }, small),
      session.callTool('give', { bytes: 10, ms: 10_000 }, QUICK),
    ])
    expect(replies.map(({ kind }) => kind)).toEqual(['result', 'oversize', 'timeout'])
  })

  it.each([
    ['exits', 'process.exit(7)', 'The server exited with code 7.'],
    ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'The server was ended by SIGKILL.'],
  ])('ends as closed when the server %s, and so does every later one', async (_, body, reason) => {
    const session = await opened(rawServer(`tools.die = () => { ${body} }`))
    expect(await session.callTool('die', {}, LIMITS)).toMatchObject({ kind: 'closed', reason })
    expect(await session.callTool('die', {}, LIMITS)).toMatchObject({ kind: 'closed', reason })
    await session.close()
  })

  it('is answered even if the server exits right after', async () => {
    const last = `write(JSON.stringify({ id, result: text('x'.repeat(500000)) }), () => process.exit(0))`
    const session = await opened(rawServer(`tools.last = (_, id) => { ${last} }`))
    expect(await session.callTool('last', {}, LIMITS)).toMatchObject({ kind: 'result' })
  })

  it('ends as closed when a child of the dead server keeps the pipe open', async () => {
    const sleep = `(await import('node:child_process')).spawn('sleep', ['3'], { stdio: ['ignore', 'inherit', 'ignore'] })`
    const session = await opened(rawServer(`tools.die = async () => { ${sleep}; process.exit(1) }`))
    expect(await session.callTool('die', {}, LIMITS)).toMatchObject({ reason: 'The server exited with code 1.' })
  })

  it('with an input that no JSON can hold is not sent', async () => {
    const session = await opened(rawServer(''))
    expect(await session.callTool('x', { n: 1n }, LIMITS)).toMatchObject({ kind: 'malformed' })
  })

  it('still open when the session closes ends as closed', async () => {
    const session = await opened(rawServer('tools.hang = () => undefined'))
    const call = session.callTool('hang', {}, LIMITS)
    await session.close()
    const reason = 'The session was closed.'
    expect(await call).toMatchObject({ kind: 'closed', reason })
    expect(await session.callTool('hang', {}, LIMITS)).toMatchObject({ kind: 'closed', reason })
  })

  it('made right before the session closes is still sent', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const session = connectStdio({ stdin, stdout, exited: new Promise<never>(() => undefined) })
    const call = session.callTool('x', {}, LIMITS)
    await Promise.all([session.close(), call])
    expect(String(stdin.read())).toContain('"method":"tools/call"')
    expect(stdin.writableEnded).toBe(true)
  })

  it('to a server that neither reads nor answers, but asks, costs only so much memory', async () => {
    const exited = new Promise<never>(() => undefined)
    const [stdin, stdout] = [new PassThrough({ highWaterMark: 1 }), new PassThrough()]
    const session = connectStdio({ stdin, stdout, exited })
    const call = session.callTool('x', {}, QUICK)
    for (let id = 0; id < 10_000; id += 1) stdout.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`)
    expect((await call).kind).toBe('timeout')
    expect(stdin.writableLength + stdin.readableLength).toBeLessThan(10_000)
  })
})

it('noise that never ends a line is kept with the time it began', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const session = connectStdio({ stdin, stdout, exited: new Promise<never>(() => undefined) })
  const call = session.callTool('x', {}, QUICK)
  stdout.write('and so on ')
  const { sentAt, endedAt } = await call
  stdout.end('and on')
  await expect.poll(() => session.noise).toMatchObject([{ line: 'and so on and on' }])
  expect(session.noise[0]?.at).toBeGreaterThanOrEqual(sentAt)
  expect(session.noise[0]?.at).toBeLessThanOrEqual(endedAt)
})

it('noise is kept with its time, a hundred lines of it, and disturbs nothing', async () => {
  const session = await opened(
    rawServer(
      `write('Server started\\n{"level":"info"}\\n'); tools.talk = () => { for (let i = 0; i < 200; i++) console.log('line', i); return text('x') }`,
    ),
  )
  expect(session.noise.map(({ line }) => line)).toEqual(['Server started', '{"level":"info"}'])
  const { sentAt, endedAt, kind } = await session.callTool('talk', {}, LIMITS)
  expect(kind).toBe('result')
  expect(session.noise).toHaveLength(100)
  const during = session.noise.filter(({ at }) => at >= sentAt && at <= endedAt)
  expect(during.map(({ line }) => line)).toEqual(Array.from({ length: 98 }, (_, index) => `line ${index}`))
})

describe('official servers', () => {
  const sdk1 = `
    import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
    import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
    import { z } from 'zod'
    const server = new McpServer({ name: 'official', version: '1' })
    register(server)
    await server.connect(new StdioServerTransport())`
  const sdk2 = (legacy: string): string => `
    import { McpServer } from '@modelcontextprotocol/server'
    import { serveStdio } from '@modelcontextprotocol/server/stdio'
    import { z } from 'zod'
    serveStdio(() => {
      const server = new McpServer({ name: 'official', version: '1' })
      register(server)
      return server
    }, { legacy: '${legacy}' })`
  const register = `
    function register(server) {
      server.registerTool('add', { description: 'Add.', inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
        async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }))
      server.registerTool('hang', { inputSchema: z.object({}) }, () => new Promise(() => {}))
    }`

  it.each([
    ['1.32', sdk1, '2025-11-25'],
    ['2.4', sdk2('serve'), '2025-11-25'],
    ['2.4 without the legacy era', sdk2('reject'), '2026-07-28'],
  ])('SDK %s: opens, lists, calls, cancels, refuses', async (_, program, protocolVersion) => {
    const session = start(program + register)
    expect(await session.open(OPEN_MS)).toEqual({
      ok: true,
      server: { name: 'official', version: '1', protocolVersion },
    })
    const { tools, problems } = await list(session)
    expect(tools.map(({ name }) => name)).toEqual(['add', 'hang'])
    expect(tools[0]).toMatchObject({ description: 'Add.', outputSchema: { required: ['sum'] } })
    expect(problems).toEqual([])
    expect(await session.callTool('hang', {}, QUICK)).toMatchObject({ kind: 'timeout' })
    expect(await session.callTool('add', { a: 1, b: 2 }, LIMITS)).toMatchObject({
      result: { structuredContent: { sum: 3 } },
    })
    expect(await session.callTool('add', { a: 'x' }, LIMITS)).toMatchObject({ result: { isError: true } })
    expect(session.noise).toEqual([])
    await session.close()
  })
})
