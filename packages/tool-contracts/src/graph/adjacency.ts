import { at, itemAt } from './at.ts'
import { type Interned, type Registry, internedOf } from './intern.ts'

/** The graph as integers: node `i` needs `targets[offsets[i]]` to `targets[offsets[i + 1] - 1]`. */
export interface Adjacency {
  /** First the registered tools, in registration order, then every other name the dependencies mention. */
  readonly names: readonly string[]
  readonly registered: number
  readonly offsets: Int32Array
  readonly targets: Int32Array
}

const adjacencies = new WeakMap<Interned, Adjacency>()

/** Reads both Maps without trusting them to agree. */
export function adjacencyOf(registry: Registry): Adjacency {
  const interned = internedOf(registry)
  const known = adjacencies.get(interned)
  if (known !== undefined && known.registered === interned.tools.ids.length) return known
  const adjacency = connect(interned)
  adjacencies.set(interned, adjacency)
  return adjacency
}

function connect(interned: Interned): Adjacency {
  const { dependents, ends, needed } = interned
  const { names, nodes } = numbered(interned)
  const offsets = new Int32Array(names.length + 1)
  for (let row = 0; row < ends.length; row++) {
    offsets[at(nodes, itemAt(dependents.ids, row)) + 1] = itemAt(ends, row) - (ends[row - 1] ?? 0)
  }
  for (let node = 0; node < names.length; node++) offsets[node + 1] = at(offsets, node + 1) + at(offsets, node)
  const targets = new Int32Array(needed.ids.length)
  let edge = 0
  for (let row = 0; row < ends.length; row++) {
    let slot = at(offsets, at(nodes, itemAt(dependents.ids, row)))
    while (edge < itemAt(ends, row)) targets[slot++] = at(nodes, itemAt(needed.ids, edge++))
  }
  return { names, registered: interned.tools.ids.length, offsets, targets }
}

/** Names get their integers as they come up; nodes are numbered by registration. */
function numbered({ names, tools }: Interned): { names: readonly string[]; nodes: Int32Array } {
  const nodes = new Int32Array(names.length).fill(-1)
  tools.ids.forEach((id, node) => (nodes[id] = node))
  const inOrder = [...tools.names]
  for (let id = 0; id < names.length; id++) {
    if (at(nodes, id) === -1) nodes[id] = inOrder.push(itemAt(names, id)) - 1
  }
  return { names: inOrder, nodes }
}

/** The same nodes with every edge turned round: node `i` is needed by its targets. */
export function reversed({ names, registered, offsets, targets }: Adjacency): Adjacency {
  const starts = new Int32Array(names.length + 1)
  for (const target of targets) starts[target + 1] = at(starts, target + 1) + 1
  for (let node = 0; node < names.length; node++) starts[node + 1] = at(starts, node + 1) + at(starts, node)
  const next = starts.slice()
  const sources = new Int32Array(targets.length)
  for (let node = 0; node < names.length; node++) {
    for (let edge = at(offsets, node); edge < at(offsets, node + 1); edge++) {
      const target = at(targets, edge)
      sources[at(next, target)] = node
      next[target] = at(next, target) + 1
    }
  }
  return { names, registered, offsets: starts, targets: sources }
}

/** What the node points to. */
export function targetsOf({ offsets, targets }: Adjacency, node: number): Int32Array {
  return targets.subarray(at(offsets, node), at(offsets, node + 1))
}
