import { suggestion } from '../contract/nearest.ts'
import { firstCircularTools } from './cycles.ts'
import type { ReadonlyToolGraph } from './graph.ts'
import { dependentsByName } from './names.ts'

/** Comparisons of names that all suggestions together may cost; one name is always looked up. */
const MAX_COMPARISONS = 100_000

/** What is wrong with the graph: circular groups first, then missing tools, each sorted by name. */
export function validateGraph(graph: ReadonlyToolGraph): string[] {
  const circular = firstCircularTools(graph).map((tool) => `Circular dependency detected in tool: ${tool}`)
  return [...circular, ...missing(graph)]
}

function missing(graph: ReadonlyToolGraph): string[] {
  const { tools } = graph
  const names = unregisteredNames(graph)
  if (names.size === 0) return []
  const dependents = dependentsByName(graph)
  const maxSuggestions = Math.max(1, Math.floor(MAX_COMPARISONS / Math.max(1, tools.size)))
  return [...names].toSorted().map((name, index) => {
    const hint = index < maxSuggestions ? suggestion(name, tools.keys()) : ''
    return `Tool '${name}' is not registered, but needed by: ${dependents.get(name)?.join(', ')}.${hint}`
  })
}

function unregisteredNames({ tools, dependencies }: ReadonlyToolGraph): ReadonlySet<string> {
  const names = new Set<string>()
  for (const needed of dependencies.values()) for (const name of needed) if (!tools.has(name)) names.add(name)
  return names
}
