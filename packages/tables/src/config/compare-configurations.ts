import { type Change, breaking, compatible } from './compare/change.ts'
import { tableChanges } from './compare/table-changes.ts'
import { quoted } from './fault.ts'
import type { ToolConfiguration } from './table-config.ts'
import { type Bump, bumpBetween, bumped, highest, isAtLeast, isInitial } from './version.ts'

/** What changed between two configurations, and whether the version moved far enough. */
export interface Comparison {
  /** How far the version must move. */
  readonly needed: Bump
  /** How far it moved. */
  readonly actual: Bump | 'down'
  readonly sufficient: boolean
  /** The lowest version that will do, from that of the first configuration. */
  readonly version: string
  /** What to do about the version, in a sentence. */
  readonly message: string
  readonly changes: readonly Change[]
}

/**
 * Compares by the compatibility rules of seed 003. What a caller may newly do, and what answers look like, is minor; what
 * callers can no longer do is major; what they do not notice is a patch. `metadata` and the order of things count for nothing.
 *
 * Of a version 0.x nothing is promised yet, so that by semver's habit a breaking change is minor there and every other a patch.
 */
export function compareConfigurations(before: ToolConfiguration, after: ToolConfiguration): Comparison {
  const changes = changesBetween(before, after).map((change) => ({
    ...change,
    bump: isInitial(before.version) ? initialBump(change.bump) : change.bump,
  }))
  const needed = highest(changes.map(({ bump }) => bump))
  const actual = bumpBetween(before.version, after.version) ?? 'down'
  const sufficient = actual !== 'down' && isAtLeast(actual, needed)
  const version = bumped(before.version, needed)
  return { needed, actual, sufficient, version, message: sentence(), changes }

  function sentence(): string {
    const changed =
      needed === 'none' ? 'Nothing changed that needs a new version' : `The changes need a ${needed} version`
    if (sufficient) return `${changed}: ${after.version} will do.`
    return `${changed}: use ${version} or higher, not ${after.version}.`
  }
}

function changesBetween(before: ToolConfiguration, after: ToolConfiguration): readonly Change[] {
  const removed = before.tables
    .filter(({ toolId }) => !after.tables.some((table) => table.toolId === toolId))
    .map(({ toolId }) => ({ ...breaking(`Tool ${quoted(toolId)} was removed or renamed.`), toolId }))
  const others = after.tables.flatMap((table) => {
    const { toolId } = table
    const known = before.tables.find((candidate) => candidate.toolId === toolId)
    return known === undefined
      ? [{ ...compatible(`Tool ${quoted(toolId)} is new.`), toolId }]
      : tableChanges(known, table)
  })
  return [...removed, ...others]
}

function initialBump(bump: Bump): Bump {
  if (bump === 'none') return 'none'
  return bump === 'major' ? 'minor' : 'patch'
}
