import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import type { Sighting } from '../cell.ts'
import { readSpyLine } from './spy-line.ts'

const MB = 1024 * 1024
const MAX_MB = 16
const MAX_LINE_BYTES = 64 * 1024
const FULL = `the spy's log is full: more than ${MAX_MB} MB were written to it`
const TOUCHED = "the spy's log was changed by something other than the spy"
// What the server may have put in its place is neither followed nor waited for.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * Reads what the in-process spies appended since it was last asked. The server can open the log too: once anything but
 * the spies' own lines, each writer's without a gap, is found there, it is lost, and is not read any more.
 */
export class SpyLog {
  readonly #path: string
  readonly #file: number | undefined
  /** By writer: how many lines it has written. */
  readonly #written = new Map<string, number>()
  #offset = 0
  #rest: Buffer = Buffer.alloc(0)
  #isLost = false

  constructor(path: string) {
    this.#path = path
    this.#file = statSync(path, { throwIfNoEntry: false })?.ino
  }

  read(): readonly Sighting[] {
    if (this.#isLost) return []
    try {
      const sightings = this.#sightings(this.#appended())
      return this.#offset > MAX_MB * MB ? [...sightings, this.#lose(FULL)] : sightings
    } catch (error) {
      if (!(error instanceof LogTampered)) throw error
      return [this.#lose(TOUCHED)]
    }
  }

  #lose(reason: string): Sighting {
    this.#isLost = true
    this.#rest = Buffer.alloc(0)
    return { at: Date.now(), kind: 'spy lost', reason }
  }

  #sightings(bytes: Buffer): Sighting[] {
    const sightings: Sighting[] = []
    let start = 0
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
      const line = readSpyLine(bytes.toString('utf8', start, end))
      if (line === undefined || line.number !== (this.#written.get(line.writer) ?? 0) + 1) throw new LogTampered()
      this.#written.set(line.writer, line.number)
      sightings.push(line.sighting)
      start = end + 1
    }
    // The beginning of a line waits for its end.
    this.#rest = bytes.subarray(start)
    if (this.#rest.length > MAX_LINE_BYTES) throw new LogTampered()
    return sightings
  }

  /** What is new, after what was left of the last time. */
  #appended(): Buffer {
    const fd = open(this.#path)
    try {
      const { ino, size } = fstatSync(fd)
      if (ino !== this.#file || size < this.#offset) throw new LogTampered()
      const bytes = Buffer.alloc(Math.min(size, MAX_MB * MB + 1) - this.#offset)
      const read = readSync(fd, bytes, 0, bytes.length, this.#offset)
      this.#offset += read
      return Buffer.concat([this.#rest, bytes.subarray(0, read)])
    } finally {
      closeSync(fd)
    }
  }
}

class LogTampered extends Error {}

/** How a file fails to open that was removed, or replaced by a link or a socket. */
const REPLACED = new Set(['ENOENT', 'ELOOP', 'ENXIO', 'EACCES'])

function open(path: string): number {
  try {
    return openSync(path, FLAGS)
  } catch (error) {
    throw error instanceof Error && 'code' in error && REPLACED.has(String(error.code)) ? new LogTampered() : error
  }
}
