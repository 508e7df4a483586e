type Graph = ReadonlyMap<string, Iterable<string>>

/** The circles of a graph, each once and starting with its first name: for every edge that lies on one, the shortest. */
export function cyclesIn(needs: Graph): readonly (readonly string[])[] {
  const knots = withoutEnds(needs)
  const found = new Map<string, readonly string[]>()
  for (const from of [...knots.keys()].toSorted()) {
    for (const to of knots.get(from) ?? []) {
      const cycle = shortestPath(knots, to, from)
      if (cycle !== undefined) found.set(JSON.stringify(rotated(cycle)), rotated(cycle))
    }
  }
  return [...found.values()]
}

/** The graph without all that leads to no circle. */
function withoutEnds(needs: Graph): Graph {
  const left = new Map([...needs].map(([name, targets]) => [name, new Set(targets)]))
  const users = new Map([...needs.keys()].map((name) => [name, new Array<string>()]))
  for (const [name, targets] of left) {
    for (const target of targets) {
      if (needs.has(target)) users.get(target)?.push(name)
      else targets.delete(target)
    }
  }
  const ends = [...left.keys()].filter((name) => left.get(name)?.size === 0)
  for (const end of ends) {
    left.delete(end)
    for (const user of users.get(end) ?? []) {
      left.get(user)?.delete(end)
      if (left.get(user)?.size === 0) ends.push(user)
    }
  }
  return left
}

function shortestPath(graph: Graph, from: string, to: string): readonly string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]])
  for (const [name] of before) {
    if (name === to) return pathTo(name, before)
    for (const next of graph.get(name) ?? []) if (!before.has(next)) before.set(next, name)
  }
  return undefined
}

function pathTo(end: string, before: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = []
  for (let name: string | undefined = end; name !== undefined; name = before.get(name)) path.push(name)
  return path.toReversed()
}

function rotated(cycle: readonly string[]): readonly string[] {
  const least = cycle.indexOf(cycle.toSorted()[0] ?? '')
  return [...cycle.slice(least), ...cycle.slice(0, least)]
}
