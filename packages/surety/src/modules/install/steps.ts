import { compare } from 'semver'
import { type InstalledModule, type InstalledSet, moduleDigest } from './installed-set.ts'
import type { InstallStep } from './install-plan.ts'

/** What turns one set into the other: dependencies before what needs them, and removals, dependents first, at the end. */
export function stepsBetween(before: InstalledSet, after: InstalledSet): readonly InstallStep[] {
  const [was, is] = [before, after].map(({ modules }) => new Map(modules.map((one) => [one.manifest.ref, one])))
  const removed = dependenciesFirst(before.modules).toReversed()
  return [
    ...dependenciesFirst(after.modules).flatMap((module) => stepTo(was?.get(module.manifest.ref), module)),
    ...removed.flatMap(({ manifest: { ref, semver } }): readonly InstallStep[] =>
      is?.has(ref) === true ? [] : [{ action: 'remove', ref, from: semver }],
    ),
  ]
}

function stepTo(before: InstalledModule | undefined, after: InstalledModule): readonly InstallStep[] {
  const { ref, semver: to } = after.manifest
  if (before === undefined) return [{ action: 'install', ref, to }]
  if (moduleDigest(before) === moduleDigest(after)) return []
  const from = before.manifest.semver
  const order = compare(to, from)
  if (order === 0) return [{ action: 'reinstall', ref, from, to }]
  return [{ action: order > 0 ? 'upgrade' : 'downgrade', ref, from, to }]
}

/** By ref among those that do not need each other. */
function dependenciesFirst(modules: readonly InstalledModule[]): readonly InstalledModule[] {
  const byRef = new Map(modules.map((module) => [module.manifest.ref, module]))
  const ordered = new Set<InstalledModule>()
  const met = new Set<string>()
  const add = (ref: string): void => {
    const module = byRef.get(ref)
    if (module === undefined || met.has(ref)) return
    met.add(ref)
    for (const dependency of module.manifest.dependsOn.map((one) => one.ref).toSorted()) add(dependency)
    ordered.add(module)
  }
  for (const ref of byRef.keys()) add(ref)
  return [...ordered]
}
