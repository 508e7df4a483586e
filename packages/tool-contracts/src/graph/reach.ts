import type { ReadonlyToolGraph } from './graph.ts'
import { dependentsByName } from './names.ts'

/** These tools and all they need, directly or not, registered or not. */
export function withDependencies({ dependencies }: ReadonlyToolGraph, tools: Iterable<string>): ReadonlySet<string> {
  const reached = new Set(tools)
  for (const name of reached) for (const needed of dependencies.get(name) ?? []) reached.add(needed)
  return reached
}

/** These tools and all that need them, directly or not. */
export function withDependents(graph: ReadonlyToolGraph, tools: Iterable<string>): ReadonlySet<string> {
  const dependents = dependentsByName(graph)
  const reached = new Set(tools)
  for (const name of reached) for (const dependent of dependents.get(name) ?? []) reached.add(dependent)
  return reached
}
