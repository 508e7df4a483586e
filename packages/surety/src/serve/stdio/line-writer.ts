import type { Readable, Writable } from 'node:stream'

/** Where lines go, and how they are put there. */
export interface LineOutput {
  readonly stream: Writable
  readonly write: (text: string) => boolean
}

/** Writes lines to a client. While it does not read, nothing more is read from it; if it reads nothing for long, it is given up. */
export class LineWriter {
  isBroken = false
  private readonly output: Writable
  private readonly put: (text: string) => boolean
  private readonly input: Readable

  constructor({ stream: output, write }: LineOutput, input: Readable, stallMs: number, giveUp: () => void) {
    this.output = output
    this.put = write
    this.input = input
    const breakOff = (): void => {
      if (this.isBroken) return
      this.isBroken = true
      giveUp()
    }
    // Stays after the end: a pipe may break at any time.
    output.on('error', breakOff)
    output.on('close', breakOff)
    if ('setTimeout' in output && typeof output.setTimeout === 'function') {
      output.setTimeout(stallMs)
      output.on('timeout', () => output.writableLength > 0 && breakOff())
    }
  }

  write(text: string): void {
    if (this.isBroken || this.output.writableEnded) return
    const isTaken = this.put(`${text}\n`)
    if (isTaken || this.input.isPaused()) return
    this.input.pause()
    this.output.once('drain', () => this.input.resume())
  }

  /** Writes what may be lost: nothing, while the client does not read. */
  mention(text: string): void {
    if (!this.output.writableNeedDrain) this.write(text)
  }

  /** Waits until all is written, or cannot be. */
  flush(): Promise<void> {
    if (this.isBroken || this.output.writableLength === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.output.once('drain', resolve)
      this.output.once('error', () => resolve())
      this.output.once('close', resolve)
    })
  }
}
