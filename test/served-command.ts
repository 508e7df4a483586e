import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const SURETY: string = resolve(import.meta.dirname, '../packages/surety/bin/surety.js')

/** One line of a server's log. */
interface Line {
  readonly event: string
  readonly [field: string]: unknown
}

/** What a server tells on standard error, as it tells it. */
class ServerLog {
  private readonly lines: Line[] = []
  private readonly waiting = new Set<() => void>()

  constructor(stream: Readable) {
    createInterface({ input: stream }).on('line', (text) => {
      this.lines.push(text.startsWith('{') ? JSON.parse(text) : { event: 'text', text })
      for (const look of this.waiting) look()
    })
  }

  all(event: string): readonly Line[] {
    return this.lines.filter((line) => line.event === event)
  }

  /** The first line with this event and these fields: one that is there, or the next that comes. */
  first(event: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Line> {
    const isMeant = (line: Line): boolean =>
      line.event === event &&
      Object.entries(fields).every(([key, value]) =>
        value instanceof RegExp ? value.test(String(line[key])) : line[key] === value,
      )
    return new Promise((found) => {
      const look = (): void => {
        const line = this.lines.find(isMeant)
        if (line === undefined) return
        this.waiting.delete(look)
        found(line)
      }
      this.waiting.add(look)
      look()
    })
  }
}

/** A client of a command that serves, that is told when the list of tools changes. */
export interface Connected {
  readonly client: Client
  readonly log: ServerLog
  /** How often the list has changed. */
  readonly changes: () => number
  readonly kill: (signal: NodeJS.Signals) => void
}

interface Options {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Of surety; `tables serve` unless given. */
  readonly command?: readonly string[]
}

const SERVE_TABLES = ['tables', 'serve']

/** Starts the server as a client's child. */
export async function overStdio(
  args: readonly string[],
  { cwd, env = {}, command = SERVE_TABLES }: Options,
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SURETY, ...command, ...args],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  })
  const { stderr } = transport
  if (stderr === null) throw new Error('There is nothing to read.')
  const log = new ServerLog(stderr as Readable)
  const { client, changes } = clientOf()
  await client.connect(transport)
  return { client, log, changes, kill: (signal) => void process.kill(transport.pid ?? 0, signal) }
}

/** A server over HTTP. */
export interface Listening {
  readonly url: string
  readonly log: ServerLog
  readonly connect: (token?: string) => Promise<{ readonly client: Client; readonly changes: () => number }>
  /** Its exit code. */
  readonly ended: Promise<number | null>
  readonly kill: (signal: NodeJS.Signals) => void
}

export async function overHttp(
  args: readonly string[],
  { cwd, env = {}, command = SERVE_TABLES }: Options,
): Promise<Listening> {
  const child: ChildProcess = spawn(process.execPath, [SURETY, ...command, ...args, '--http', '127.0.0.1:0'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  if (child.stderr === null) throw new Error('There is nothing to read.')
  const ended = once(child, 'close').then(([code]) => code)
  const log = new ServerLog(child.stderr)
  const { url } = await log.first('started')
  return {
    url: String(url),
    log,
    ended,
    kill: (signal) => void child.kill(signal),
    async connect(token) {
      const { client, changes } = clientOf()
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
      await client.connect(new StreamableHTTPClientTransport(new URL(String(url)), { requestInit: { headers } }))
      return { client, changes }
    },
  }
}

function clientOf(): { readonly client: Client; readonly changes: () => number } {
  const client = new Client({ name: 'test', version: '1' })
  let count = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    count += 1
  })
  return { client, changes: () => count }
}

/** What a call is answered with, of that what table tools say. */
export async function call(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<{ readonly isError: boolean; readonly result: unknown; readonly traceId: string }> {
  const { isError = false, structuredContent, _meta } = await client.callTool({ name, arguments: { ...input } })
  return { isError, result: structuredContent, traceId: String(_meta?.['surety.dev/traceId']) }
}

export async function toolNames(client: Client): Promise<readonly string[]> {
  const { tools } = await client.listTools()
  return tools.map(({ name }) => name)
}
