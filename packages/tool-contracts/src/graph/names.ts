import type { ReadonlyToolGraph } from './graph.ts'

/** First the registered tools, in registration order, then every other name the dependencies mention. */
export function allNames({ tools, dependencies }: ReadonlyToolGraph): ReadonlySet<string> {
  const names = new Set(tools.keys())
  for (const [name, needed] of dependencies) {
    names.add(name)
    for (const other of needed) names.add(other)
  }
  return names
}

/** For each name that is needed, who needs it directly; in the order of all names. */
export function dependentsByName(graph: ReadonlyToolGraph): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>()
  for (const name of allNames(graph)) {
    for (const needed of graph.dependencies.get(name) ?? []) {
      const known = dependents.get(needed)
      if (known === undefined) dependents.set(needed, [name])
      else known.push(name)
    }
  }
  return dependents
}
