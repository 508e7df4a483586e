import { ByteBuffer } from './byte-buffer.ts'
import { type LongMessage, longer, tooLong } from './long-message.ts'
import { now } from './now.ts'

const LINE_FEED = 10
const NOTHING = Buffer.alloc(0)

export interface LineReader {
  /** A longer line is skipped to its end; asked again as lines grow. */
  readonly maxBytes: () => number
  /** A line without its line feed, to be read before this returns; `since`: when it began, if not just now. */
  readonly line: (bytes: Buffer, since?: number) => void
  readonly long: (line: LongMessage, since?: number) => void
}

/** Cuts a stream of bytes into lines and keeps no more of it than one line may have. */
export class LineSplitter {
  private readonly reader: LineReader
  private readonly kept = new ByteBuffer()
  private skipped: LongMessage | undefined
  /** When what is kept, or skipped, began. */
  private since = 0

  constructor(reader: LineReader) {
    this.reader = reader
  }

  push(chunk: Buffer): void {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start)
      if (end === -1) break
      this.finish(chunk.subarray(start, end))
      start = end + 1
    }
    if (start < chunk.length) this.keep(chunk.subarray(start))
  }

  /** The stream is over; what has no line feed is a line all the same. */
  end(): void {
    if (this.kept.length > 0 || this.skipped !== undefined) this.finish(NOTHING)
  }

  private finish(piece: Buffer): void {
    const whole = this.kept.length === 0 && this.skipped === undefined && piece.length <= this.reader.maxBytes()
    if (whole) return this.reader.line(piece)
    this.keep(piece)
    const { skipped } = this
    if (skipped === undefined) this.reader.line(this.kept.view(), this.since)
    else this.reader.long(skipped, this.since)
    this.kept.clear()
    this.skipped = undefined
  }

  private keep(piece: Buffer): void {
    const { kept, skipped } = this
    if (skipped === undefined && kept.length === 0) this.since = now()
    if (skipped === undefined && kept.length + piece.length <= this.reader.maxBytes()) return kept.append(piece)
    this.skipped = skipped === undefined ? tooLong(kept.view(), piece) : longer(skipped, piece)
    kept.clear()
  }
}
