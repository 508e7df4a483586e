/** The nodes that lie on a circle, each with one circle through it: `a` → [`a`, `b`, `a`]. */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const circles = new Map<string, readonly string[]>()
  for (const component of components(edges)) {
    for (const node of component) {
      const circle =
        component.size > 1 || edges.get(node)?.includes(node) === true ? shortest(node, edges, component) : []
      if (circle.length > 0) circles.set(node, circle)
    }
  }
  return circles
}

/** The shortest way from the node back to itself, without leaving the component. */
function shortest(
  start: string,
  edges: ReadonlyMap<string, readonly string[]>,
  component: ReadonlySet<string>,
): readonly string[] {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of edges.get(node) ?? []) {
      if (next === start) return [...wayTo(node, start, cameFrom), start]
      if (!component.has(next) || cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return []
}

function wayTo(node: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [node]
  for (let at: string | undefined = node; at !== undefined && at !== start; at = cameFrom.get(at)) {
    const before = cameFrom.get(at)
    if (before !== undefined) way.unshift(before)
  }
  return way
}

interface Visit {
  readonly node: string
  readonly next: Iterator<string>
}

/** Tarjan's strongly connected components, without recursion: a chain may be long. */
function components(edges: ReadonlyMap<string, readonly string[]>): readonly ReadonlySet<string>[] {
  const found: ReadonlySet<string>[] = []
  const numbers = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const lower = (node: string, to: number | undefined): void => {
    low.set(node, Math.min(low.get(node) ?? Infinity, to ?? Infinity))
  }
  const enter = (node: string): Visit => {
    numbers.set(node, numbers.size)
    lower(node, numbers.get(node))
    open.push(node)
    isOpen.add(node)
    return { node, next: (edges.get(node) ?? []).values() }
  }
  const leave = (node: string): void => {
    if (low.get(node) !== numbers.get(node)) return
    const members = open.splice(open.lastIndexOf(node))
    for (const member of members) isOpen.delete(member)
    found.push(new Set(members))
  }
  const step = (visits: Visit[], { node, next }: Visit): void => {
    const { value: target, done } = next.next()
    if (done !== true) {
      if (!numbers.has(target)) visits.push(enter(target))
      else if (isOpen.has(target)) lower(node, numbers.get(target))
      return
    }
    visits.pop()
    leave(node)
    const parent = visits.at(-1)
    if (parent !== undefined) lower(parent.node, low.get(node))
  }
  for (const root of edges.keys()) {
    const visits = numbers.has(root) ? [] : [enter(root)]
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) step(visits, visit)
  }
  return found
}
