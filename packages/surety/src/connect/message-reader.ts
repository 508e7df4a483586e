import { type Incoming, readIncoming, readLong } from './incoming.ts'
import { LineSplitter } from './line-splitter.ts'

/** Reads messages that stand one to a line; whatever else is on the stream is told too, and nothing makes it throw. */
export function messageReader(maxBytes: () => number, take: (incoming: Incoming) => void): LineSplitter {
  return new LineSplitter({
    maxBytes,
    line: (bytes) => readIncoming(bytes).forEach(take),
    long: (line) => {
      const incoming = readLong(line)
      if (incoming !== undefined) take(incoming)
    },
  })
}
