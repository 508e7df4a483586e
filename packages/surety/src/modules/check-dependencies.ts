import { suggestion } from '@surety/tool-contracts/tools'
import { satisfies } from 'semver'
import { cyclesIn } from './cycles.ts'
import { type FilePlace, diagnostic } from './diagnostic.ts'
import type { Dependency, Diagnostic } from './module.ts'
import type { ReadModule } from './read-module.ts'

type ByRef = ReadonlyMap<string, ReadModule>

/** Is every module there that another one needs, in a version it can use, and does none need itself? */
export function checkDependencies(modules: ByRef): readonly Diagnostic[] {
  const edges = new Map(
    [...modules.values()].map(({ ref, manifest }) => [ref, manifest?.dependsOn.map((one) => one.ref) ?? []]),
  )
  const cycles = cyclesIn(edges)
  return [...modules.values()].flatMap((module) =>
    (module.manifest?.dependsOn ?? []).flatMap((dependency, index) => {
      const at = { file: module.file, ...module.locate(['depends_on', index]) }
      const cycle = cycles.get(module.ref)
      return [
        ...dependencyProblem(dependency, modules, at),
        ...(cycle !== undefined && cycle[1] === dependency.ref ? [circle(cycle, at)] : []),
      ]
    }),
  )
}

function dependencyProblem({ ref, range }: Dependency, modules: ByRef, at: FilePlace): readonly Diagnostic[] {
  const found = modules.get(ref)
  if (found === undefined) {
    const message = `There is no module ${ref}.${suggestion(ref, modules.keys())}`
    return [diagnostic('DEPENDENCY_MISSING', at, message, `Add it as modules/${ref}, or correct 'depends_on'.`)]
  }
  if (found.manifest === undefined) {
    const message = `The module.yaml of ${ref} cannot be used.`
    return [diagnostic('DEPENDENCY_UNREADABLE', at, message, `Correct ${found.file}.`)]
  }
  const { semver } = found.manifest
  if (satisfies(semver, range)) return []
  const message = `${ref} is ${semver}, which is not in the range ${range}.`
  return [
    diagnostic('DEPENDENCY_VERSION', at, message, `Widen the range (such as ^${semver}), or provide a version in it.`),
  ]
}

function circle(cycle: readonly string[], at: FilePlace): Diagnostic {
  const fix = 'Move what both need into a third module.'
  return diagnostic('DEPENDENCY_CYCLE', at, `Modules depend on each other: ${shownCycle(cycle)}.`, fix)
}

const MAX_SHOWN = 10

export function shownCycle(cycle: readonly string[]): string {
  const shown = cycle.length <= MAX_SHOWN ? cycle : [...cycle.slice(0, MAX_SHOWN - 1), '…', ...cycle.slice(-1)]
  return shown.join(' → ')
}

/** The module and all that it depends on, directly or not, as far as they are there. */
export function closureOf<M extends Pick<ReadModule, 'ref' | 'manifest'>>(
  module: M,
  modules: ReadonlyMap<string, M>,
): ReadonlyMap<string, M> {
  const found = new Map([[module.ref, module]])
  // Grows while it is walked.
  for (const { manifest } of found.values()) {
    for (const { ref } of manifest?.dependsOn ?? []) {
      const next = modules.get(ref)
      if (next !== undefined) found.set(ref, next)
    }
  }
  return found
}
