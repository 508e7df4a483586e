import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'

/** Files of contracts by notation, sorted, as absolute paths. */
export interface ContractPaths {
  readonly yaml: readonly string[]
  readonly code: readonly string[]
  /** Folders whose contracts, if any, nobody can see. */
  readonly unreadable: readonly UnreadableFolder[]
}

interface UnreadableFolder {
  readonly path: string
  /** `EACCES` and the like. */
  readonly reason: string
}

const YAML = /\.ya?ml$/
const CODE = /\.contract\.(?:ts|mts|js|mjs)$/

/** Every contract in the folder and below; hidden folders and node_modules are not searched. A folder that is not there has none. */
export function findContracts(folder: string): ContractPaths {
  const unreadable: UnreadableFolder[] = []
  const files = filesBelow(folder, realOf(folder), new Set(), unreadable).toSorted()
  return { yaml: files.filter((file) => YAML.test(file)), code: files.filter((file) => CODE.test(file)), unreadable }
}

/** What links lead to twice is found once: `seen` has the real path of all that was. */
function filesBelow(
  folder: string,
  realFolder: string,
  seen: Set<string>,
  unreadable: UnreadableFolder[],
): readonly string[] {
  return entriesOf(folder, unreadable).flatMap((entry) => {
    const { name } = entry
    const path = `${folder}${sep}${name}`
    const real = entry.isSymbolicLink() ? realOf(path) : `${realFolder}${sep}${name}`
    if (seen.has(real)) return []
    seen.add(real)
    if (!isFolder(entry, path)) return [path]
    return name.startsWith('.') || name === 'node_modules' ? [] : filesBelow(path, real, seen, unreadable)
  })
}

function realOf(path: string): string {
  return attempt(() => realpathSync(path)) ?? path
}

function entriesOf(folder: string, unreadable: UnreadableFolder[]): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (!NO_FOLDER.has(reason)) unreadable.push({ path: folder, reason })
    return []
  }
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR'])

/** Within a folder that may be listed but not entered, only the listing tells. */
function isFolder(entry: Dirent, path: string): boolean {
  return entry.isSymbolicLink() ? attempt(() => statSync(path))?.isDirectory() === true : entry.isDirectory()
}

/** Undefined where the file system refuses. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
