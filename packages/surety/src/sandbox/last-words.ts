import type { Readable } from 'node:stream'

const MAX_CHARACTERS = 64 * 1024

/** The end of what comes from a stream. */
export class LastWords {
  text = ''
  readonly #stream: Readable | null

  /** `null`: the stream of a process that could not be started. */
  constructor(stream: Readable | null) {
    this.#stream = stream
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => (this.text = (this.text + text).slice(-MAX_CHARACTERS)))
  }

  destroy(): void {
    this.#stream?.destroy()
  }
}
