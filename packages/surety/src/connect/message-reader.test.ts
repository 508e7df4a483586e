import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Incoming } from './incoming.ts'
import { messageReader } from './message-reader.ts'

const MAX_BYTES = 4096

function read(chunks: readonly Uint8Array[], maxBytes: number = MAX_BYTES): readonly Incoming[] {
  const heard: Incoming[] = []
  const reader = messageReader(
    () => maxBytes,
    (incoming) => heard.push(incoming),
  )
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  reader.end()
  return heard
}

const reply = (id: unknown, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result })
const message = (text: string, bytes = Buffer.byteLength(text)): Incoming => ({
  kind: 'message',
  message: JSON.parse(text) as Record<string, unknown>,
  bytes,
  isUtf8: true,
})

/** The stream cut at the given places. */
function cut(stream: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (stream.length + 1)), stream.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => stream.subarray(ends[index - 1] ?? 0, end))
}

describe('a line', () => {
  const plain = reply(1, { text: 'grüße 語 🎉' })
  it.each([
    ['is a message', `${plain}\n`, [message(plain)]],
    ['may lack its line feed at the end of the stream', plain, [message(plain)]],
    ['may end in CRLF', `${plain}\r\n`, [message(plain, Buffer.byteLength(plain) + 1)]],
    ['may begin with a byte order mark', `\uFEFF${plain}\n`, [message(plain, Buffer.byteLength(plain) + 3)]],
    ['may be empty', `\n \t\r\n${plain}\n\n`, [message(plain)]],
    ['may be a batch', `[${plain},${reply('2', {})}]\n`, [1, 2]],
    ['may name no version, if it answers something', '{"id":3,"result":{}}\n', [message('{"id":3,"result":{}}')]],
  ])('%s', (_, text, expected) => {
    const heard = read([Buffer.from(text)])
    if (typeof expected[0] === 'object') expect(heard).toEqual(expected)
    else
      expect(heard.map((incoming) => incoming.kind === 'message' && Number(incoming.message['id']))).toEqual(expected)
  })

  it.each([
    ['text', 'Server started on port 3000'],
    ['a number', '42'],
    ['a log in JSON', '{"level":30,"method":"GET","msg":"hello"}'],
    ['a list of anything', '[1,2,3]'],
    ['half an object', '{"a":'],
    ['binary', '\0\0\x01\x02'],
  ])('that is %s is noise', (_, line) => {
    expect(read([Buffer.from(`${line}\r\n`)])).toEqual([{ kind: 'noise', line }])
  })

  it('of noise is kept up to one kilobyte', () => {
    const [noise] = read([Buffer.from('é'.repeat(1500))])
    expect(noise).toEqual({ kind: 'noise', line: 'é'.repeat(512) })
  })

  it.each([
    ['the id first', '{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}', 7],
    ['the id last', '{"result":{"x":NaN,"id":3},"jsonrpc":"2.0","id":"8"}', 8],
    ['the id before the version', '{"result":{"id":1, "x":NaN}, "id": 9, "jsonrpc": "2.0" }', 9],
    ['no id of its own', '{"jsonrpc":"2.0","result":{"x":NaN,"id":3}}', undefined],
  ])('that was meant to be a message, with %s, is malformed', (_, line, id) => {
    expect(read([Buffer.from(line)])).toMatchObject([
      { kind: 'malformed', id, reason: expect.stringContaining('JSON') },
    ])
  })

  it.each([501, 100_000, 1_000_000])('nested %d levels deep is malformed', (depth) => {
    const line = `{"jsonrpc":"2.0","id":5,"result":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(read([Buffer.from(line)], 1 << 24)).toEqual([
      { kind: 'malformed', id: 5, reason: 'It is nested more than 500 levels deep.' },
    ])
  })
})

describe('a line that is too long', () => {
  const text = 'x'.repeat(3 * MAX_BYTES)
  it.each([
    ['the id first', `{"jsonrpc":"2.0","id":7,"result":{"id":1,"text":"${text}"}}`, 7],
    ['the id last', `{"result":{"text":"${text}"},"jsonrpc":"2.0","id":8}`, 8],
    ['no id at its ends', `{"result":{"text":"${text}","id":4}}`, undefined],
  ])('is counted, with %s, and the next is read', (_, line, id) => {
    const after = reply(9, {})
    const heard = read(cut(Buffer.from(`${line}\n${after}\n`), [1, 900, 5000, 5001, 9000]))
    expect(heard).toEqual([{ kind: 'oversize', id, bytes: line.length }, message(after)])
  })

  it('that is a notification is no answer to anything', () => {
    const line = JSON.stringify({ method: 'notifications/message', params: { text }, jsonrpc: '2.0' })
    expect(read([Buffer.from(line)])).toEqual([])
  })

  it('that is text is noise', () => {
    expect(read([Buffer.from(text)])).toEqual([{ kind: 'noise', line: 'x'.repeat(1024) }])
  })

  it('costs no memory while it is skipped, also in pieces of one byte', () => {
    const reader = messageReader(
      () => MAX_BYTES,
      () => undefined,
    )
    const before = process.memoryUsage().arrayBuffers
    const block = Buffer.alloc(1 << 20, 'x')
    for (let megabytes = 0; megabytes < 512; megabytes += 1) reader.push(block)
    for (let bytes = 0; bytes < 100_000; bytes += 1) reader.push(block.subarray(0, 1))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 << 20)
  })
})

describe('whatever the stream holds', () => {
  const json = fc.jsonValue({ maxDepth: 3 })
  const line = fc.oneof(
    json.map((value) => reply(1, value)),
    fc
      .array(json, { maxLength: 3 })
      .map((values) => JSON.stringify(values.map((value, id) => ({ id, result: value })))),
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    fc.nat(3 * MAX_BYTES).map((length) => reply(2, 'y'.repeat(length))),
    fc.constantFrom('', '\r', '\uFEFF', '{', '[', '{"jsonrpc":"2.0",', '\0'),
  )
  const stream = fc.array(line, { maxLength: 6 }).map((lines) => Buffer.from(lines.map((text) => `${text}\n`).join('')))

  it('is the same however it is cut', () => {
    const places = fc.array(fc.nat(), { maxLength: 12 })
    fc.assert(
      fc.property(stream, places, (bytes, at) => {
        expect(read(cut(bytes, at))).toEqual(read([bytes]))
      }),
      { numRuns: 10_000 },
    )
  })

  it('never makes the reader throw, and gives no more than it got', () => {
    const bytes = fc.uint8Array({ maxLength: 400 })
    const bracketed = fc.tuple(fc.constantFrom('{"jsonrpc":"2.0","id":1,', '[', '{"id":'), bytes)
    const chunk = fc.oneof(
      bytes,
      bracketed.map(([start, rest]) => Buffer.concat([Buffer.from(start), rest])),
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 8 }), fc.nat(600), (chunks, maxBytes) => {
        const heard = read(chunks, maxBytes)
        const total = chunks.reduce((sum, { length }) => sum + length, 0)
        const sizes = heard.map((incoming) => ('bytes' in incoming ? incoming.bytes : 0))
        expect(sizes.every((size) => size <= total)).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })
})
