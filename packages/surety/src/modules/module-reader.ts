import type { KnownCode } from './code/read-code.ts'
import { modulePackages } from './code/module-view.ts'
import { pinned } from './code/packages.ts'
import { type FolderFiles, folderFiles, isTooYoung, isUnchanged } from './folder-files.ts'
import { type ReadModule, type ReadOptions, readModule } from './read-module.ts'

interface Kept {
  readonly files: FolderFiles
  /** Whether a change right after it was read might go unnoticed. */
  readonly isTooYoung: boolean
  readonly module: ReadModule
}

interface Running {
  readonly files: FolderFiles
  readonly done: Promise<ReadModule>
}

/** Reads modules, each again only when it changed, and none twice at a time. */
export class ModuleReader {
  readonly #root: string
  readonly #options: ReadOptions
  readonly #known: KnownCode = new Map()
  readonly #kept = new Map<string, Kept>()
  readonly #running = new Map<string, Running>()

  constructor(root: string, options: ReadOptions) {
    this.#root = root
    this.#options = options
  }

  /** The module as it is now. */
  async read(ref: string, folder: string): Promise<ReadModule> {
    const running = this.#running.get(ref)
    if (running !== undefined && isUnchanged(running.files)) return running.done
    const kept = this.#kept.get(ref)
    if (running === undefined && kept !== undefined && this.#isCurrent(kept)) return kept.module
    const files = folderFiles(folder)
    const done = this.#readNow(ref, folder, files)
    this.#running.set(ref, { files, done })
    return done.finally(() => {
      if (this.#running.get(ref)?.done === done) this.#running.delete(ref)
    })
  }

  async #readNow(ref: string, folder: string, files: FolderFiles): Promise<ReadModule> {
    const now = Date.now()
    const module = await readModule(this.#root, ref, folder, files, this.#options, this.#known)
    const before = this.#kept.get(ref)
    // What began later knows better.
    if (this.#running.get(ref)?.files !== files) return module
    this.#kept.set(ref, { files, isTooYoung: isTooYoung(files, now), module })
    await before?.module.end()
    return module
  }

  /** Is code of it being run? */
  isRunning(ref: string): boolean {
    return this.#running.get(ref)?.files.paths.some((path) => IS_CODE.test(path)) === true
  }

  forget(ref: string): void {
    void this.#kept.get(ref)?.module.end()
    this.#kept.delete(ref)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done.catch(() => undefined)))
    await Promise.all([...this.#kept.values()].map(({ module }) => module.end()))
    this.#kept.clear()
    this.#known.clear()
  }

  #isCurrent({ files, isTooYoung, module }: Kept): boolean {
    if (isTooYoung || !isUnchanged(files)) return false
    if (module.imported.length === 0) return true
    const now = pinned(modulePackages(this.#root, module.imported))
    return JSON.stringify(now) === JSON.stringify(module.packages)
  }
}

const IS_CODE = /\.contract\.[cm]?[jt]s$/
