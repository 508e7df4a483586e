import { closeSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'

/** The writing end of a pipe that does not block: what it takes is written at once, faster than a socket would; a socket waits where the pipe is full. */
export class PipeEnd extends Writable {
  readonly #fd: number
  #socket: Socket | undefined

  constructor(fd: number) {
    super()
    this.#fd = fd
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      const written = this.#socket === undefined ? writeNow(this.#fd, bytes) : 0
      if (written === bytes.length) return done()
      this.#socket ??= new Socket({ fd: this.#fd, readable: false, writable: true }).on('error', () => {})
      this.#socket.write(bytes.subarray(written), done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#socket === undefined) closeSync(this.#fd)
    else this.#socket.destroy()
    done(error)
  }
}

/** How many bytes the pipe has taken; none while it is full. */
function writeNow(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0
    throw error
  }
}
