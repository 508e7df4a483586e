import { type Adjacency, targetsOf } from './adjacency.ts'
import { at, itemAt } from './at.ts'
import { type Components, componentsOf } from './components.ts'

/** One shortest cycle through the first tool of every circular component, in the order of those tools' names. */
export function cyclesOf(adjacency: Adjacency): readonly (readonly string[])[] {
  const components = componentsOf(adjacency)
  const cameFrom = new Int32Array(adjacency.names.length).fill(-1)
  return cycleStarts(adjacency, components).map((start) =>
    shortestCycle(adjacency, components, start, cameFrom).map((node) => itemAt(adjacency.names, node)),
  )
}

/** The first tool, by code units, of every component that has a cycle; sorted likewise. */
export function cycleStarts({ names }: Adjacency, { of, circular }: Components): readonly number[] {
  if (circular.size === 0) return []
  const first = new Map<number, number>()
  for (let node = 0; node < names.length; node++) {
    const component = at(of, node)
    if (!circular.has(component)) continue
    const known = first.get(component)
    if (known === undefined || itemAt(names, node) < itemAt(names, known)) first.set(component, node)
  }
  return [...first.values()].toSorted((a, b) => (itemAt(names, a) < itemAt(names, b) ? -1 : 1))
}

/** `cameFrom` is shared: components are disjoint, so each node is written by one search only. */
function shortestCycle(adjacency: Adjacency, { of }: Components, start: number, cameFrom: Int32Array): number[] {
  const queue = [start]
  for (const node of queue) {
    for (const target of targetsOf(adjacency, node)) {
      if (target === start) return [...pathTo(node, start, cameFrom), start]
      if (at(of, target) !== at(of, start) || at(cameFrom, target) !== -1) continue
      cameFrom[target] = node
      queue.push(target)
    }
  }
  throw new Error('A circular component has a cycle through each of its tools.')
}

function pathTo(end: number, start: number, cameFrom: Int32Array): number[] {
  const path = [end]
  for (let node = end; node !== start;) {
    node = at(cameFrom, node)
    path.push(node)
  }
  return path.toReversed()
}
