import { readFileSync } from 'node:fs'
import { entriesBelow } from './entries-below.ts'
import { lstat } from './tree-entry.ts'

const MAX_SEARCHED = 5_000
/** Num RefCount Protocol Flags Type St Inode Path */
const BOUND = /^\S+: \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/gm

/**
 * Sockets that a server could connect to although it can write nowhere near them: those in use, and those in folders that
 * are shown to it, where they may belong to other network namespaces.
 */
export function visibleSockets(shown: readonly string[]): readonly string[] {
  const bound = [...kernelList().matchAll(BOUND)].map(([, path = '']) => path).filter((path) => isSocket(path))
  const found = [...entriesBelow(shown, MAX_SEARCHED)].filter(({ stats }) => stats.isSocket()).map(({ path }) => path)
  return [...new Set([...bound, ...found])]
}

export function isSocket(path: string): boolean {
  return lstat(path)?.isSocket() === true
}

function kernelList(): string {
  try {
    return readFileSync('/proc/net/unix', 'utf8')
  } catch {
    return ''
  }
}
