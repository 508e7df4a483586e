import { type Dirent, readdirSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { type Bounds, isWithin, realOf } from './yaml/bounds.ts'
import { OUTSIDE } from './yaml/read-text.ts'

/** Files of contracts by notation, sorted, as absolute paths. */
export interface ContractPaths {
  readonly yaml: readonly string[]
  readonly code: readonly string[]
  /** Files and folders whose contracts, if any, nobody can see. */
  readonly unseen: readonly Unseen[]
}

interface Unseen {
  readonly path: string
  readonly message: string
  readonly fix: string
}

const YAML = /\.ya?ml$/
const CODE = /\.contract\.(?:ts|mts|js|mjs)$/

/** Every contract in the folder and below; hidden folders and node_modules are not searched, nor what links make of files outside. A folder that is not there has none. */
export function findContracts(folder: string, within: Bounds): ContractPaths {
  const unseen: Unseen[] = []
  // What leads nowhere leads nowhere out.
  const real = realOf(folder) ?? within.at(0) ?? folder
  const files = new Search(within, unseen).below(folder, real).toSorted()
  return { yaml: files.filter((file) => YAML.test(file)), code: files.filter((file) => CODE.test(file)), unseen }
}

class Search {
  readonly #within: Bounds
  readonly #unseen: Unseen[]
  /** The real path of all that was found: what links lead to twice is found once. */
  readonly #seen = new Set<string>()

  constructor(within: Bounds, unseen: Unseen[]) {
    this.#within = within
    this.#unseen = unseen
  }

  below(folder: string, realFolder: string): readonly string[] {
    if (!isWithin(this.#within, realFolder)) return this.#refuse(folder, OUTSIDE)
    this.#seen.add(realFolder)
    return this.#entriesOf(folder).flatMap((entry) => {
      const path = `${folder}${sep}${entry.name}`
      const own = `${realFolder}${sep}${entry.name}`
      const real = entry.isSymbolicLink() ? (realOf(path) ?? own) : own
      if (this.#seen.has(real)) return []
      this.#seen.add(real)
      return this.#found(entry, path, real)
    })
  }

  #found(entry: Dirent, path: string, real: string): readonly string[] {
    const { name } = entry
    const kind = kindOf(entry, path)
    if (kind === 'folder') return name.startsWith('.') || name === 'node_modules' ? [] : this.below(path, real)
    if (!YAML.test(name) && !CODE.test(name)) return []
    if (!isWithin(this.#within, real)) return this.#refuse(path, OUTSIDE)
    return kind === 'other' ? this.#refuse(path, NO_FILE) : [path]
  }

  #entriesOf(folder: string): readonly Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      const message = `The folder cannot be read (${reason}), so its contracts are not known.`
      if (!NO_FOLDER.has(reason)) this.#refuse(folder, { message, fix: 'Check that it may be read and entered.' })
      return []
    }
  }

  #refuse(path: string, { message, fix }: Omit<Unseen, 'path'>): readonly string[] {
    this.#unseen.push({ path, message, fix })
    return []
  }
}

const NO_FILE = { message: 'It is no file.', fix: 'Put a file in its place.' }
const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR'])

/** Within a folder that may be listed but not entered, only the listing tells. What leads nowhere counts as a file: to read it tells why. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | 'other' {
  const found = entry.isSymbolicLink() ? attempt(() => statSync(path)) : entry
  if (found === undefined || found.isFile()) return 'file'
  return found.isDirectory() ? 'folder' : 'other'
}

/** Undefined where the file system refuses. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
