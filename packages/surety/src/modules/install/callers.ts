import type { InstalledSet } from './installed-set.ts'

/** Who in the set depends on a tool of a module: tools by name, and by their ref modules none of whose tools names it. */
export function callersIn({ modules }: InstalledSet): (tool: string, module: string) => readonly string[] {
  const byTool = new Map<string, { readonly caller: string; readonly ref: string }[]>()
  const byModule = new Map<string, string[]>()
  for (const { manifest, tools } of modules) {
    for (const { ref } of manifest.dependsOn) put(byModule, ref, manifest.ref)
    for (const { tool, guarantees } of tools)
      for (const used of guarantees.dependencies ?? []) put(byTool, used, { caller: tool, ref: manifest.ref })
  }
  return (tool, module) => {
    const callers = byTool.get(tool) ?? []
    const told = new Set(callers.map(({ ref }) => ref))
    const others = (byModule.get(module) ?? []).filter((ref) => !told.has(ref))
    return [...new Set([...callers.map(({ caller }) => caller), ...others])].toSorted()
  }
}

function put<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
