import type { Adjacency } from './adjacency.ts'
import { at } from './at.ts'

/** Which nodes can reach each other. */
export interface Components {
  /** The component of every node. */
  readonly of: Int32Array
  /** The components that have a cycle: several nodes, or one that needs itself. */
  readonly circular: ReadonlySet<number>
}

/**
 * Tarjan's algorithm in Pearce's form ("A space-efficient algorithm for finding strongly connected components", 2016),
 * on explicit stacks, so that a chain of any length fits.
 */
export function componentsOf({ names, offsets, targets }: Adjacency): Components {
  const count = names.length
  /** 0: not seen; up to `clock`: the earliest open node it reaches; above: its component, numbered downwards. */
  const rank = new Int32Array(count)
  const nextEdge = offsets.slice(0, count)
  /** The path grows from the front and the nodes off the path but open from the back: a node is in one of them. */
  const stack = new Int32Array(count)
  let path = 0
  let open = count
  const reachesBack = new Uint8Array(count)
  const circular = new Set<number>()
  let clock = 0
  let component = count

  const enter = (node: number): void => {
    rank[node] = ++clock
    stack[path++] = node
  }
  const leave = (node: number): void => {
    path--
    if (reachesBack[node] === 1) stack[--open] = node
    else close(node)
    if (path > 0) reach(at(stack, path - 1), node)
  }
  const close = (root: number): void => {
    const lowest = at(rank, root)
    for (; open < count && at(rank, at(stack, open)) >= lowest; open++) {
      rank[at(stack, open)] = component
      circular.add(component)
      clock--
    }
    rank[root] = component--
    clock--
  }
  const reach = (node: number, target: number): void => {
    if (at(rank, target) >= at(rank, node)) return
    rank[node] = at(rank, target)
    reachesBack[node] = 1
  }

  const needThemselves: number[] = []
  const advance = (): boolean => {
    const node = at(stack, path - 1)
    const edge = at(nextEdge, node)
    nextEdge[node] = edge + 1
    const target = edge < at(offsets, node + 1) ? at(targets, edge) : -1
    if (target === node) needThemselves.push(node)
    if (target === -1) leave(node)
    else if (at(rank, target) === 0) enter(target)
    else reach(node, target)
    return path > 0
  }

  for (let root = 0; root < count; root++) {
    if (at(rank, root) !== 0) continue
    enter(root)
    let isWalking = true
    while (isWalking) isWalking = advance()
  }
  for (const node of needThemselves) circular.add(at(rank, node))
  return { of: rank, circular }
}
