import { type Adjacency, reversed, targetsOf } from './adjacency.ts'
import { at, itemAt } from './at.ts'
import { createHeap } from './heap.ts'
import { circular, problemsOf } from './validate.ts'

/** The registered tools, each after all it needs; of those that are free, the one registered first comes first. */
export function orderOf(adjacency: Adjacency): readonly string[] {
  const { names, registered, offsets } = adjacency
  if (circular(adjacency).length > 0) throw new Error(problemsOf(adjacency).join('\n'))
  const dependents = reversed(adjacency)
  const waitsFor = new Int32Array(names.length)
  const free = createHeap()
  // A name that is not registered passes at once, so that it keeps nobody waiting but for what it needs itself.
  const release = (node: number): void => free.push(node < registered ? node : node - names.length)
  for (let node = 0; node < names.length; node++) {
    waitsFor[node] = at(offsets, node + 1) - at(offsets, node)
    if (at(waitsFor, node) === 0) release(node)
  }
  const order: string[] = []
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    const node = next < 0 ? next + names.length : next
    if (node < registered) order.push(itemAt(names, node))
    for (const dependent of targetsOf(dependents, node)) {
      waitsFor[dependent] = at(waitsFor, dependent) - 1
      if (at(waitsFor, dependent) === 0) release(dependent)
    }
  }
  return order
}
