import { closeSync, readSync } from 'node:fs'
import type { Sighting } from './cell.ts'
import { openPlainFileSync } from './plain-file.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** Reads what the in-process spies appended since it was last asked. */
export class SpyLog {
  readonly #path: string
  #offset = 0
  #rest = Buffer.alloc(0)

  constructor(path: string) {
    this.#path = path
  }

  read(): readonly Sighting[] {
    const lines = this.#text().split('\n')
    return lines.flatMap((line) => sightingIn(line) ?? [])
  }

  /** Whole lines only; the beginning of the next waits for its end. */
  #text(): string {
    const fd = openPlainFileSync(this.#path)
    if (fd === undefined) return ''
    try {
      const chunk = Buffer.alloc(Math.min(64 * 1024, MAX_BYTES))
      const parts = [this.#rest]
      for (let size = readSync(fd, chunk, 0, chunk.length, this.#offset); size > 0 && this.#offset < MAX_BYTES;) {
        parts.push(Buffer.from(chunk.subarray(0, size)))
        this.#offset += size
        size = readSync(fd, chunk, 0, chunk.length, this.#offset)
      }
      const bytes = Buffer.concat(parts)
      const end = bytes.lastIndexOf('\n') + 1
      this.#rest = bytes.subarray(end)
      return bytes.toString('utf8', 0, end)
    } finally {
      closeSync(fd)
    }
  }
}

/** A sighting from a line of the spy's log; undefined for anything else: the server can write there too. */
function sightingIn(line: string): Sighting | undefined {
  const value = parsed(line)
  if (value === undefined || typeof value['at'] !== 'number') return undefined
  const { at, kind, from, to, how, tool, path, before, after, language, sees, deeper } = value
  if (kind === 'nested' && typeof to === 'string' && (how === 'handler' || how === 'client' || how === 'process')) {
    return { at, kind, from: typeof from === 'string' ? from : undefined, to, how }
  }
  if (kind === 'mutation' && typeof tool === 'string' && typeof path === 'string') {
    return { at, kind, tool, path, before, after }
  }
  if (kind === 'spy' && (language === 'node' || language === 'python') && Array.isArray(sees)) {
    const seen = (['calls', 'inputs'] as const).filter((sight) => sees.includes(sight))
    return { at, kind, language, sees: seen, deeper: deeper === true }
  }
  return undefined
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
