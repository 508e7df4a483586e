import { statSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { descriptorsOf, mappedBytes } from '../processes/process-tree.ts'
import { lstat, namesIn } from '../files/tree-entry.ts'
import type { Tree } from '../files/trees.ts'

const TMPFS_MAGIC = 0x01021994
const BLOCK = 512
const MEMORY_FILE = /^\/memfd:|^\/dev\/shm\//

/** Memory that takes the form of files, and so is no process's own: `memfd`s, and what stands, or stood, in folders kept in memory. */
export class MemoryFiles {
  readonly #folders: readonly string[]

  /** Shared memory counts wherever the sandbox keeps it; another temp folder only where that is memory too. */
  constructor(trees: readonly Tree[]) {
    const own = trees.filter(({ place, real }) => place === 'temp' && real === undefined)
    this.#folders = own
      .filter(({ path, writes }) => path === '/dev/shm' || isMemory(writes))
      .map(({ writes }) => writes)
  }

  /** All that these processes hold, mapped or not. */
  bytes(pids: readonly number[]): number {
    const sizes = new Map<string, number>()
    for (const [path] of pids.flatMap(descriptorsOf).filter(([at, target]) => isNameless(at, target))) {
      const stats = statSync(path, { throwIfNoEntry: false })
      if (stats !== undefined) sizes.set(`${stats.dev}:${stats.ino}`, stats.blocks * BLOCK)
    }
    const held = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    return this.#folders.reduce((sum, folder) => sum + bytesIn(folder), held)
  }

  /** What of it a process has mapped, which is counted among its own. */
  mapped(pid: number): number {
    return mappedBytes(pid, MEMORY_FILE)
  }
}

/** A file in memory that no folder shows. */
function isNameless(path: string, target: string): boolean {
  return target.endsWith(' (deleted)') && (MEMORY_FILE.test(target) || isMemory(path))
}

function bytesIn(folder: string): number {
  return (namesIn(folder) ?? []).reduce((sum, name) => {
    const path = join(folder, name)
    const stats = lstat(path)
    if (stats === undefined) return sum
    return sum + Number(stats.blocks) * BLOCK + (stats.isDirectory() ? bytesIn(path) : 0)
  }, 0)
}

function isMemory(folder: string): boolean {
  try {
    return statfsSync(folder).type === TMPFS_MAGIC
  } catch {
    return false
  }
}
