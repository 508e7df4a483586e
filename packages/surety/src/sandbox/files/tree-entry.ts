import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { type ReadBudget, digestOf } from './digest.ts'
import { bytesOf, textOf } from '../system/file-name.ts'

/** Files are dated by a clock that moves in steps. */
export const CLOCK_STEP_MS = 10

/** What stands at a path, as far as a server could have changed it. */
export interface Entry {
  readonly type: 'file' | 'folder' | 'link' | 'other' | 'nothing'
  readonly mode: number
  readonly mtimeNs: bigint
  readonly bytes: number
  /** Of a file's contents or a link's target. */
  readonly digest: string
}

export const NOTHING: Entry = { type: 'nothing', mode: 0, mtimeNs: 0n, bytes: 0, digest: '' }

/** Reads what stands at a path, contents included as far as allowed. */
export async function readEntry(path: string, budget: ReadBudget): Promise<Entry> {
  const stats = lstat(path)
  if (stats === undefined || isWhiteout(stats)) return NOTHING
  const { mtimeNs } = stats
  const mode = Number(stats.mode & 0o7777n)
  if (stats.isDirectory()) return { type: 'folder', mode, mtimeNs: 0n, bytes: 0, digest: '' }
  if (stats.isSymbolicLink()) return { type: 'link', mode: 0, mtimeNs, bytes: 0, digest: targetOf(path) }
  if (!stats.isFile()) return { type: 'other', mode, mtimeNs, bytes: 0, digest: '' }
  return { type: 'file', mode, mtimeNs, bytes: Number(stats.size), digest: await digestOf(path, budget) }
}

/** How an overlay says that what stood below is gone. */
function isWhiteout(stats: BigIntStats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0n
}

/** Changes whenever the file does, without reading it. */
export function signature(stats: BigIntStats): string {
  return [
    stats.ino,
    stats.mode,
    stats.uid,
    stats.gid,
    stats.isDirectory() ? 0 : stats.size,
    stats.isDirectory() ? 0 : stats.mtimeNs,
    stats.isDirectory() ? 0 : stats.ctimeNs,
  ].join(' ')
}

export function lstat(path: string): BigIntStats | undefined {
  try {
    return lstatSync(bytesOf(path), { bigint: true })
  } catch {
    return undefined
  }
}

/** What a folder holds; undefined if it cannot be read. */
export function namesIn(folder: string): readonly string[] | undefined {
  try {
    const names = readdirSync(bytesOf(folder))
    const isLossy = names.some((name) => name.includes('\uFFFD'))
    return isLossy ? readdirSync(bytesOf(folder), 'buffer').map(textOf) : names
  } catch {
    return undefined
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(bytesOf(link), 'latin1')
  } catch {
    return 'unreadable'
  }
}
