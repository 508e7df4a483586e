import { suggestion } from '@surety/tool-contracts/tools'
import { satisfies, validRange } from 'semver'
import { diagnosticsOf } from '../find-module.ts'
import type { Dependency, Diagnostic, Manifest, Module, ModuleAnswer, ModuleFailure, Workspace } from '../module.ts'
import { isModuleRef } from '../module-ref.ts'
import type { InstalledSet } from './installed-set.ts'

/** A module that can be installed. */
export type Installable = Module & { readonly manifest: Manifest }

/** The wanted modules and all that they depend on, dependencies first. */
export function resolveWanted(
  workspace: Workspace,
  installed: InstalledSet,
  want: readonly string[],
): ModuleAnswer<readonly Installable[]> {
  const modules = new Map(workspace.modules.map((module) => [module.ref, module]))
  const resolved = new Map<string, Installable>()

  /** `path` are the modules that led here, the first one wanted. */
  function add({ ref, range }: Dependency, path: readonly string[]): ModuleFailure | undefined {
    const whose = path.length === 0 ? '' : ` (${path.at(-1)} depends on it)`
    const module = modules.get(ref)
    if (module === undefined) return { code: 'RESOURCE_NOT_FOUND', message: unknownModule(ref, whose) }
    if (path.includes(ref)) return { code: 'MODULE_INVALID', message: inCircle([...path, ref]) }
    const { manifest } = module
    const wrong = diagnosticsOf(workspace, module).filter(({ severity }) => severity === 'error')
    if (manifest === undefined || wrong.length > 0)
      return { code: 'MODULE_INVALID', message: invalid(ref, whose, wrong) }
    if (range !== ANY && !satisfies(manifest.semver, range)) {
      const message = `There is no ${ref}@${range}${whose}: modules/${ref} is at ${manifest.semver}. Ask for a range that holds ${manifest.semver}, or change the version in its module.yaml.`
      return { code: 'RESOURCE_NOT_FOUND', message }
    }
    if (resolved.has(ref)) return undefined
    for (const dependency of manifest.dependsOn.toSorted(byRef)) {
      const failure = add(dependency, [...path, ref])
      if (failure !== undefined) return failure
    }
    resolved.set(ref, { ...module, manifest })
    return undefined
  }

  function unknownModule(ref: string, whose: string): string {
    const known = installed.modules.find(({ manifest }) => manifest.ref === ref)
    if (known === undefined)
      return `There is no module ${ref}${whose}.${suggestion(ref, modules.keys())} See modules.list.`
    return `${ref} is installed at ${known.manifest.semver}, but modules/${ref} is no longer there${whose}. Restore it, or leave it out to have it removed.`
  }

  for (const text of want) {
    const wanted = parseWanted(text)
    const failure = wanted.ok ? add(wanted.value, []) : wanted.error
    if (failure !== undefined) return { ok: false, error: failure }
  }
  const clash = nameClash([...resolved.values()])
  return clash === undefined ? { ok: true, value: [...resolved.values()] } : { ok: false, error: clash }
}

/** Without a range, every version is wanted, prereleases too. */
const ANY = ''
const MAX_SHOWN = 200

function parseWanted(text: string): ModuleAnswer<Dependency> {
  const [ref = '', ...rest] = text.split('@')
  const range = rest.join('@').trim()
  if (isModuleRef(ref) && validRange(range) !== null && (rest.length === 0 || range !== ANY))
    return { ok: true, value: { ref, range } }
  const message = `${JSON.stringify(text.slice(0, MAX_SHOWN))} names no module: write namespace/name@range, such as acme/billing@^1.2.0.`
  return { ok: false, error: { code: 'RESOURCE_NOT_FOUND', message } }
}

function invalid(ref: string, whose: string, [first, ...rest]: readonly Diagnostic[]): string {
  if (first === undefined) return `${ref}${whose} has no usable module.yaml: write one, and ask again.`
  const { file, line, column, message } = first
  const others = rest.length === 0 ? '' : ` (and ${rest.length} more)`
  return `${ref}${whose} has errors: ${file}:${line}:${column}: ${message}${others} Run modules.validate on it, correct what it names, and ask again.`
}

function inCircle(path: readonly string[]): string {
  const circle = path.slice(path.indexOf(path.at(-1) ?? ''))
  return `The modules ${circle.join(' → ')} depend on each other in a circle: remove one of these dependencies from its module.yaml.`
}

function nameClash(modules: readonly Installable[]): ModuleFailure | undefined {
  const owners = new Map<string, string>()
  for (const { ref, tools } of modules) {
    for (const { compiled } of tools) {
      const other = owners.get(compiled.tool)
      owners.set(compiled.tool, ref)
      if (other === undefined) continue
      const message = `${other} and ${ref} both have a tool ${compiled.tool}: rename one of them, or want only one of the modules.`
      return { code: 'MODULE_INVALID', message }
    }
  }
  return undefined
}

function byRef(a: Dependency, b: Dependency): number {
  return a.ref < b.ref ? -1 : 1
}
