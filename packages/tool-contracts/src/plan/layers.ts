import { type Candidate, byName } from './problem.ts'

/** For each tool that can be called, the number of its layer, from 1: no plan with it has fewer calls. */
export type Levels = ReadonlyMap<Candidate, number>

/** What can be called at once, then what can be called after that, and so on; each layer sorted by name, as the tools must be. */
export function layersOf(tools: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const waitsFor = new Map(tools.map((tool) => [tool, tool.needs.length]))
  const consumers = consumersByFact(tools)
  /** The tools that waited for this fact alone. */
  const release = (fact: string): readonly Candidate[] => {
    const waiting = consumers.get(fact) ?? []
    consumers.delete(fact)
    return waiting.filter((tool) => {
      const left = (waitsFor.get(tool) ?? 0) - 1
      waitsFor.set(tool, left)
      return left === 0
    })
  }
  const layers: (readonly Candidate[])[] = []
  let layer = tools.filter(({ needs }) => needs.length === 0)
  while (layer.length > 0) {
    layers.push(layer)
    layer = layer.flatMap(({ gives }) => gives.flatMap(release)).toSorted(byName)
  }
  return layers
}

export function levelsOf(tools: readonly Candidate[]): Levels {
  return new Map(layersOf(tools).flatMap((layer, index) => layer.map((tool) => [tool, index + 1] as const)))
}

/** The chosen tools in an order in which each has what it needs, up to the one that reaches the goal. */
export function callOrder(goal: string, chosen: readonly Candidate[]): readonly Candidate[] {
  const order = layersOf(chosen.toSorted(byName)).flat()
  const last = order.findIndex(({ gives }) => gives.includes(goal))
  return order.slice(0, last + 1)
}

function consumersByFact(tools: readonly Candidate[]): Map<string, readonly Candidate[]> {
  const consumers = new Map<string, Candidate[]>()
  for (const tool of tools) {
    for (const fact of tool.needs) {
      const known = consumers.get(fact)
      if (known === undefined) consumers.set(fact, [tool])
      else known.push(tool)
    }
  }
  return consumers
}
