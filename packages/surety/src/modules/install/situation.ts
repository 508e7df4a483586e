import type { Manifest, ModuleAnswer, Workspace } from '../module.ts'
import { gainedBetween } from './gained.ts'
import type { Gained, InstallStep, Loosened } from './install-plan.ts'
import { type IdentifiedSet, type InstalledSet, moduleDigest, setOf } from './installed-set.ts'
import { loosenedBetween } from './loosened.ts'
import { type Installable, resolveWanted } from './resolve-wanted.ts'
import { stepsBetween } from './steps.ts'

/** What a plan starts from and leads to; found again unless something changed. */
export interface Situation {
  readonly version: 1
  /** The installed set; null where nothing is. */
  readonly base: string | null
  /** The set that will be installed. */
  readonly target: string
  /** What was asked for, sorted. */
  readonly want: readonly string[]
  readonly modules: readonly PlannedModule[]
  readonly steps: readonly InstallStep[]
  readonly gained: readonly Gained[]
  readonly loosened: readonly Loosened[]
}

/** A module of the wanted set, as it was when the plan was made. */
export interface PlannedModule {
  readonly manifest: Manifest
  readonly sha256: string
  /** Its folder, relative to the root, with `/`. */
  readonly folder: string
  readonly sources: readonly { readonly path: string; readonly sha256: string }[]
}

export interface Found {
  readonly situation: Situation
  readonly target: IdentifiedSet
  /** What the files of the set are written from. */
  readonly modules: readonly Installable[]
}

/** What does it take to have these modules installed, and these alone? */
export function situationOf(
  workspace: Workspace,
  installed: InstalledSet,
  wanted: readonly string[],
): ModuleAnswer<Found> {
  const want = [...new Set(wanted)].toSorted()
  const resolved = resolveWanted(workspace, installed, want)
  if (!resolved.ok) return resolved
  const target = setOf(resolved.value)
  if (!target.ok) return target
  const { id, modules } = target.value
  const folders = new Map(resolved.value.map(({ ref, file }) => [ref, file.slice(0, file.lastIndexOf('/'))]))
  const situation: Situation = {
    version: 1,
    base: installed.id ?? null,
    target: id,
    want,
    modules: modules.map((module) => ({
      manifest: module.manifest,
      sha256: moduleDigest(module),
      folder: folders.get(module.manifest.ref) ?? '',
      sources: module.sources.map(({ path, sha256 }) => ({ path, sha256 })),
    })),
    steps: stepsBetween(installed, target.value),
    gained: gainedBetween(installed, target.value),
    loosened: loosenedBetween(installed, target.value),
  }
  return { ok: true, value: { situation, target: target.value, modules: resolved.value } }
}
