import { type Socket as Datagrams, createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type Server, connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answeredAddresses } from '../trace/net-calls.ts'
import { dnsAnswer } from './dns-message.ts'
import { serveNames } from './name-server.ts'

const MANY = Array.from({ length: 40 }, (_, index) => `2001:db8::${(index + 1).toString(16)}`)
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'both.test': ['192.0.2.1', '192.0.2.2', '2001:db8::1', '::ffff:192.0.2.3'],
  'four.test': ['192.0.2.1'],
  'many.test': MANY,
}
let datagrams: Datagrams
let streams: Server
const resolver = new Resolver({ timeout: 2000, tries: 1 })

beforeAll(async () => {
  streams = createServer().listen(0, '127.0.0.1')
  await once(streams, 'listening')
  datagrams = createSocket('udp4')
  datagrams.bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  serveNames(datagrams, streams, async (name) => {
    if (name === 'broken.test') throw new Error('nobody answers')
    return KNOWN[name]
  })
  resolver.setServers([`127.0.0.1:${datagrams.address().port}`])
})
afterAll(() => {
  streams.close()
  datagrams.close()
})

describe('a name server', () => {
  it('tells the addresses of a name, each kind to whom asks for it', async () => {
    expect(await resolver.resolve4('both.test')).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await resolver.resolve6('both.test')).toEqual(['2001:db8::1', '::ffff:192.0.2.3'])
    expect(await resolver.resolve4('BOTH.Test')).toHaveLength(2)
    await expect(resolver.resolve6('four.test')).rejects.toMatchObject({ code: 'ENODATA' })
    await expect(resolver.resolveTxt('four.test')).rejects.toMatchObject({ code: 'ENODATA' })
  })

  it('tells what is not known from what could not be found out', async () => {
    await expect(resolver.resolve4('unknown.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolver.resolve4('broken.test')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })

  it('gives no more addresses than a message holds', async () => {
    expect(await resolver.resolve6('many.test')).toEqual(MANY.slice(0, 16))
    expect(dnsAnswer(query('many.test', 28), 'found', MANY).length).toBeLessThanOrEqual(512)
  })

  it('answers over TCP, several questions in any pieces', async () => {
    const { port } = addressOf(streams)
    const socket = connect(port, '127.0.0.1')
    const bytes = Buffer.concat(['four.test', 'both.test'].map((name) => framed(query(name, 1))))
    for (const byte of bytes) socket.write(Buffer.of(byte))
    let heard = Buffer.alloc(0)
    for await (const chunk of socket) {
      heard = Buffer.concat([heard, chunk])
      const end = 2 + heard.readUInt16BE(0)
      if (heard.length > end && heard.length === end + 2 + heard.readUInt16BE(end)) break
    }
    const end = 2 + heard.readUInt16BE(0)
    const answers = [heard.subarray(2, end), heard.subarray(end + 2)]
    expect(answers.map((answer) => answeredAddresses(answer.toString('latin1')))).toEqual([
      { name: 'four.test', ips: ['192.0.2.1'] },
      { name: 'both.test', ips: ['192.0.2.1', '192.0.2.2'] },
    ])
  })

  it('survives what is no question', async () => {
    const socket = createSocket('udp4')
    const { port } = datagrams.address()
    const truncated = Array.from({ length: 40 }, (_, length) => query('four.test', 1).subarray(0, length))
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(12), Buffer.alloc(600, 0xff), ...truncated])
      await new Promise((resolve) => socket.send(bytes, port, '127.0.0.1', resolve))
    socket.close()
    const stream = connect(addressOf(streams).port, '127.0.0.1')
    stream.end(Buffer.alloc(70_000, 0xff))
    stream.on('error', () => {})
    await new Promise((resolve) => stream.once('close', resolve))
    expect(await resolver.resolve4('four.test')).toEqual(['192.0.2.1'])
  })
})

function query(name: string, type: number): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]))
  return Buffer.concat([Buffer.of(0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0), ...labels, Buffer.of(0, 0, type, 0, 1)])
}

function framed(message: Buffer): Buffer {
  return Buffer.concat([Buffer.of(message.length >> 8, message.length & 0xff), message])
}

function addressOf(server: Server): { readonly port: number } {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address : { port: 0 }
}
