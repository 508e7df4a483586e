import type { Socket as Datagrams } from 'node:dgram'
import type { Server, Socket } from 'node:net'
import { type DnsOutcome, askedName, dnsAnswer } from './dns-message.ts'

/** The addresses of a name; undefined if there is no such name, and thrown if nobody can tell. */
export type NamesKnown = (name: string) => Promise<readonly string[] | undefined>

const MAX_QUERY = 4096
const MAX_STREAMS = 32

/** Answers DNS queries, which are a server's under test and may be anything. */
export function serveNames(datagrams: Datagrams, streams: Server, known: NamesKnown): void {
  datagrams.on('message', (query, { port, address }) => {
    void answerTo(query, known).then((answer) => answer && sendTo(datagrams, answer, port, address))
  })
  streams.maxConnections = MAX_STREAMS
  streams.on('connection', (socket) => serveStream(socket, known))
}

async function answerTo(query: Buffer, known: NamesKnown): Promise<Buffer | undefined> {
  const name = askedName(query)
  if (name === undefined) return undefined
  const [outcome, addresses] = await known(name).then(
    (found): [DnsOutcome, readonly string[]] => (found === undefined ? ['unknown', []] : ['found', found]),
    (): [DnsOutcome, readonly string[]] => ['failed', []],
  )
  return dnsAnswer(query, outcome, addresses)
}

function sendTo(datagrams: Datagrams, answer: Buffer, port: number, address: string): void {
  try {
    datagrams.send(answer, port, address, () => {})
  } catch {
    // It was closed with the cell.
  }
}

/** Over TCP each message comes after its length. */
function serveStream(socket: Socket, known: NamesKnown): void {
  let pending = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0)
      void answerTo(pending.subarray(2, end), known).then((answer) => answer && socket.write(framed(answer)))
      pending = pending.subarray(end)
    }
    if (pending.length > MAX_QUERY) socket.destroy()
  })
}

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
