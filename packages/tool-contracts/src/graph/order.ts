import { circularComponents } from './components.ts'
import type { ReadonlyToolGraph } from './graph.ts'
import { createHeap } from './heap.ts'
import { itemAt } from './item-at.ts'
import { allNames, dependentsByName } from './names.ts'
import { validateGraph } from './validate.ts'

/** The registered tools, each after all it needs; of those that are free, the one registered first comes first. */
export function orderTools(graph: ReadonlyToolGraph): readonly string[] {
  const { tools, dependencies } = graph
  if (circularComponents(graph).length > 0) throw new Error(validateGraph(graph).join('\n'))
  // Names that are not registered go first, so that they keep nobody waiting but for what they need themselves.
  const unregistered = [...allNames(graph)].filter((name) => !tools.has(name))
  const byPriority = [...unregistered, ...tools.keys()]
  const priorities = new Map(byPriority.map((name, priority) => [name, priority]))
  const dependents = dependentsByName(graph)
  const waitsFor = new Map<string, number>()
  const free = createHeap()

  const setWaitsFor = (name: string, count: number): void => {
    waitsFor.set(name, count)
    if (count === 0) free.push(priorities.get(name) ?? 0)
  }
  for (const name of byPriority) setWaitsFor(name, dependencies.get(name)?.size ?? 0)
  const order: string[] = []
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    const name = itemAt(byPriority, next)
    if (tools.has(name)) order.push(name)
    for (const dependent of dependents.get(name) ?? []) setWaitsFor(dependent, (waitsFor.get(dependent) ?? 0) - 1)
  }
  return order
}
