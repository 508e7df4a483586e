import { type Adjacency, reversed, targetsOf } from './adjacency.ts'
import { itemAt } from './at.ts'

/** The registered tools that may be called and whose dependencies, all the way down, are registered and may be called; by name. */
export function callableTools(adjacency: Adjacency, mayCall: (tool: string) => boolean): readonly string[] {
  const { names, registered } = adjacency
  const isOut = names.map((name, node) => node >= registered || !mayCall(name))
  const out = [...names.keys()].filter((node) => isOut[node])
  const dependents = reversed(adjacency)
  for (const node of out) {
    for (const dependent of targetsOf(dependents, node)) {
      if (isOut[dependent]) continue
      isOut[dependent] = true
      out.push(dependent)
    }
  }
  return [...names.keys()]
    .filter((node) => !isOut[node])
    .map((node) => itemAt(names, node))
    .toSorted(byCodeUnits)
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1
}
