import { at, itemAt } from './at.ts'
import type { Problem } from './problem.ts'

/** What can be called at once, then what can be called after that, and so on; each layer by name. */
export function layersOf({ tools, users }: Problem): readonly (readonly number[])[] {
  const waitsFor = Int32Array.from(tools, ({ needs }) => needs.length)
  const holds = new Set<number>()
  /** Who waited for this fact last of all. */
  const released = (fact: number): readonly number[] => {
    if (holds.has(fact)) return []
    holds.add(fact)
    return itemAt(users, fact).filter((user) => {
      waitsFor[user] = at(waitsFor, user) - 1
      return at(waitsFor, user) === 0
    })
  }
  const layers: (readonly number[])[] = []
  let layer = [...tools.keys()].filter((tool) => at(waitsFor, tool) === 0)
  while (layer.length > 0) {
    layers.push(layer)
    layer = layer.flatMap((tool) => itemAt(tools, tool).gives.flatMap(released)).toSorted((a, b) => a - b)
  }
  return layers
}

/** For each tool the layer it is in, from 1: no plan with it has fewer calls. 0: it can never be called. */
export function levelsOf(problem: Problem): Int32Array {
  const levels = new Int32Array(problem.tools.length)
  layersOf(problem).forEach((layer, index) => layer.forEach((tool) => (levels[tool] = index + 1)))
  return levels
}

/** How far these tools get on their own: the facts that come to hold, and the tools that can never be called. */
export function tryOut(
  { tools }: Problem,
  chosen: readonly number[],
): { holds: Set<number>; stalled: readonly number[] } {
  const holds = new Set<number>()
  // The search chooses makers after users, so backwards one round is mostly enough.
  let waiting = chosen.toReversed()
  for (;;) {
    const stalled = waiting.filter((id) => {
      const { needs, gives } = itemAt(tools, id)
      if (!needs.every((fact) => holds.has(fact))) return true
      for (const fact of gives) holds.add(fact)
      return false
    })
    if (stalled.length === waiting.length || stalled.length === 0) return { holds, stalled }
    waiting = stalled
  }
}

/** The chosen tools in an order in which each has what it needs, up to the one that reaches the goal. */
export function callOrder(problem: Problem, chosen: readonly number[]): readonly number[] {
  const ids = chosen.toSorted((a, b) => a - b)
  const tools = ids.map((id) => itemAt(problem.tools, id))
  const users = problem.users.map((): number[] => [])
  tools.forEach(({ needs }, place) => needs.forEach((fact) => itemAt(users, fact).push(place)))
  const order = layersOf({ ...problem, tools, users }).flat()
  const last = order.findIndex((place) => itemAt(tools, place).gives.includes(problem.goal))
  return order.slice(0, last + 1).map((place) => itemAt(ids, place))
}
