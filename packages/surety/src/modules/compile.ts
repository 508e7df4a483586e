import { compiledModule, digested } from './compiled-module.ts'
import { diagnosticsOf, findModule } from './find-module.ts'
import type { Diagnostic, ModuleAnswer, Workspace } from './module.ts'
import { writeBundle } from './write-bundle.ts'

export interface Compilation {
  /** Relative to the root: `.surety/bundles/<sha256>.json`. */
  readonly bundlePath: string
  /** Warnings: a module with errors is not compiled. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Makes a module one file that is named for what it holds: the same module, the same bytes. */
export async function compileModule(workspace: Workspace, ref: string): Promise<ModuleAnswer<Compilation>> {
  const found = findModule(workspace, ref)
  if (!found.ok) return found
  const compiled = compiledModule(workspace, found.value)
  if (!compiled.ok) return compiled
  const { text, sha256 } = digested(compiled.value)
  const written = await writeBundle(workspace.root, `${sha256}.json`, text)
  if (!written.ok) return written
  return { ok: true, value: { bundlePath: written.value, diagnostics: diagnosticsOf(workspace, found.value) } }
}
