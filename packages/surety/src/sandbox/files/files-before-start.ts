import { dirname, relative } from 'node:path'
import { lstat, namesIn } from './tree-entry.ts'
import { isUnder } from './trees.ts'

/** What stood on the real machine before an uncontained server came, told from what it left. */
export class FilesBeforeStart {
  /** What stood in some folders when the server was started, by name. */
  readonly #listings: readonly { readonly folder: string; readonly names: ReadonlySet<string> }[]
  /** What was told of a path first; it knew most. */
  readonly #told = new Map<string, boolean>()

  constructor(folders: readonly string[]) {
    this.#listings = folders.flatMap((folder) => {
      const names = namesIn(folder)
      return names === undefined ? [] : { folder, names: new Set(names) }
    })
  }

  /** Takes in what a call proves to have been so just before it; what the server made itself is no past. */
  learn(path: string, stood: boolean): void {
    if (!this.#told.has(path)) this.#told.set(path, stood && !this.#isNewByName(path))
  }

  stood(path: string): boolean {
    const told = this.#told.get(path) ?? (!this.#isNewByName(path) && this.#isOld(path))
    this.#told.set(path, told)
    return told
  }

  #isNewByName(path: string): boolean {
    return (
      this.#isInNewFolder(path) ||
      this.#listings.some(({ folder, names }) => {
        const [top = ''] = relative(folder, path).split('/')
        return isUnder(path, folder) && path !== folder && !names.has(top)
      })
    )
  }

  #isInNewFolder(path: string): boolean {
    const folder = dirname(path)
    return folder !== path && (this.#told.get(folder) === false || this.#isInNewFolder(folder))
  }

  /** It may be gone by now, which only what stood can be; or be new, which its birth tells. Earlier cells are no past. */
  #isOld(path: string): boolean {
    const stats = lstat(path)
    return stats === undefined || Number(stats.birthtimeMs) < performance.timeOrigin
  }
}
