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
