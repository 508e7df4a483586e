import { suggestion } from '../contract/nearest.ts'
import { type Adjacency, targetsOf } from './adjacency.ts'
import { itemAt } from './at.ts'
import { componentsOf } from './components.ts'
import { cycleStarts } from './cycles.ts'

/** Comparisons of names that all suggestions together may cost; one name is always looked up. */
const COMPARISONS = 100_000

/** What is wrong with the graph: circular groups first, then missing tools, each sorted by name. */
export function problemsOf(adjacency: Adjacency): string[] {
  return [...circular(adjacency), ...missing(adjacency)]
}

/** One message for each circular group. */
export function circular(adjacency: Adjacency): string[] {
  return cycleStarts(adjacency, componentsOf(adjacency)).map(
    (start) => `Circular dependency detected in tool: ${itemAt(adjacency.names, start)}`,
  )
}

function missing(adjacency: Adjacency): string[] {
  const { names, registered } = adjacency
  if (names.length === registered) return []
  const lacking = [...whoLacksWhat(adjacency)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const known = names.slice(0, registered)
  const suggestions = Math.max(1, Math.floor(COMPARISONS / Math.max(1, registered)))
  return lacking.map(([name, by], index) => {
    const hint = index < suggestions ? suggestion(name, known) : ''
    return `Tool '${name}' is not registered, but needed by: ${by.join(', ')}.${hint}`
  })
}

function whoLacksWhat(adjacency: Adjacency): Map<string, string[]> {
  const { names, registered } = adjacency
  const lacking = new Map<string, string[]>()
  for (const [node, name] of names.entries()) {
    for (const target of targetsOf(adjacency, node)) {
      if (target < registered) continue
      const needed = itemAt(names, target)
      const by = lacking.get(needed)
      if (by === undefined) lacking.set(needed, [name])
      else by.push(name)
    }
  }
  return lacking
}
