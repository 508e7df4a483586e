import { dirname, join } from 'node:path'
import type { CodeProcess } from '../../author/code/code-conversation.ts'
import { OWN } from './check-imports.ts'
import { findPackage, type InstalledPackage, isInstalled, withDependencies } from './packages.ts'

/** All that code of a module sees, besides the system's programs. */
export interface ModuleView {
  readonly folder: string
  /** Texts by the absolute paths at which it finds them. */
  readonly files: ReadonlyMap<string, string>
  /** Packages, by the paths at which they are. */
  readonly shown: readonly string[]
  /** The repository. */
  readonly hidden: readonly string[]
}

/** Starts a program that runs the code of one module, where it sees this view of it alone. */
export type StartModuleCode = (command: readonly string[], view: ModuleView) => CodeProcess | Promise<CodeProcess>

/** What code of a module sees: the texts that the module's digest covers, at their own paths, and packages. */
export function moduleView(
  root: string,
  folder: string,
  sources: readonly { readonly path: string; readonly text: string }[],
  packages: readonly InstalledPackage[],
): ModuleView {
  return {
    folder,
    files: new Map(sources.map(({ path, text }) => [join(folder, ...path.split('/')), text])),
    shown: packages.flatMap((one) => [one.path, one.folder]),
    hidden: [root],
  }
}

/** The packages of these names that the repository has installed; Surety's own are not the repository's. */
export function modulePackages(root: string, names: readonly string[]): readonly InstalledPackage[] {
  return withDependencies(names, root)
}

/** What Surety itself brings for contracts. */
export function ownPackages(file: string): readonly string[] {
  return [...OWN, 'jiti'].flatMap((name) => {
    const found = findPackage(name, dirname(file))
    if (found === undefined) return []
    return [found.path, ...(isInstalled(found) ? withDependencies([name], dirname(file)).map(({ path }) => path) : [])]
  })
}
