import { closeSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SharedFifo, readFrom } from '../system/fifo.ts'

/** How the launching shell's own sentences begin in the log it shares with the tracer. */
export const SAYS = 'surety '
/** Starts a mark of our own in the log; no line of the tracer holds this byte. */
const MARK = '\u0001'
/** Whoever else reads the log may get the mark: it is written again, and at last given up. */
const MAX_TRIES = 20
const TRY_MS = 500
/** No line of the tracer is that long: somebody else writes, who was seen opening the log. */
const MAX_LINE = 1024 * 1024

/** The pipe the tracer and the launching shell write to, line by line. */
export class TraceLog {
  readonly #stream: Socket
  readonly #writer: number
  readonly #waiting = new Map<number, () => void>()
  #marks = 0
  #rest = ''
  #isClosed = false
  /** Of the tracer's whole lines. */
  #bytes = 0
  #lines = 0

  constructor(fifo: SharedFifo, onLine: (line: string) => void, onSaid: (words: readonly string[]) => void) {
    this.#writer = fifo.writer
    this.#stream = readFrom(fifo.outer)
    this.#stream.setEncoding('latin1')
    this.#stream.on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n')
      this.#rest = lines.pop() ?? ''
      this.#lines += lines.length
      let carried = ''
      for (const whole of lines) {
        const line = carried + whole
        const mark = line.indexOf(MARK)
        carried = mark === -1 ? '' : line.slice(0, mark)
        if (mark !== -1) this.#reached(Number(line.slice(mark + 1)))
        else if (line.startsWith(SAYS)) onSaid(line.slice(SAYS.length).split(' '))
        else {
          this.#bytes += line.length + 1
          onLine(line)
        }
      }
      const rest = carried + this.#rest
      this.#rest = rest.length > MAX_LINE ? '' : rest
    })
  }

  /** Waits until everything written so far has been read: our own mark comes out behind it. */
  async drained(): Promise<void> {
    if (this.#isClosed) return
    this.#marks += 1
    const mark = this.#marks
    const reached = new Promise<void>((resolve) => this.#waiting.set(mark, resolve))
    for (let tries = 0; tries < MAX_TRIES && this.#waiting.has(mark); tries += 1) {
      while (!this.#isClosed && !this.#write(`${MARK}${mark}\n`)) await sleep(1)
      await Promise.race([reached, sleep(TRY_MS, undefined, { ref: false })])
    }
  }

  /** How much of what the tracer wrote has come out. */
  get bytes(): number {
    return this.#bytes + this.#rest.length
  }

  /** How many lines have come out. */
  get lines(): number {
    return this.#lines
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stream.destroy()
    closeSync(this.#writer)
    for (const resolve of this.#waiting.values()) resolve()
    this.#waiting.clear()
  }

  #write(text: string): boolean {
    try {
      return writeSync(this.#writer, text) > 0
    } catch {
      return false
    }
  }

  #reached(mark: number): void {
    this.#waiting.get(mark)?.()
    this.#waiting.delete(mark)
  }
}
