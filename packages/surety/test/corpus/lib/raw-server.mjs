import { createInterface } from 'node:readline'
import { problemIn, schemaOf } from './schema.mjs'

/**
 * @typedef {Record<string, any>} Values
 *
 * @typedef {object} Session What a tool may do besides returning.
 * @property {(message: Values) => void} send a message of any shape to the client
 * @property {(line: string) => void} write one line to stdout, whatever it is
 * @property {(method: string, params: Values) => Promise<unknown>} dispatch as if the client had asked
 * @property {unknown} id of the request being answered
 * @property {unknown} progressToken
 *
 * @typedef {object} Tool
 * @property {string} description
 * @property {Values} [input] schemas by property; required unless it has a default or is in `optional`
 * @property {string[]} [optional]
 * @property {Values | null} [output] schemas by property, all required; null for a tool that answers with text
 * @property {Values} [annotations]
 * @property {Values} [definition] keys that replace those of the listed definition
 * @property {boolean} [lax] takes any input
 * @property {boolean} [raw] what `run` returns is the JSON-RPC result as it stands
 * @property {(args: any, session: Session) => unknown} run nothing returned means `{ done: true }`
 *
 * @typedef {Record<string, Tool>} Tools
 *
 * @typedef {object} Options
 * @property {number} [pageSize] of tools/list
 * @property {(listed: Values[], times: number) => Values[]} [listing] changes what is listed
 */

/** Serves tools over stdio and returns the registry the calls are looked up in. */
export function serve(/** @type {Tools} */ tools, /** @type {Options} */ options = {}) {
  const registry = new Map(Object.entries(tools))
  let listings = 0

  /** @type {Record<string, (params: any, session: Session) => unknown>} */
  const methods = {
    initialize: ({ protocolVersion }) => greeting(protocolVersion),
    ping: () => ({}),
    'tools/list': ({ cursor = '0' }) => page(listTools(), Number(cursor)),
    'tools/call': ({ name: called, arguments: args = {} }, session) => callTool(registry.get(called), args, session),
  }
  const handlers = new Map(Object.entries(methods))

  function listTools() {
    listings += 1
    const listed = [...registry].map(([toolName, tool]) => definitionOf(toolName, tool))
    return options.listing?.(listed, listings) ?? listed
  }

  function page(/** @type {Values[]} */ listed, /** @type {number} */ from) {
    const to = from + (options.pageSize ?? listed.length)
    return { tools: listed.slice(from, to), ...(to < listed.length && { nextCursor: String(to) }) }
  }

  async function answer(/** @type {Values} */ request) {
    const handle = handlers.get(request['method'])
    if (!handle) return fail(request['id'], -32601, `No method ${request['method']}.`)
    const session = {
      send,
      write,
      id: request['id'],
      progressToken: request['params']?._meta?.progressToken,
      dispatch: async (/** @type {string} */ method, /** @type {Values} */ params) =>
        handlers.get(method)?.(params, session),
    }
    try {
      send({ id: request['id'], result: await handle(request['params'] ?? {}, session) })
    } catch (error) {
      fail(request['id'], -32602, messageOf(error))
    }
  }

  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim() === '') return
    const message = JSON.parse(line)
    if ('method' in message && 'id' in message) void answer(message)
  })
  return registry
}

/** Answers that echo a legacy revision the client knows, or name one that it must know. */
function greeting(/** @type {string} */ asked) {
  const known = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
  return {
    protocolVersion: known.includes(asked) ? asked : '2025-11-25',
    capabilities: { tools: { listChanged: true }, logging: {} },
    serverInfo: { name: 'corpus', version: '1.0.0' },
  }
}

function definitionOf(/** @type {string} */ toolName, /** @type {Tool} */ tool) {
  const output = tool.output === undefined ? { done: { type: 'boolean' } } : tool.output
  return {
    name: toolName,
    description: tool.description,
    inputSchema: schemaOf(tool.input ?? {}, tool.optional),
    ...(output && { outputSchema: schemaOf(output) }),
    ...(tool.annotations && { annotations: tool.annotations }),
    ...tool.definition,
  }
}

async function callTool(
  /** @type {Tool | undefined} */ tool,
  /** @type {unknown} */ args,
  /** @type {Session} */ session,
) {
  if (!tool) throw new Error('There is no such tool.')
  const problem = tool.lax ? undefined : problemIn(args, schemaOf(tool.input ?? {}, tool.optional), 'arguments')
  if (problem !== undefined) return refusal(problem)
  if (tool.raw) return tool.run(args, session)
  try {
    return resultOf(await tool.run(args, session))
  } catch (error) {
    return refusal(messageOf(error))
  }
}

function resultOf(/** @type {unknown} */ value) {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] }
  const structuredContent = value ?? { done: true }
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

export function refusal(/** @type {string} */ text) {
  return { content: [{ type: 'text', text }], isError: true }
}

function messageOf(/** @type {unknown} */ error) {
  return error instanceof Error ? error.message : String(error)
}

function fail(/** @type {unknown} */ id, /** @type {number} */ code, /** @type {string} */ message) {
  send({ id, error: { code, message } })
}

function send(/** @type {Values} */ message) {
  write(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

function write(/** @type {string} */ line) {
  process.stdout.write(`${line}\n`)
}
