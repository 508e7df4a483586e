import { closureOf } from './check-dependencies.ts'
import { type CompiledModule, compiledModule, digested } from './compiled-module.ts'
import { findModule } from './find-module.ts'
import type { Module, ModuleAnswer, Workspace } from './module.ts'
import { writeBundle } from './write-bundle.ts'

/** A module with all that it depends on, as a file. */
export interface Bundle {
  readonly version: 1
  readonly kind: 'bundle'
  /** The module that it is made for, the last of them. */
  readonly ref: string
  /** Each after those that it depends on. */
  readonly modules: readonly { readonly sha256: string; readonly module: CompiledModule }[]
}

interface BundledModule {
  readonly ref: string
  readonly semver: string
  /** Of its canonical JSON: the name that `compile` gives it. */
  readonly sha256: string
}

export interface Bundled {
  /** Relative to the root: `.surety/bundles/<sha256>.bundle.json`. */
  readonly bundlePath: string
  readonly sha256: string
  readonly modules: readonly BundledModule[]
}

/** Makes a module and all that it depends on one file that can be given to others. */
export async function bundleModule(workspace: Workspace, ref: string): Promise<ModuleAnswer<Bundled>> {
  const found = findModule(workspace, ref)
  if (!found.ok) return found
  const modules: Bundle['modules'][number][] = []
  for (const module of dependenciesFirst(workspace, found.value)) {
    const compiled = compiledModule(workspace, module)
    if (!compiled.ok) return compiled
    modules.push({ sha256: digested(compiled.value).sha256, module: compiled.value })
  }
  const bundle: Bundle = { version: 1, kind: 'bundle', ref, modules }
  const { text, sha256 } = digested(bundle)
  const written = await writeBundle(workspace.root, `${sha256}.bundle.json`, text)
  if (!written.ok) return written
  const listed = modules.map((one) => ({ ref: one.module.ref, semver: one.module.semver, sha256: one.sha256 }))
  return { ok: true, value: { bundlePath: written.value, sha256, modules: listed } }
}

/** The module and all that it depends on, each after what it needs; of a circle, which is an error anyway, in any order. */
function dependenciesFirst(workspace: Workspace, module: Module): readonly Module[] {
  const left = new Map(closureOf(module, new Map(workspace.modules.map((one) => [one.ref, one]))))
  const sorted: Module[] = []
  while (left.size > 0) {
    const waiting = [...left.values()].toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
    const ready = waiting.filter(({ manifest }) => manifest?.dependsOn.every((one) => !left.has(one.ref)) !== false)
    for (const next of ready.length === 0 ? waiting : ready) {
      sorted.push(next)
      left.delete(next.ref)
    }
  }
  return sorted
}
