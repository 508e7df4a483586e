import { realpathSync } from 'node:fs'
import { checkDependencies } from './check-dependencies.ts'
import { checkTools } from './check-tools.ts'
import { inOrder, order } from './diagnostic.ts'
import { findModuleAt, findModules } from './find-modules.ts'
import type { Diagnostic, Workspace } from './module.ts'
import { ModuleReader } from './module-reader.ts'
import type { ReadModule, ReadOptions } from './read-module.ts'

/** The modules below a root, as often as one asks. */
export interface Catalogue {
  /**
   * As the files are now; a module none of whose files changed is not read again. For a question about one module, `ref`: it and all
   * that it depends on are as they are now, the others as they were when they were last read, and code of others is not waited for.
   */
  readonly read: (ref?: string) => Promise<Workspace>
  /** Ends the processes that code of contracts runs in. */
  readonly close: () => Promise<void>
}

/** A root that does not exist is an error of the caller's: it throws. */
export function openCatalogue(root: string, options: ReadOptions): Catalogue {
  const reading = new Reading(realpathSync(root), options)
  return { read: (ref) => (ref === undefined ? reading.all() : reading.about(ref)), close: () => reading.close() }
}

const AT_ONCE = 16
/** Each has a process. */
const CODE_AT_ONCE = 4

class Reading {
  readonly #root: string
  readonly #reader: ModuleReader
  readonly #modules = new Map<string, ReadModule>()
  /** What is wrong with folders that are no modules. */
  #found: readonly Diagnostic[] = []
  #workspace: Workspace | undefined
  /** Settles when all have been looked at once, but for those whose code still runs. */
  #first: Promise<unknown> | undefined

  constructor(root: string, options: ReadOptions) {
    this.#root = root
    this.#reader = new ModuleReader(root, options)
  }

  async all(): Promise<Workspace> {
    await Promise.all(await this.#lookAtAll())
    return this.#answer()
  }

  async about(ref: string): Promise<Workspace> {
    this.#first ??= this.#lookAtAll().then((running) => void Promise.allSettled(running))
    await this.#first
    const wanted = new Set([ref])
    // Grows while it is walked.
    for (const one of wanted) {
      const folder = findModuleAt(this.#root, one)
      const module = folder === undefined ? undefined : await this.#reader.read(one, folder)
      this.#put(one, module)
      for (const dependency of module?.manifest?.dependsOn ?? []) wanted.add(dependency.ref)
    }
    return this.#answer()
  }

  async close(): Promise<void> {
    await this.#reader.close()
    this.#modules.clear()
    this.#workspace = undefined
    this.#first = undefined
  }

  /** Reads whatever changed; gives those whose code still runs. */
  async #lookAtAll(): Promise<readonly Promise<unknown>[]> {
    const { modules, diagnostics } = findModules(this.#root)
    if (JSON.stringify(diagnostics) !== JSON.stringify(this.#found)) this.#workspace = undefined
    this.#found = diagnostics
    const refs = new Set(modules.map(({ ref }) => ref))
    for (const ref of this.#modules.keys()) if (!refs.has(ref)) this.#put(ref, undefined)
    const [running, active]: [Promise<unknown>[], Set<Promise<unknown>>] = [[], new Set()]
    for (const [index, { ref, folder }] of modules.entries()) {
      const reading = this.#reader.read(ref, folder).then((module) => this.#put(ref, module))
      if (!this.#reader.isRunning(ref)) await reading
      else {
        running.push(reading)
        active.add(reading)
        void reading.catch(() => undefined).finally(() => active.delete(reading))
      }
      if (active.size >= CODE_AT_ONCE) await Promise.race([...active].map((one) => one.catch(() => undefined)))
      // Others have their turn.
      if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return running
  }

  #put(ref: string, module: ReadModule | undefined): void {
    if (this.#modules.get(ref) === module) return
    if (module === undefined) {
      this.#modules.delete(ref)
      this.#reader.forget(ref)
    } else this.#modules.set(ref, module)
    this.#workspace = undefined
  }

  #answer(): Workspace {
    if (this.#workspace !== undefined) return this.#workspace
    const modules = [...this.#modules.values()].toSorted((a, b) => order(a.ref, b.ref))
    this.#workspace = { root: this.#root, modules, diagnostics: diagnosticsOf(modules, this.#found) }
    return this.#workspace
  }
}

function diagnosticsOf(modules: readonly ReadModule[], found: readonly Diagnostic[]): readonly Diagnostic[] {
  const byRef = new Map(modules.map((module) => [module.ref, module]))
  return inOrder([
    ...found,
    ...modules.flatMap(({ diagnostics }) => diagnostics),
    ...checkDependencies(byRef),
    ...checkTools(byRef),
  ])
}
