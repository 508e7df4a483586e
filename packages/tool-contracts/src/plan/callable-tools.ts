import type { ReadonlyToolGraph } from '../graph/graph.ts'
import { allNames } from '../graph/names.ts'
import { withDependents } from '../graph/reach.ts'

/** The registered tools that may be called and whose dependencies, all the way down, are registered and may be called; by name. */
export function callableTools(graph: ReadonlyToolGraph, mayCall: (tool: string) => boolean): readonly string[] {
  const { tools } = graph
  const blocked = [...allNames(graph)].filter((name) => !tools.has(name) || !mayCall(name))
  const uncallable = withDependents(graph, blocked)
  return [...tools.keys()].filter((name) => !uncallable.has(name)).toSorted()
}
