import type { Gained } from './install-plan.ts'
import type { InstalledSet } from './installed-set.ts'
import { toolsOf } from './placed-tool.ts'

/** Which capabilities does each tool have afterwards that it, or its absence, did not have before? */
export function gainedBetween(before: InstalledSet, after: InstalledSet): readonly Gained[] {
  const earlier = toolsOf(before)
  return [...toolsOf(after)].flatMap(([tool, { module, compiled }]) => {
    const had = new Set(earlier.get(tool)?.compiled.capabilities)
    const capabilities = compiled.capabilities.filter((capability) => !had.has(capability))
    return capabilities.length === 0 ? [] : [{ tool, module, capabilities }]
  })
}
