import { type ToolHost, type ToolHostOptions, createToolHost, defineTool } from '@surety/tool-contracts'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { LogLine } from './log.ts'
import type { ServeOptions, Serving } from './options.ts'
import { serve } from './serve.ts'
import type { Served } from './served.ts'

export const echo = defineTool(
  {
    toolName: 'echo',
    description: 'Gives back a text.',
    inputSchema: z.strictObject({ text: z.string() }),
    outputSchema: z.object({ text: z.string() }),
    capabilities: ['READ'],
  },
  ({ text }) => ({ text }),
)

export const pay = defineTool(
  {
    toolName: 'pay',
    description: 'Pays somebody.',
    inputSchema: z.strictObject({ to: z.string(), amount: z.number(), card: z.string().optional() }),
    outputSchema: z.object({ paid: z.number() }),
    capabilities: ['WRITE'],
    sensitive: ['input.card'],
    approval: 'always',
  },
  ({ amount }) => ({ paid: amount }),
)

/** What became of the calls of `wait`. */
export const seen = { started: 0, aborted: 0 }

const wait = defineTool(
  {
    toolName: 'wait',
    description: 'Waits, and tells how far it has come.',
    inputSchema: z.strictObject({ ms: z.number(), steps: z.number().default(0) }),
    outputSchema: z.object({ waited: z.number() }),
    capabilities: ['EXECUTE'],
  },
  async ({ ms, steps }, { signal, progress }) => {
    seen.started++
    for (let step = 1; step <= steps; step++) progress(step, steps)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        seen.aborted++
        clearTimeout(timer)
        resolve()
      })
    })
    return { waited: ms }
  },
)

export const ROLES = { reader: ['READ'], clerk: ['READ', 'WRITE', 'EXECUTE'] } as const

export function lab(options: Partial<ToolHostOptions> = {}): ToolHost {
  return createToolHost({ tools: [echo, pay, wait], ...options })
}

export interface Lab extends Serving {
  readonly url: string
  readonly lines: LogLine[]
}

/** A server on loopback for the length of a test. */
export async function serving(tools: ToolHost | Served, options: ServeOptions = {}): Promise<Lab> {
  const lines: LogLine[] = []
  const server = await serve(tools, { http: '127.0.0.1:0' }, { log: (line) => lines.push(line), ...options })
  onTestFinished(() => server.close())
  if (server.url === undefined) throw new Error('It has no URL.')
  return { ...server, url: server.url, lines }
}

export const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of 2026-07-28, as a client sends it. */
export function modernPost(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): RequestInit {
  const name = params['name'] ?? params['uri']
  const meta = params['_meta']
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...MODERN, ...(typeof meta === 'object' ? meta : {}) } },
    }),
  }
}

export function legacyPost(message: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  }
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

/** Opens a session, and gives the header that names it. */
export async function openSession(url: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const response = await fetch(url, legacyPost(INITIALIZE, headers))
  return { ...headers, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** What is found there, in an answer of unknown shape. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)
}

/** A request as it goes over the wire. */
export function wireText({ headers, body }: RequestInit): string {
  const text = typeof body === 'string' ? body : ''
  const head = Object.entries(Object(headers)).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  return `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${head.join('')}content-length: ${text.length}\r\n\r\n${text}`
}
