import { type Incoming, readIncoming, readLong } from './incoming.ts'
import { LineSplitter } from './line-splitter.ts'

/** Hears what came, and since when, if it took its time. */
type Take = (incoming: Incoming, since?: number) => void

/** Reads messages that stand one to a line; whatever else is on the stream is told too, and nothing makes it throw. */
export function messageReader(maxBytes: () => number, take: Take): LineSplitter {
  return new LineSplitter({
    maxBytes,
    line: (bytes, since) => readIncoming(bytes).forEach((incoming) => take(incoming, since)),
    long: (line, since) => {
      const incoming = readLong(line)
      if (incoming !== undefined) take(incoming, since)
    },
  })
}
