import { createHash } from 'node:crypto'
import { openPlainFile } from '../system/plain-file.ts'

const MB = 1024 * 1024
const BLOCK = 256 * 1024
const SAMPLES = 16
/** Larger files are read in samples. */
const MAX_WHOLE = 16 * MB
/** How much is read at one look at a tree. */
const MAX_AT_ONCE = 256 * MB

/** How much may still be read at this look. A server can make a file of any size in no time. */
export class ReadBudget {
  #left = MAX_AT_ONCE

  /** Whether so many bytes may be read; if so, they count. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }
}

/**
 * Tells the contents of files apart: small files by every byte, large ones by their size and by samples from the first
 * byte to the last, and where too much was read already, by their size alone.
 */
export async function digestOf(path: string, budget: ReadBudget): Promise<string> {
  const file = await openPlainFile(path)
  if (file === undefined) return 'unreadable'
  try {
    const { size } = await file.stat()
    const { name, offsets } = reading(size, budget)
    const hash = createHash('sha256')
    const block = Buffer.alloc(Math.min(BLOCK, size))
    for (const offset of offsets) {
      const { bytesRead } = await file.read(block, 0, Math.min(BLOCK, size - offset), offset)
      hash.update(block.subarray(0, bytesRead))
    }
    return `${name}${hash.digest('hex')}`
  } catch {
    return 'unreadable'
  } finally {
    await file.close()
  }
}

/** Where to read, and what the digest is called for it. */
function reading(size: number, budget: ReadBudget): { readonly name: string; readonly offsets: readonly number[] } {
  if (size <= MAX_WHOLE && budget.take(size)) {
    return { name: '', offsets: Array.from({ length: Math.ceil(size / BLOCK) }, (_, index) => index * BLOCK) }
  }
  if (size <= MAX_WHOLE || !budget.take(SAMPLES * BLOCK)) return { name: `${PARTLY} ${size} `, offsets: [] }
  const step = (size - BLOCK) / (SAMPLES - 1)
  return {
    name: `${PARTLY} ${size} `,
    offsets: Array.from({ length: SAMPLES }, (_, index) => Math.floor(index * step)),
  }
}

const PARTLY = 'partly read'

/** May the contents have changed though the digest is the same? */
export function isPartial(digest: string): boolean {
  return digest.startsWith(PARTLY)
}
