import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventStream } from './event-stream.ts'

const MAX_BYTES = 300

function read(...chunks: readonly (string | Uint8Array)[]): readonly unknown[] {
  const heard: unknown[] = []
  const events = new EventStream({
    maxBytes: () => MAX_BYTES,
    event: (type, data) => heard.push([type, data.toString()]),
    long: ({ head, tail, bytes }) => heard.push({ head: head.toString(), tail: tail.toString(), bytes }),
  })
  for (const chunk of chunks) events.push(Buffer.from(chunk))
  return [...heard, events.lastId, events.retryMs]
}

describe('a stream of events', () => {
  it.each([
    ['one event', 'data: a\n\n', ['message', 'a']],
    ['a type', 'event: endpoint\ndata:/post\n\ndata: b\n\n', ['endpoint', '/post'], ['message', 'b']],
    ['lines of data', 'data: a\ndata\ndata:  b\n\n', ['message', 'a\n\n b']],
    ['CRLF and comments', ': hello\r\ndata: a\r\n\r\n', ['message', 'a']],
    ['a field nobody knows', 'x: 1\ndata: a\n\n', ['message', 'a']],
    ['an event without data', 'event: ping\n\ndata: a\n\n', ['message', 'a']],
    ['an event that is not finished', 'data: a\n\ndata: b\n', ['message', 'a']],
  ])('has %s', (_, text, ...events) => {
    expect(read(text)).toEqual([...events, undefined, undefined])
  })

  it('says where to go on, and when', () => {
    expect(read('id: 7\nretry: 20\ndata: a\n\n')).toEqual([['message', 'a'], '7', 20])
  })

  it.each([
    ['in one line', `data: ${'x'.repeat(400)}\n\n`, 400],
    ['in many', `${'data: xxxx\n'.repeat(100)}\n`, 499],
    ['in short lines and a long one', `data: xxxx\ndata:${'x'.repeat(400)}\ndata: x\n\n`, 406],
  ])('skips an event with too much data %s, and goes on', (_, text, bytes) => {
    const [long, next] = read(text, 'data: a\n\n')
    expect(long).toMatchObject({ bytes, head: expect.stringMatching(/^xxxx/) as string })
    expect(next).toEqual(['message', 'a'])
  })

  it('is the same however it is cut, and nothing makes it throw', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', '\r', 'data', 'data:', 'data: {"id":1}', 'event: x', 'id: 1', 'retry: 5', ': c'),
      fc.nat(2 * MAX_BYTES).map((length) => `data: ${'y'.repeat(length)}`),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    )
    const stream = fc.array(line, { maxLength: 12 }).map((lines) => Buffer.from(`${lines.join('\n')}\n`))
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 10 }), (bytes, places) => {
        const ends = [...places.map((place) => place % bytes.length), bytes.length].toSorted((a, b) => a - b)
        const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
        expect(read(...pieces)).toEqual(read(bytes))
      }),
      { numRuns: 5000 },
    )
  })
})
