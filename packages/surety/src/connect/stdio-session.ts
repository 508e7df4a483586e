import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Conversation } from './conversation.ts'
import { messageReader } from './message-reader.ts'
import { sessionOver } from './session-over.ts'
import type { Session } from './session.ts'
import type { Listener, Wire } from './wire.ts'

export interface StdioServer {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Settles when the process has ended. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** How long to wait for the other signs that a server has ended, after the first. */
const PARTING_MS = 250
const SENT = Promise.resolve()

/** A session with a process that reads messages from its standard input and writes them to its standard output. */
export function connectStdio(server: StdioServer): Session {
  return sessionOver(new Conversation((listener) => stdioWire(server, listener)))
}

function stdioWire(server: StdioServer, listener: Listener): Wire {
  const { stdin, stdout } = server
  const reader = messageReader(
    () => listener.maxBytes,
    (incoming, since) => listener.hear(incoming, { since }),
  )
  stdout.on('data', (chunk: Buffer) => reader.push(chunk))
  const part = async (): Promise<void> => {
    const reason = await untilGone(server)
    reader.end()
    listener.end(reason)
  }
  void part()
  let gathered = ''
  let written: Promise<void> | undefined
  const writeAll = (): Promise<void> =>
    new Promise((resolve) => {
      stdin.write(gathered, () => resolve())
      gathered = ''
      written = undefined
    })
  return {
    send: ({ text, request }) => {
      gathered += `${text}\n`
      // What is sent in one go is written in one go.
      written ??= SENT.then(writeAll)
      // Whoever awaits its answer does not ask whether it is on its way.
      return request === undefined ? written : SENT
    },
    abandon: () => undefined,
    close: async () => {
      // What was sent before is written first.
      await SENT
      stdin.end()
    },
  }
}

/** Waits until nothing more can come from the server, and says why: by its exit if that is known, else by the pipe that broke. */
async function untilGone({ stdin, stdout, exited }: StdioServer): Promise<string> {
  const silence = new Promise<void>((resolve) => {
    for (const sign of ['end', 'close', 'error']) stdout.on(sign, () => resolve())
  })
  const deafness = new Promise<void>((resolve) => void stdin.on('error', () => resolve()))
  await Promise.race([exited, silence, deafness])
  // A child that inherited the pipe can keep it open after the server is gone.
  await Promise.race([Promise.all([exited, silence]), pause(PARTING_MS, undefined, { ref: false })])

  const exit = await Promise.race([exited, Promise.resolve()])
  if (exit === undefined) return `The server closed its standard ${stdout.readable ? 'input' : 'output'}.`
  const { code, signal } = exit
  return signal === null ? `The server exited with code ${code}.` : `The server was ended by ${signal}.`
}
