import type { Readable } from 'node:stream'

const FIRST = 4 * 1024
const LAST = 60 * 1024

/** What comes from a stream: all of it, or its beginning and its end. */
export class TrimmedOutput {
  #first = ''
  #last = ''
  #left = 0
  readonly #stream: Readable | null

  /** `null`: the stream of a process that could not be started. */
  constructor(stream: Readable | null) {
    this.#stream = stream
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => this.#add(text))
  }

  get text(): string {
    return this.#left === 0 ? this.#first + this.#last : `${this.#first}\n…\n${this.#last}`
  }

  destroy(): void {
    this.#stream?.destroy()
  }

  #add(text: string): void {
    const room = FIRST - this.#first.length
    this.#first += text.slice(0, room)
    const rest = this.#last + text.slice(room)
    this.#last = rest.slice(-LAST)
    this.#left += rest.length - this.#last.length
  }
}
