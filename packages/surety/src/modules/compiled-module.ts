import { canonicalJson, sha256 } from '@surety/tool-contracts/tools'
import type { PinnedPackage } from './code/packages.ts'
import { order } from './diagnostic.ts'
import { diagnosticsOf, hasErrors } from './find-module.ts'
import type { CompiledTool, Dependency, Diagnostic, Module, ModuleAnswer, SourceFile, Workspace } from './module.ts'

/** A module as a file: all that an installation is made of. */
export interface CompiledModule {
  readonly version: 1
  readonly kind: 'module'
  readonly ref: string
  readonly semver: string
  readonly description: string
  readonly dependsOn: readonly Dependency[]
  /** Sorted by name. */
  readonly tools: readonly CompiledTool[]
  /** Sorted by path. */
  readonly sources: readonly SourceFile[]
  /** Those that the code of its contracts was loaded with. */
  readonly packages: readonly PinnedPackage[]
}

/** Text with its digest. */
export interface Digested {
  readonly text: string
  readonly sha256: string
}

/** A module that has no errors, compiled; MODULE_INVALID with the first errors otherwise. */
export function compiledModule(workspace: Workspace, module: Module): ModuleAnswer<CompiledModule> {
  const { ref, manifest, tools, sources, packages } = module
  const diagnostics = diagnosticsOf(workspace, module)
  if (manifest === undefined || hasErrors(diagnostics)) return invalid(ref, diagnostics)
  const { semver, description, dependsOn } = manifest
  const sorted = tools.map(({ compiled }) => compiled).toSorted((a, b) => order(a.tool, b.tool))
  return {
    ok: true,
    value: { version: 1, kind: 'module', ref, semver, description, dependsOn, tools: sorted, sources, packages },
  }
}

/** Equal data gives equal bytes, on every machine. */
export function digested(data: unknown): Digested {
  const text = canonicalJson(data)
  return { text, sha256: sha256(text) }
}

const MAX_TOLD = 3

function invalid(ref: string, diagnostics: readonly Diagnostic[]): ModuleAnswer<never> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const told = errors
    .slice(0, MAX_TOLD)
    .map(({ file, line, column, code, message }) => `${file}:${line}:${column} ${code}: ${message}`)
  const more = errors.length > MAX_TOLD ? ` And ${errors.length - MAX_TOLD} more.` : ''
  const message = `The module ${ref} has errors; \`modules.validate\` tells them all. ${told.join(' ')}${more}`
  return { ok: false, error: { code: 'MODULE_INVALID', message } }
}
