import { ByteBuffer } from './byte-buffer.ts'
import { LineSplitter } from './line-splitter.ts'
import { type LongMessage, longer, tooLong } from './long-message.ts'

export interface EventReader {
  /** Events with more data are skipped to their end. */
  readonly maxBytes: () => number
  /** The data is to be read before this returns. */
  readonly event: (type: string, data: Buffer) => void
  readonly long: (message: LongMessage) => void
}

const COLON = 58
const SPACE = 32
const CARRIAGE_RETURN = 13
const LINE_FEED = Buffer.from('\n')
const NOTHING = Buffer.alloc(0)
/** What else stands on a line of data. */
const FIELD_NAME = /^data: ?/
const LINE_ROOM = 8

/** Reads server-sent events and keeps no more than one of them. */
export class EventStream {
  /** Where to go on, should the stream break off. */
  lastId: string | undefined
  retryMs: number | undefined
  private readonly reader: EventReader
  private readonly lines: LineSplitter
  private readonly data = new ByteBuffer()
  private hasData = false
  private type = 'message'
  private skipped: LongMessage | undefined

  constructor(reader: EventReader) {
    this.reader = reader
    this.lines = new LineSplitter({
      maxBytes: () => reader.maxBytes() + LINE_ROOM,
      line: (bytes) => this.read(bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes),
      long: (line) => this.readLong(line),
    })
  }

  push(chunk: Buffer): void {
    this.lines.push(chunk)
  }

  private read(line: Buffer): void {
    if (line.length === 0) return this.dispatch()
    const colon = line.indexOf(COLON)
    const field = line.toString('latin1', 0, colon === -1 ? line.length : colon)
    const rest = colon === -1 ? NOTHING : line.subarray(colon + 1)
    const value = rest[0] === SPACE ? rest.subarray(1) : rest
    if (field === 'data') return this.addData(value)
    if (field === 'event') this.type = value.toString()
    if (field === 'id') this.lastId = value.toString()
    if (field === 'retry') this.retryMs = Number.parseInt(value.toString('latin1'), 10)
  }

  private addData(value: Buffer): void {
    const { data, skipped } = this
    const piece = this.hasData ? Buffer.concat([LINE_FEED, value]) : value
    this.hasData = true
    if (skipped === undefined && data.length + piece.length <= this.reader.maxBytes()) return data.append(piece)
    this.skipped = skipped === undefined ? tooLong(data.view(), piece) : longer(skipped, piece)
    data.clear()
  }

  /** A line of data that alone is too long; any other is nothing worth knowing. */
  private readLong({ head, tail, bytes }: LongMessage): void {
    const name = FIELD_NAME.exec(head.toString('latin1', 0, LINE_ROOM))?.[0].length
    if (name === undefined) return
    const before = this.skipped ?? tooLong(this.data.view(), head.subarray(name))
    this.skipped = { head: before.head, tail, bytes: bytes - name + (this.skipped?.bytes ?? this.data.length) }
    this.data.clear()
  }

  private dispatch(): void {
    const { skipped, type, hasData, data } = this
    this.type = 'message'
    this.hasData = false
    this.skipped = undefined
    if (skipped !== undefined) this.reader.long(skipped)
    else if (hasData) this.reader.event(type, data.view())
    data.clear()
  }
}
