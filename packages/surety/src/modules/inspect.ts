import { satisfies } from 'semver'
import { closureOf } from './check-dependencies.ts'
import { order } from './diagnostic.ts'
import { diagnosticsOf, findModule, hasErrors } from './find-module.ts'
import type { CompiledTool, Dependency, Diagnostic, Manifest, Module, ModuleAnswer, Workspace } from './module.ts'

interface Edge {
  readonly from: string
  readonly to: string
}

export interface ModuleInspection {
  readonly ref: string
  readonly status: 'valid' | 'invalid'
  /** Relative to the root. */
  readonly file: string
  readonly manifest: Manifest | undefined
  readonly tools: readonly CompiledTool[]
  /** Each with the version that is there, and whether it is in the range; without a version it is missing. */
  readonly dependencies: readonly (Dependency & { readonly semver?: string; readonly satisfied: boolean })[]
  /** The modules that depend on it directly. */
  readonly dependents: readonly Dependency[]
  /** Of the module and all that it depends on: which module, and which tool, needs which. */
  readonly graph: { readonly modules: readonly Edge[]; readonly tools: readonly Edge[] }
  readonly diagnostics: readonly Diagnostic[]
}

/** What is in a module, what does it need, and who needs it? */
export function inspectModule(workspace: Workspace, ref: string): ModuleAnswer<ModuleInspection> {
  const found = findModule(workspace, ref)
  if (!found.ok) return found
  const module = found.value
  const modules = new Map(workspace.modules.map((one) => [one.ref, one]))
  const diagnostics = diagnosticsOf(workspace, module)
  return {
    ok: true,
    value: {
      ref,
      status: hasErrors(diagnostics) ? 'invalid' : 'valid',
      file: module.file,
      manifest: module.manifest,
      tools: module.tools.map(({ compiled }) => compiled),
      dependencies: (module.manifest?.dependsOn ?? []).map((one) => resolved(one, modules.get(one.ref))),
      dependents: workspace.modules.flatMap((other) => dependencyOn(ref, other)),
      graph: graphOf([...closureOf(module, modules).values()]),
      diagnostics,
    },
  }
}

function resolved(dependency: Dependency, module: Module | undefined): ModuleInspection['dependencies'][number] {
  const semver = module?.manifest?.semver
  if (semver === undefined) return { ...dependency, satisfied: false }
  return { ...dependency, semver, satisfied: satisfies(semver, dependency.range) }
}

function dependencyOn(ref: string, { ref: dependent, manifest }: Module): readonly Dependency[] {
  const on = manifest?.dependsOn.find((one) => one.ref === ref)
  return on === undefined ? [] : [{ ref: dependent, range: on.range }]
}

function graphOf(modules: readonly Module[]): ModuleInspection['graph'] {
  const sorted = modules.toSorted((a, b) => order(a.ref, b.ref))
  return {
    modules: sorted.flatMap(({ ref, manifest }) =>
      (manifest?.dependsOn ?? []).map((one) => ({ from: ref, to: one.ref })),
    ),
    tools: sorted.flatMap(({ tools }) =>
      tools.flatMap(({ compiled }) =>
        (compiled.guarantees.dependencies ?? []).map((to) => ({ from: compiled.tool, to })),
      ),
    ),
  }
}
