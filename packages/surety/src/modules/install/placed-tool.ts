import type { CompiledTool } from '../module.ts'
import type { InstalledSet } from './installed-set.ts'

/** A tool and the module it belongs to. */
export interface PlacedTool {
  readonly module: string
  readonly compiled: CompiledTool
}

/** The tools of a set by name: a tool stays the same one when another module takes it over. */
export function toolsOf({ modules }: InstalledSet): ReadonlyMap<string, PlacedTool> {
  return new Map(
    modules.flatMap(({ manifest, tools }) =>
      tools.map((compiled) => [compiled.tool, { module: manifest.ref, compiled }] as const),
    ),
  )
}

/** A tool that both sets have. */
export interface ToolChange {
  readonly tool: string
  /** The module it is installed with. */
  readonly module: string
  readonly before: CompiledTool
  readonly after: CompiledTool
}

export function changesBetween(before: InstalledSet, after: InstalledSet): readonly ToolChange[] {
  const later = toolsOf(after)
  return [...toolsOf(before)].flatMap(([tool, { module, compiled }]) => {
    const changed = later.get(tool)
    return changed === undefined ? [] : [{ tool, module, before: compiled, after: changed.compiled }]
  })
}
