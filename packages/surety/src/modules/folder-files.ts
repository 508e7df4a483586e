import { type Dirent, type Stats, readdirSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { order } from './diagnostic.ts'

const MAX_FILES = 2000
const MAX_DEPTH = 16

/** What a module's folder holds. */
export interface FolderFiles {
  /** Relative to the folder, with `/`, sorted; hidden folders, node_modules and folders behind links are left out. */
  readonly paths: readonly string[]
  /** Folders below that cannot be listed, each with a `/` at its end. */
  readonly unreadable: readonly string[]
  /** Whether there is more than anybody reads. */
  readonly isTooLarge: boolean
  /** Of every file and folder, before anything was read. */
  readonly stamps: readonly Stamp[]
}

interface Stamp {
  readonly path: string
  readonly found: Stats | undefined
}

export function folderFiles(folder: string): FolderFiles {
  const [paths, unreadable, stamps]: [string[], string[], Stamp[]] = [[], [], []]
  let isTooLarge = false
  const search = (below: string, depth: number): void => {
    stamps.push(stampOf(`${folder}${sep}${below}`))
    const entries = entriesOf(`${folder}${sep}${below}`)
    if (entries === undefined) unreadable.push(below)
    for (const entry of entries ?? []) {
      isTooLarge ||= stamps.length >= MAX_FILES || depth > MAX_DEPTH
      if (isTooLarge) return
      const path = `${below}${entry.name}`
      if (entry.isDirectory() && !isHidden(entry.name)) search(`${path}/`, depth + 1)
      if (entry.isDirectory()) continue
      const stamp = stampOf(`${folder}${sep}${path}`)
      stamps.push(stamp)
      if (stamp.found?.isDirectory() !== true) paths.push(path)
    }
  }
  search('', 0)
  return { paths: paths.toSorted(order), unreadable, isTooLarge, stamps }
}

/** Is everything still as it was found? */
export function isUnchanged({ stamps }: FolderFiles): boolean {
  return stamps.every(({ path, found }) => {
    const now = statOf(path)
    if (now === undefined || found === undefined) return now === found
    return (
      now.mtimeMs === found.mtimeMs &&
      now.ctimeMs === found.ctimeMs &&
      now.size === found.size &&
      now.ino === found.ino &&
      now.mode === found.mode
    )
  })
}

/** File systems count time in steps of some milliseconds. */
const STEP_MS = 50

/** Was something changed so shortly before `now` that a further change may leave its times as they are? */
export function isTooYoung({ stamps }: FolderFiles, now: number): boolean {
  return stamps.some(({ found }) => found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) + STEP_MS > now)
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Undefined where the folder cannot be listed. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => order(a.name, b.name))
  } catch {
    return undefined
  }
}

function stampOf(path: string): Stamp {
  return { path, found: statOf(path) }
}

/** Of what a link leads to; undefined where it leads nowhere. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
