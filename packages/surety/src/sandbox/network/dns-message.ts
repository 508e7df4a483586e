import { isIPv4 } from 'node:net'
import { queriedName } from '../trace/net-calls.ts'

const HEADER = 12
const TYPE_A = 1
const TYPE_AAAA = 28
const CLASS_INTERNET = 1
const TTL_SECONDS = 60
/** As many as fit into a message that everybody can receive. */
const MAX_RECORDS = 16
const CODES = { found: 0, failed: 2, unknown: 3 } as const

export type DnsOutcome = keyof typeof CODES

/** The name a DNS query asks for, in lower case; undefined for bytes that are no query. */
export function askedName(query: Buffer): string | undefined {
  return queriedName(query.toString('latin1'))?.toLowerCase()
}

/** The answer to a query: those of the addresses that are of the kind it asks for. */
export function dnsAnswer(query: Buffer, outcome: DnsOutcome, addresses: readonly string[]): Buffer {
  const question = query.subarray(HEADER, questionEnd(query))
  const type = question.readUInt16BE(question.length - 4)
  const records = addresses
    .filter((address) => type === (isIPv4(address) ? TYPE_A : TYPE_AAAA))
    .slice(0, MAX_RECORDS)
    .map((address) => record(type, addressBytes(address)))
  const header = Buffer.alloc(HEADER)
  query.copy(header, 0, 0, 2)
  // It is an answer, recursion is as wanted as it was, and available.
  header.writeUInt8(0x80 | (query.readUInt8(2) & 0x01), 2)
  header.writeUInt8(0x80 | CODES[outcome], 3)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question, ...records])
}

/** Where the question ends whose name `askedName` has read. */
function questionEnd(query: Buffer): number {
  let offset = HEADER
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) offset += length + 1
  return offset + 5
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  // Its name is the one in the question.
  head.writeUInt16BE(0xc000 | HEADER, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(CLASS_INTERNET, 4)
  head.writeUInt32BE(TTL_SECONDS, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [first = [], last = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
