import { circularComponents } from './components.ts'
import type { ReadonlyToolGraph } from './graph.ts'

/** One shortest cycle through the first tool of every circular component, in the order of those tools' names. */
export function findCycles(graph: ReadonlyToolGraph): readonly (readonly string[])[] {
  const components = circularComponents(graph).map((members) => ({
    members: new Set(members),
    first: firstOf(members),
  }))
  return components
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    .map(({ members, first }) => shortestCycle(graph, members, first))
}

/** The first tool, by code units, of every component that has a cycle; sorted likewise. */
export function firstCircularTools(graph: ReadonlyToolGraph): readonly string[] {
  return circularComponents(graph).map(firstOf).toSorted()
}

function firstOf(names: readonly string[]): string {
  return names.reduce((first, name) => (name < first ? name : first))
}

/** Breadth first from `start` until it is met again. */
function shortestCycle(
  { dependencies }: ReadonlyToolGraph,
  members: ReadonlySet<string>,
  start: string,
): readonly string[] {
  /** Who needed the tool first. */
  const reachedFrom = new Map<string, string>()
  const queue = [start]
  for (const name of queue) {
    for (const needed of dependencies.get(name) ?? []) {
      if (!members.has(needed) || reachedFrom.has(needed)) continue
      reachedFrom.set(needed, name)
      if (needed === start) return pathBack(start, reachedFrom)
      queue.push(needed)
    }
  }
  throw new Error('A circular component has a cycle through each of its tools.')
}

function pathBack(start: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [start]
  let name = reachedFrom.get(start)
  while (name !== undefined && name !== start) {
    path.push(name)
    name = reachedFrom.get(name)
  }
  return [...path, start].toReversed()
}
