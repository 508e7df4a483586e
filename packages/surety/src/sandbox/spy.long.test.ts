import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { find } from '../../../../test/machine.ts'

const nodeSpy = new URL('../../spy/node.mjs', import.meta.url).href
const pythonSpy = fileURLToPath(new URL('../../spy/python', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'surety-spy-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Event = { kind: string; from?: string; to?: string; how?: string; tool?: string; path?: string; sees?: string[] }
type Call = readonly [tool: string, input: object]

let files = 0
function write(source: string, extension = 'mjs'): string {
  files += 1
  const file = join(folder, `server-${files}.${extension}`)
  writeFileSync(file, source)
  return file
}

/** Runs a server under the spy, lists its tools, makes the calls one after the other, and returns what the spy said. */
async function watch(file: string, calls: readonly Call[]) {
  const log = `${file}.${Math.random()}.log`
  writeFileSync(log, '')
  const server = spawn(file.endsWith('.py') ? 'python3' : process.execPath, [file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `--import ${nodeSpy}`, PYTHONPATH: pythonSpy, SURETY_SPY: log },
  })
  const waiting = new Map<number, (answer: unknown) => void>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as { id: number }
    waiting.get(answer.id)?.(answer)
  })
  let id = 0
  const ask = (method: string, params: object) => {
    id += 1
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      server.once('exit', () => resolve('the server ended'))
    })
  }
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  await ask('tools/list', {})
  const answers: unknown[] = []
  for (const [name, input] of calls) answers.push(await ask('tools/call', { name, arguments: input }))
  server.kill('SIGKILL')
  const events = readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event)
  const seen = (what: string) =>
    events.flatMap(({ kind, tool, sees }) => (kind === 'spy' && sees?.includes(what) ? [tool] : []))
  return {
    answers,
    nested: events.filter(({ kind }) => kind === 'nested').map(({ from, to, how }) => `${from} -> ${to} (${how})`),
    mutations: events.filter(({ kind }) => kind === 'mutation').map(({ tool, path }) => `${tool} ${path}`),
    /** The tools of the calls that were looked into. */
    sees: { calls: seen('calls'), inputs: seen('inputs') },
  }
}

/** Speaks MCP by hand; `dispatch(name, args)` is each server's own. */
const RAW = `
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
const load = (id) => ({ id, name: 'user ' + id })
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const names = ['get_user', 'report', 'summary', 'rename']
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } } })
  if (method === 'tools/list') send({ id, result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) } })
  if (method === 'tools/call') send({ id, result: { content: [{ type: 'text', text: JSON.stringify(await dispatch(params.name, params.arguments)) }] } })
})
`

const path = (module: string) => fileURLToPath(import.meta.resolve(module))
const SDK = (server: string) => `
import { z } from '${path('zod')}'
${server}
const load = (id) => ({ id, name: 'user ' + id })
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })
`
const V1 = SDK(`
import { McpServer } from '${path('@modelcontextprotocol/sdk/server/mcp.js')}'
import { StdioServerTransport } from '${path('@modelcontextprotocol/sdk/server/stdio.js')}'
`)
const V2 = SDK(`
import { McpServer } from '${path('@modelcontextprotocol/server')}'
import { StdioServerTransport } from '${path('@modelcontextprotocol/server/stdio')}'
`)
const REGISTERED = (schema: string, callGetUser: string) => `
const server = new McpServer({ name: 'sdk', version: '1' })
const input = ${schema}
const getUser = server.registerTool('get_user', { inputSchema: input }, async ({ id }) => text(load(id)))
server.registerTool('report', { inputSchema: input }, async ({ id }, extra) => text(await ${callGetUser}))
server.registerTool('summary', { inputSchema: input }, async ({ id }) => text(load(id).name))
server.registerTool('rename', { inputSchema: input }, async (args) => { args.tags.push('renamed'); return text(args) })
await server.connect(new StdioServerTransport())
`
const SHAPE = '{ id: z.number(), tags: z.array(z.string()) }'

const servers: Record<string, string> = {
  'a raw server with an object of handlers': `${RAW}
    const handlers = {
      get_user: (args) => load(args.id),
      report: async (args) => ({ user: await handlers.get_user({ id: args.id }) }),
      summary: (args) => load(args.id).name,
      async rename(args) { args.tags.push('renamed'); return args },
    }
    const dispatch = (name, args) => handlers[name](args)`,
  'a raw server with a Map of handlers': `${RAW}
    const handlers = new Map([
      ['get_user', (args) => load(args.id)],
      ['report', async (args) => ({ user: await handlers.get('get_user')({ id: args.id }) })],
      ['summary', (args) => load(args.id).name],
      ['rename', (args) => { args.tags.push('renamed'); return args }],
    ])
    const dispatch = (name, args) => handlers.get(name)(args)`,
  'a raw server with a list of tools': `${RAW}
    const tools = [
      { name: 'get_user', description: 'x', handler: (args) => load(args.id) },
      { name: 'report', handler: async (args) => tools[0].handler({ id: args.id }) },
      { name: 'summary', handler: (args) => load(args.id).name },
      { name: 'rename', handler: (args) => { args.tags.push('renamed'); return args } },
    ]
    const dispatch = (name, args) => tools.find((tool) => tool.name === name).handler(args)`,
  'a raw server with a class per tool': `${RAW}
    class Tool { constructor(name) { this.name = name } }
    class GetUser extends Tool { execute(args) { return load(args.id) } }
    class Report extends Tool { async execute(args) { return tools.get('get_user').execute({ id: args.id }) } }
    class Summary extends Tool { execute(args) { return load(args.id).name } }
    class Rename extends Tool { execute(args) { args.tags.push('renamed'); return args } }
    const tools = new Map([new GetUser('get_user'), new Report('report'), new Summary('summary'), new Rename('rename')].map((tool) => [tool.name, tool]))
    const dispatch = (name, args) => tools.get(name).execute(args)`,
  'a server on SDK v1 that calls the registered callback':
    V1 + REGISTERED(SHAPE, '(getUser.handler ?? getUser.callback)({ id, tags: [] }, extra)'),
  "a server on SDK v1 that goes through the server's own request handler":
    V1 +
    REGISTERED(
      SHAPE,
      "server.server._requestHandlers.get('tools/call')({ method: 'tools/call', params: { name: 'get_user', arguments: { id, tags: [] } } }, extra)",
    ),
  'a server on SDK v1 that is its own client, over a transport in memory': `${V1}
    import { Client } from '${path('@modelcontextprotocol/sdk/client/index.js')}'
    import { InMemoryTransport } from '${path('@modelcontextprotocol/sdk/inMemory.js')}'
    const input = ${SHAPE}
    function build() {
      const server = new McpServer({ name: 'sdk', version: '1' })
      server.registerTool('get_user', { inputSchema: input }, async ({ id }) => text(load(id)))
      server.registerTool('report', { inputSchema: input }, async ({ id }) => {
        const [here, there] = InMemoryTransport.createLinkedPair()
        const client = new Client({ name: 'inner', version: '1' })
        await Promise.all([build().connect(there), client.connect(here)])
        return client.callTool({ name: 'get_user', arguments: { id, tags: [] } })
      })
      server.registerTool('summary', { inputSchema: input }, async ({ id }) => text(load(id).name))
      server.registerTool('rename', { inputSchema: input }, async (args) => { args.tags.push('renamed'); return text(args) })
      return server
    }
    await build().connect(new StdioServerTransport())`,
  'a server on SDK v2 that calls the registered callback':
    V2 + REGISTERED(`z.object(${SHAPE})`, 'getUser.handler({ id, tags: [] }, extra)'),
  "a server on SDK v2 that goes through the server's own request handler":
    V2 +
    REGISTERED(
      `z.object(${SHAPE})`,
      "server.server._requestHandlers.get('tools/call')({ method: 'tools/call', params: { name: 'get_user', arguments: { id, tags: [] } } }, extra)",
    ),
}

/** Those whose handlers have names of their own: only counting what runs shows a direct call. */
const named: Record<string, string> = {
  'a raw server with named handlers': `${RAW}
    const getUser = (args) => load(args.id)
    async function report(args) { return { user: getUser({ id: args.id }) } }
    const summary = (args) => load(args.id).name
    const rename = (args) => { args.tags.push('renamed'); return args }
    const handlers = { get_user: getUser, report, summary, rename }
    const dispatch = (name, args) => handlers[name](args)`,
  'a raw server with a switch over functions': `${RAW}
    const reply = (value) => ({ value })
    function fetchOne(args) { return load(args.id) }
    async function makeReport(args) { return { user: fetchOne({ id: args.id }) } }
    async function dispatch(name, args) {
      switch (name) {
        case 'get_user': return reply(fetchOne(args))
        case 'report': return reply(await makeReport(args))
        case 'summary': { const user = load(args.id); return reply(user.name) }
        case 'rename': args.tags.push('renamed'); return reply(args)
        default: throw new Error('unknown tool')
      }
    }`,
  'a raw server that enters its switch again': `${RAW}
    async function dispatch(name, args) {
      switch (name) {
        case 'get_user': return load(args.id)
        case 'report': return { user: await dispatch('get_user', { id: args.id }) }
        case 'summary': return load(args.id).name
        case 'rename': args.tags.push('renamed'); return args
      }
    }`,
  'a raw server with a chain of ifs': `${RAW}
    async function dispatch(name, args) {
      if (name === 'get_user') return get_user(args)
      else if (name === 'report') { return makeReport(args) }
      if (name === 'summary') return load(args.id).name
      if ('rename' === name) { args.tags.push('renamed'); return args }
    }
    function get_user(args) { return load(args.id) }
    function makeReport(args) { return { user: get_user(args) } }`,
  'a server on SDK v2 with named callbacks': `${V2}
    const server = new McpServer({ name: 'sdk', version: '1' })
    const input = z.object(${SHAPE})
    async function getUser({ id }) { return text(load(id)) }
    server.registerTool('get_user', { inputSchema: input }, getUser)
    server.registerTool('report', { inputSchema: input }, async ({ id }) => getUser({ id, tags: [] }))
    server.registerTool('summary', { inputSchema: input }, async ({ id }) => text(load(id).name))
    server.registerTool('rename', { inputSchema: input }, async (args) => { args.tags.push('renamed'); return text(args) })
    await server.connect(new StdioServerTransport())`,
}

const input = { id: 7, tags: [] }
const CALLS = ['summary', 'report', 'get_user', 'rename'].map((tool): Call => [tool, input])
const CALLED = CALLS.map(([tool]) => tool)
const FOUND = {
  nested: ['report -> get_user (handler)'],
  mutations: ['rename $.tags[0]'],
  sees: { calls: CALLED, inputs: CALLED },
}

describe('the Node spy sees a hidden call and a changed input, and blames no shared helper, in', () => {
  test.each(Object.entries({ ...servers, ...named }))('%s', async (_, source) => {
    expect(await watch(write(source), CALLS)).toMatchObject(FOUND)
  })

  const bundled = Object.entries({ ...servers, ...named }).filter(([title]) => !/list|class|Map/.test(title))
  test.each(bundled)('%s, bundled and minified', async (_, source) => {
    const outDir = mkdtempSync(join(folder, 'bundle-'))
    const options = {
      outDir,
      ssr: write(source),
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'server.mjs' } },
    }
    await build({ configFile: false, root: folder, logLevel: 'silent', ssr: { noExternal: true }, build: options })
    expect(await watch(join(outDir, 'server.mjs'), CALLS)).toMatchObject(FOUND)
  })
})

describe('the Node spy', () => {
  const run = (source: string, calls: readonly Call[]) => watch(write(RAW + source), calls)

  test('leaves the functions of the language and of Node alone, whatever the tools are called', async () => {
    const source = `
      names.splice(0, 4, 'get', 'set', 'add', 'has', 'push', 'map', 'fetch', 'log', 'write', 'parse', 'then')
      const untouched = [Map.prototype.get, Set.prototype.add, Array.prototype.map, globalThis.fetch, console.log, process.stdout.write, Promise.prototype.then]
      const handlers = Object.fromEntries(names.map((name) => [name, (args) => {
        const now = [Map.prototype.get, Set.prototype.add, Array.prototype.map, globalThis.fetch, console.log, process.stdout.write, Promise.prototype.then]
        return now.every((one, index) => one === untouched[index])
      }]))
      const dispatch = (name, args) => handlers[name](args)`
    const { answers, nested } = await run(source, [
      ['get', input],
      ['then', input],
    ])
    expect(JSON.stringify(answers).match(/"text":"true"/g)).toHaveLength(2)
    expect(nested).toEqual([])
  })

  test('names the tool that made each call in a chain', async () => {
    const chain = `
      const handlers = {
        get_user: (args) => load(args.id),
        summary: (args) => handlers.get_user(args),
        report: async (args) => { await null; return handlers.summary(args) },
      }
      const dispatch = (name, args) => handlers[name](args)`
    const expected = ['report -> summary (handler)', 'summary -> get_user (handler)']
    expect((await run(chain, [['report', input]])).nested).toEqual(expected)
    const direct = `
      const get_user = (args) => load(args.id)
      const summary = (args) => get_user(args)
      const report = async (args) => { await null; return summary(args) }
      const handlers = { get_user, summary, report }
      const dispatch = (name, args) => handlers[name](args)`
    expect((await run(direct, [['report', input]])).nested.toSorted()).toEqual(expected)
  })

  test.each([
    [
      'recursion',
      'const handlers = { get_user: (args) => args.id > 0 ? handlers.get_user({ id: args.id - 1 }) : 0, report: (args) => args }',
    ],
    [
      'two names for one function',
      'const one = (args) => load(args.id); const handlers = { get_user: one, report: one }',
    ],
    [
      'a store with methods named like tools',
      `
      const store = { get_user: (id) => load(id), report: (id) => id }
      const handlers = { get_user: (args) => store.get_user(args.id), report: (args) => store.get_user(args.id) }`,
    ],
    [
      'a class with methods named like tools',
      `
      class Store { get_user(args) { return load(args.id) } }
      const store = new Store()
      const handlers = { get_user: (args) => store.get_user(args), report: (args) => store.get_user(args) }`,
    ],
    [
      'a store whose methods take nothing',
      `
      const store = { get_user: () => load(1), report: () => 1 }
      const makeReport = (args) => [store.get_user()]
      const dispatch = (name, args) => {
        switch (name) {
          case 'get_user': return store.get_user()
          case 'report': return makeReport(args)
        }
      }`,
    ],
    [
      'helpers that check and read the input',
      `
      const check = (args) => { if (args.id === undefined) throw new Error('no id') }
      const parse = (args) => ({ ...args })
      function makeReport(args) { check(args); return parse(args) }
      function fetchOne(args) { return load(args.id) }
      const dispatch = (name, args) => {
        if (name === 'report') return makeReport(args)
        if (name === 'get_user') {
          check(args)
          const parsed = parse(args)
          return { user: fetchOne(parsed) }
        }
      }`,
    ],
    [
      'input that is copied before it is changed',
      `
      const handlers = { get_user: ({ ...args }) => { args.id = 1; return args }, report: (args) => { args = structuredClone(args); args.tags.push(1); return args } }`,
    ],
    [
      'a request that is written to a log',
      `
      const handlers = { get_user: (args) => args, report: (args) => { JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }); return args } }`,
    ],
  ])('says nothing about %s', async (_, source) => {
    const calls: Call[] = [
      ['get_user', input],
      ['report', input],
      ['get_user', input],
    ]
    const dispatch = source.includes('dispatch') ? '' : 'const dispatch = (name, args) => handlers[name](args)'
    const { nested, mutations } = await run(`${source}\n${dispatch}`, calls)
    expect({ nested, mutations }).toEqual({ nested: [], mutations: [] })
  })

  const other = write(`${RAW}\nconst dispatch = (name, args) => load(args.id)`)
  const child = `
    import { spawn } from 'node:child_process'
    import { once } from 'node:events'
    const askChild = async (line) => {
      const server = spawn(process.execPath, [${JSON.stringify(other)}], { stdio: ['pipe', 'pipe', 'inherit'] })
      server.stdin.write(line + '\\n')
      const [answer] = await once(server.stdout, 'data')
      server.kill()
      return String(answer)
    }
    const request = (name) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { id: 1 } } })`
  test('sees a client that calls a tool of another server, once', async () => {
    const handlers = `${child}
      const handlers = { report: (args) => askChild(JSON.stringify(request('get_user'))) }
      const dispatch = (name, args) => handlers[name](args)`
    expect((await run(handlers, [['report', input]])).nested).toEqual(['report -> get_user (client)'])
  })

  test('sees a call that a server started by the tool receives', async () => {
    const handlers = `${child}
      const handlers = { report: (args) => askChild('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_user","arguments":{"id":1}}}') }
      const dispatch = (name, args) => handlers[name](args)`
    expect((await run(handlers, [['report', input]])).nested).toEqual(['report -> get_user (process)'])
  })

  test('shows each changed place of an input, with what was there before', async () => {
    const source = `const dispatch = (name, args) => { args.id = 8; delete args.gone; args['a b'] = { deep: [1] }; return args }`
    const { mutations } = await run(source, [['get_user', { id: 7, gone: true, tags: [] }]])
    expect(mutations).toEqual(['get_user $.id', 'get_user $.gone', 'get_user $["a b"]'])
  })

  test('looks into calls that were made before it knew all the handlers', async () => {
    const two = `
      const first = { summary: (args) => load(args.id).name, report: (args) => second.get_user({ id: args.id }) }
      const second = { get_user: (args) => load(args.id), rename: (args) => args }
      const dispatch = (name, args) => (first[name] ?? second[name])(args)`
    const { nested, sees } = await run(two, CALLS)
    expect({ nested, calls: sees.calls }).toEqual({ nested: ['report -> get_user (handler)'], calls: CALLED })
    expect((await run(two, CALLS.slice(0, 2))).sees.calls).toEqual([])
  })

  test('sees a handler that is called by another name, or made anew', async () => {
    const aliased = `
      const handlers = { get_user: (args) => load(args.id), report: (args) => find({ id: args.id }), summary: (args) => args, rename: (args) => args }
      const find = handlers.get_user
      const dispatch = (name, args) => handlers[name](args)`
    const anew = `
      const make = () => ({ get_user: (args) => load(args.id), report: (args) => make().get_user({ id: args.id }), summary: (args) => args, rename: (args) => args })
      const handlers = make()
      const dispatch = (name, args) => handlers[name](args)`
    for (const source of [aliased, anew]) {
      expect((await run(source, [['report', input]])).nested).toEqual(['report -> get_user (handler)'])
    }
  })

  test.each([
    [
      'put around it',
      `const guarded = (handler) => (args) => { try { return handler(args) } catch { return 'failed' } }
       function getUser(args) { return load(args.id) }
       const handlers = { get_user: guarded(getUser), report: guarded((args) => getUser({ id: args.id })), summary: guarded((args) => load(args.id).name), rename: guarded((args) => args) }`,
    ],
    [
      'that registers it from a table',
      `const table = {
         one: { run: (args) => load(args.id) },
         two: { run: (args) => table.one.run({ id: args.id }) },
         three: { run: (args) => load(args.id).name },
         four: { run: (args) => args },
       }
       const handlers = {}
       for (const [index, definition] of Object.values(table).entries()) handlers[names[index]] = (args) => definition.run(args)`,
    ],
  ])('sees a handler that is called past the function %s', async (_, source) => {
    const { nested, sees } = await run(`${source}\nconst dispatch = (name, args) => handlers[name](args)`, CALLS)
    expect({ nested, calls: sees.calls }).toEqual({ nested: ['report -> get_user (handler)'], calls: CALLED })
  })

  const serving = (report: string) => `
    import { fork, spawn } from 'node:child_process'
    import { Worker } from 'node:worker_threads'
    import { once } from 'node:events'
    const handlers = { get_user: (args) => load(args.id), report: async (args) => { ${report} }, summary: (args) => load(args.id).name, rename: (args) => args }
    const dispatch = (name, args) => handlers[name](args)`
  const echo = write(`process.once('message', (message) => process.send(message, () => process.disconnect()))`)
  test.each([
    [
      'handed to a worker',
      `const worker = new Worker("const { parentPort } = require('node:worker_threads'); parentPort.once('message', (message) => parentPort.postMessage(message))", { eval: true })
       worker.postMessage(args)
       return (await once(worker, 'message'))[0]`,
    ],
    [
      'handed to a forked process',
      `const child = fork(${JSON.stringify(echo)})
       child.send(args)
       return (await once(child, 'message'))[0]`,
    ],
    [
      'passed on to a server that has the same tool',
      `return JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'report', arguments: args } }).length`,
    ],
    [
      'served by a process without a spy',
      `const child = spawn(process.execPath, ['-e', '1'], { env: {} })
       await once(child, 'exit')
       return args`,
    ],
    [
      'served by a process of a server that has taken the spy out of its environment',
      `delete process.env.NODE_OPTIONS
       const child = spawn(process.execPath, ['-e', '1'])
       await once(child, 'exit')
       return args`,
    ],
  ])('claims no sight of what a call calls that is %s', async (_, report) => {
    const calls: Call[] = [
      ['report', input],
      ['summary', input],
    ]
    const { nested, sees } = await run(serving(report), calls)
    expect({ nested, calls: sees.calls }).toEqual({ nested: [], calls: ['summary'] })
  })

  test.each([
    ['writes its requests to a log', `return process.stderr.write(JSON.stringify(args).slice(0, 0))`],
    [
      'runs another program',
      `await once(spawn('true', { env: {} }), 'exit')
 return args`,
    ],
    [
      'runs a script of its own',
      `await once(spawn(process.execPath, ['-e', '1']), 'exit')
 return args`,
    ],
  ])('looks into a call that %s', async (_, report) => {
    expect((await run(serving(report), [['report', input]])).sees).toEqual({ calls: ['report'], inputs: ['report'] })
  })

  test('says what it saw only of calls that were accepted', async () => {
    const refusing = `const handlers = { get_user: (args) => load(args.id), report: (args) => args, summary: (args) => args, rename: (args) => args }
      const dispatch = (name, args) => { if (typeof args.id !== 'number') throw new Error('no id'); return handlers[name](args) }
      process.on('unhandledRejection', () => send({ id: 3, result: { isError: true, content: [] } }))`
    const calls: Call[] = [
      ['get_user', {}],
      ['report', input],
    ]
    expect((await run(refusing, calls)).sees).toEqual({ calls: ['report'], inputs: ['report'] })
  })

  test('changes nothing a program can notice, with or without a file to write to', () => {
    const program = write(`
      console.log(JSON.stringify.name, JSON.stringify.length, JSON.parse.length, String(JSON.parse).includes('native code'))
      console.log(JSON.stringify({ a: [1, undefined, () => 1] }, null, 1), JSON.parse('{"a":1}', (key, value) => key ? value + 1 : value))
      try { JSON.parse('{') } catch (error) { console.log(error.name) }
      console.log(JSON.stringify(undefined), JSON.parse('[{"jsonrpc":"2.0","id":1,"method":"tools/call"}]').length)`)
    const output = (env: Record<string, string>) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
      return { stdout, stderr, status }
    }
    const bare = output({})
    for (const file of [join(folder, 'missing.log'), join(folder, 'no', 'such', 'folder'), '']) {
      expect(output({ NODE_OPTIONS: `--import ${nodeSpy}`, SURETY_SPY: file })).toEqual(bare)
    }
    expect(existsSync(join(folder, 'missing.log'))).toBe(false)
  })
})

/** Speaks MCP by hand; `dispatch(name, args)` is each server's own. */
const RAW_PYTHON = (body: string) => `
import json
import sys

def load(id):
    return {"id": id, "name": f"user {id}"}

def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
    sys.stdout.flush()
${body}
NAMES = ["get_user", "report", "summary", "rename"]
for line in sys.stdin:
    message = json.loads(line)
    method, params = message["method"], message.get("params")
    if method == "initialize":
        send({"id": message["id"], "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "raw", "version": "1"}}})
    if method == "tools/list":
        send({"id": message["id"], "result": {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES]}})
    if method == "tools/call":
        answer = dispatch(params["name"], params["arguments"])
        send({"id": message["id"], "result": {"content": [{"type": "text", "text": json.dumps(answer)}]}})
`
const FUNCTIONS = `
def get_user(args):
    return load(args["id"])

def make_report(args):
    return {"user": get_user({"id": args["id"]})}

def summary(args):
    return load(args["id"])["name"]

def rename(args):
    args["tags"].append("renamed")
    return args
`
const pythonServers: Record<string, string> = {
  'a dict of lambdas': `
HANDLERS = {
    "get_user": lambda args: load(args["id"]),
    "report": lambda args: {"user": HANDLERS["get_user"]({"id": args["id"]})},
    "summary": lambda args: load(args["id"])["name"],
    "rename": lambda args: args["tags"].append("renamed"),
}
def dispatch(name, args):
    return HANDLERS[name](args)
`,
  'a dict of functions that call each other directly': `${FUNCTIONS}
def dispatch(name, args):
    return {"get_user": get_user, "report": make_report, "summary": summary, "rename": rename}[name](args)
HANDLERS = {"get_user": get_user, "report": make_report, "summary": summary, "rename": rename}
def dispatch(name, args):
    return HANDLERS[name](args)
`,
  'functions with keyword parameters': `
def get_user(id, tags=None):
    return load(id)
def report(id, tags):
    return {"user": get_user(id)}
def summary(id, tags):
    return load(id)["name"]
def rename(id, tags):
    tags.append("renamed")
HANDLERS = {"get_user": {"description": "x", "handler": get_user}, "report": {"handler": report}, "summary": {"handler": summary}, "rename": {"handler": rename}}
def dispatch(name, args):
    return HANDLERS[name]["handler"](**args)
`,
  'a chain of ifs over functions': `${FUNCTIONS}
def dispatch(name, args):
    if name == "get_user":
        return get_user(args)
    elif name == "report":
        return make_report(args)
    elif name == "summary":
        return summary(args)
    elif name == "rename":
        return rename(args)
    raise ValueError(name)
`,
  'a chain of ifs that is entered again': `
def dispatch(name, args):
    if name == "get_user":
        return load(args["id"])
    if name == "report":
        return {"user": dispatch("get_user", {"id": args["id"]})}
    if name == "summary":
        return load(args["id"])["name"]
    if "rename" == name:
        args["tags"].append("renamed")
        return args
`,
  'a match statement over functions': `${FUNCTIONS}
def dispatch(name, args):
    match name:
        case "get_user":
            return get_user(args)
        case "report":
            return make_report(args)
        case "summary":
            return summary(args)
        case "rename":
            return rename(args)
`,
  'a class per tool, on threads': `
import threading
class Tool:
    def __init__(self, name):
        self.name = name
class GetUser(Tool):
    def execute(self, args):
        return load(args["id"])
class Report(Tool):
    def execute(self, args):
        return TOOLS["get_user"].execute({"id": args["id"]})
class Summary(Tool):
    def execute(self, args):
        return load(args["id"])["name"]
class Rename(Tool):
    def execute(self, args):
        args["tags"].append("renamed")
TOOLS = {tool.name: tool for tool in [GetUser("get_user"), Report("report"), Summary("summary"), Rename("rename")]}
def dispatch(name, args):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(TOOLS[name].execute(args)))
    thread.start()
    thread.join()
    return answers[0]
`,
  coroutines: `
import asyncio
async def get_user(args):
    await asyncio.sleep(0)
    return load(args["id"])
async def make_report(args):
    await asyncio.sleep(0)
    return {"user": await asyncio.create_task(get_user({"id": args["id"]}))}
async def summary(args):
    return load(args["id"])["name"]
async def rename(args):
    await asyncio.sleep(0)
    args["tags"].append("renamed")
HANDLERS = {"get_user": get_user, "report": make_report, "summary": summary, "rename": rename}
def dispatch(name, args):
    return asyncio.run(HANDLERS[name](args))
`,
}

const MCP = `
from mcp.server.mcpserver import MCPServer
server = MCPServer("sdk")

def load(id):
    return {"id": id, "name": f"user {id}"}

@server.tool()
def get_user(id: int, tags: list[str]) -> dict:
    return load(id)

@server.tool()
async def report(id: int, tags: list[str]) -> dict:
    return {"user": get_user(id, [])}

@server.tool()
def summary(id: int, tags: list[str]) -> str:
    return load(id)["name"]

@server.tool()
def rename(id: int, tags: list[str]) -> list[str]:
    tags.append("renamed")
    return tags

server.run()
`

const python = find('python3')
const can = (module: string) => python !== undefined && spawnSync(python, ['-c', `import ${module}`]).status === 0

describe.skipIf(python === undefined)('the Python spy', () => {
  test.each(Object.entries(pythonServers))(
    'sees a hidden call and a changed input, and blames no shared helper, in a raw server with %s',
    async (_, body) => {
      expect(await watch(write(RAW_PYTHON(body), 'py'), CALLS)).toMatchObject(FOUND)
    },
  )

  test.skipIf(!can('mcp.server.mcpserver'))('sees them in a server on the Python SDK', async () => {
    expect(await watch(write(MCP, 'py'), CALLS)).toMatchObject(FOUND)
  })

  test.each([
    [
      'recursion',
      'HANDLERS = {"get_user": lambda args: HANDLERS["get_user"]({"id": args["id"] - 1}) if args["id"] else 0, "report": lambda args: args}',
    ],
    [
      'two names for one function',
      'def one(args): return load(args["id"])\nHANDLERS = {"get_user": one, "report": one}',
    ],
    [
      'a store with methods named like tools',
      `
class Store:
    def get_user(self, args): return load(args["id"])
store = Store()
HANDLERS = {"get_user": lambda args: store.get_user(args), "report": lambda args: store.get_user(args)}`,
    ],
    [
      'a store whose methods take nothing',
      `
class Store:
    def get_user(self): return load(1)
store = Store()
def make_report(args): return [store.get_user()]
def dispatch(name, args):
    if name == "get_user": return store.get_user()
    if name == "report": return make_report(args)`,
    ],
    [
      'helpers that check and read the input',
      `
def check(args): assert "id" in args
def parse(args): return {**args}
def make_report(args):
    check(args)
    return parse(args)
def fetch_one(args): return load(args["id"])
def dispatch(name, args):
    if name == "report": return make_report(args)
    if name == "get_user":
        check(args)
        parsed = parse(args)
        return {"user": fetch_one(parsed)}`,
    ],
    [
      'input that is copied before it is changed',
      'HANDLERS = {"get_user": lambda args: {**args}.pop("id"), "report": lambda args: [*args["tags"]].append(1)}',
    ],
  ])('says nothing about %s', async (_, source) => {
    const calls: Call[] = [
      ['get_user', input],
      ['report', input],
      ['get_user', input],
    ]
    const dispatch = source.includes('dispatch') ? '' : 'def dispatch(name, args): return HANDLERS[name](args)'
    const { nested, mutations } = await watch(write(RAW_PYTHON(`${source}\n${dispatch}`), 'py'), calls)
    expect({ nested, mutations }).toEqual({ nested: [], mutations: [] })
  })

  const otherPython = write(RAW_PYTHON('def dispatch(name, args): return load(args["id"])'), 'py')
  const asking = (line: string) => `
import subprocess
REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_user", "arguments": {"id": 1}}}
def report(args):
    return subprocess.run([sys.executable, ${JSON.stringify(otherPython)}], input=${line}, text=True, capture_output=True).stdout
def dispatch(name, args): return {"report": report}[name](args)`
  test.each([
    ['client', 'json.dumps(REQUEST) + "\\n"'],
    [
      'process',
      `'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_user","arguments":{"id":1}}}\\n'`,
    ],
  ])('sees a call to a tool of another server, once, as %s', async (how, line) => {
    expect((await watch(write(RAW_PYTHON(asking(line)), 'py'), [['report', input]])).nested).toEqual([
      `report -> get_user (${how})`,
    ])
  })

  const serving = (report: string) => `
import os
import subprocess
from concurrent.futures import ProcessPoolExecutor
def get_user(args): return load(args["id"])
def summary(args): return load(args["id"])["name"]
def rename(args): return args
def report(args):
${report}
HANDLERS = {"get_user": get_user, "report": report, "summary": summary, "rename": rename}
def dispatch(name, args): return HANDLERS[name](args)`
  const TWO: Call[] = [
    ['report', input],
    ['summary', input],
  ]
  test.each([
    ['served by a process without a spy', '    return subprocess.run([sys.executable, "-c", "1"], env={}).returncode'],
    [
      'served by a process of a server that has taken the spy out of its environment',
      '    del os.environ["PYTHONPATH"]\n    return subprocess.run([sys.executable, "-c", "1"]).returncode',
    ],
    [
      'passed on to a server that has the same tool',
      '    return len(json.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "report", "arguments": args}}))',
    ],
  ])('claims no sight of what a call calls that is %s', async (_, report) => {
    const { nested, sees } = await watch(write(RAW_PYTHON(serving(report)), 'py'), TWO)
    expect({ nested, calls: sees.calls }).toEqual({ nested: [], calls: ['summary'] })
  })

  test.each([
    ['writes its request to a log', '    return len(json.dumps(message))'],
    ['runs another program', '    return subprocess.run(["true"], env={}).returncode'],
    ['makes very many calls of its own', '    return sum(map(lambda one: one, range(200_000)))'],
  ])('looks into a call that %s', async (_, report) => {
    const { sees } = await watch(write(RAW_PYTHON(serving(report)), 'py'), TWO)
    expect(sees.calls).toEqual(['report', 'summary'])
  })

  test('sees a hidden call that a fork makes', async () => {
    const forking = serving(`    with ProcessPoolExecutor(1) as pool:
        return pool.submit(get_user, {"id": args["id"]}).result()`)
    const { nested, sees } = await watch(write(RAW_PYTHON(forking), 'py'), [...TWO, ['get_user', input]])
    expect({ nested, calls: sees.calls }).toEqual({
      nested: ['report -> get_user (handler)'],
      calls: ['report', 'summary', 'get_user'],
    })
  })

  test('claims no sight of a call that is handled in another process', async () => {
    const pooled = `
import multiprocessing
import os
def get_user(args): return load(args["id"])
def report(args): return get_user({"id": args["id"]})
def summary(args): return load(args["id"])["name"]
HANDLERS = {"get_user": get_user, "report": report, "summary": summary, "rename": lambda args: args}
here, there = multiprocessing.Pipe()
if os.fork() == 0:
    here.close()
    try:
        while True:
            there.send(HANDLERS["report"](there.recv()))
    except EOFError:
        os._exit(0)
there.close()
def dispatch(name, args):
    if name == "report":
        here.send(args)
        return here.recv()
    return HANDLERS[name](args)
`
    const { nested, sees } = await watch(write(RAW_PYTHON(pooled), 'py'), [
      ['summary', input],
      ['report', input],
    ])
    expect({ nested, sees }).toEqual({ nested: [], sees: { calls: ['summary'], inputs: ['summary'] } })
  })

  test('changes nothing a program can notice, and runs the sitecustomize it hides', () => {
    const site = mkdtempSync(join(folder, 'site-'))
    writeFileSync(join(site, 'sitecustomize.py'), 'print("hidden", __name__)')
    const program = write(
      'import json\nprint(json.loads("[1]"), json.dumps({"jsonrpc": "2.0"}), json.dumps.__name__)\ntry:\n  json.loads("{")\nexcept ValueError as error:\n  print(error)',
      'py',
    )
    const output = (env: Record<string, string>) => {
      const { stdout, stderr, status } = spawnSync('python3', [program], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
      return { stdout, stderr, status }
    }
    const bare = output({ PYTHONPATH: site })
    expect(bare.stdout).toContain('hidden sitecustomize')
    for (const file of [join(folder, 'noise.log'), join(folder, 'no', 'such', 'folder'), '']) {
      expect(output({ PYTHONPATH: `${pythonSpy}:${site}`, SURETY_SPY: file })).toEqual(bare)
    }
  })
})
