import type { DeclaredToolContract } from '../contract/contract.ts'
import { Changes } from './changes.ts'

/** What a graph is to those who only read it. */
export interface Registry {
  readonly tools: ReadonlyMap<string, DeclaredToolContract>
  readonly dependencies: ReadonlyMap<string, ReadonlySet<string>>
}

/** Both Maps in their own order, each name beside its integer. */
export interface Interned {
  /** A name to its integer, and back. */
  readonly ids: Map<string, number>
  readonly names: string[]
  readonly tools: Column
  /** The tools that have dependencies; those of the `i`th end at `ends[i]` in `needed`. */
  readonly dependents: Column
  readonly ends: number[]
  readonly needed: Column
  /** How many changes of the Maps it has seen. */
  seen: number
}

interface Column {
  readonly names: string[]
  readonly ids: number[]
}

const interned = new WeakMap<ReadonlyMap<string, unknown>, Interned>()
const noticed = new WeakMap<ReadonlyMap<string, unknown>, Changes>()

/** From now on changes of these Maps are counted. */
export function notice(tools: Map<string, unknown>, dependencies: Map<string, unknown>): void {
  const changes = new Changes()
  changes.notice(tools)
  changes.notice(dependencies)
  noticed.set(tools, changes)
}

/** A set of dependencies whose changes are counted with those of the graph it goes into. */
export function neededBy({ tools }: Registry, dependencies: Iterable<string>): Set<string> {
  const needed = new Set(dependencies)
  return noticed.get(tools)?.notice(needed) ?? needed
}

/** The registry in integers. Looking up names is what costs time, so it is done once, and again only if a Map was changed by hand. */
export function internedOf(registry: Registry): Interned {
  const known = interned.get(registry.tools)
  if (known !== undefined && isCurrent(known, registry)) return known
  const fresh: Interned = {
    ids: new Map(),
    names: [],
    tools: column(),
    dependents: column(),
    ends: [],
    needed: column(),
    seen: noticed.get(registry.tools)?.count ?? 0,
  }
  for (const name of registry.tools.keys()) add(fresh, fresh.tools, name)
  for (const [name, needed] of registry.dependencies) addDependent(fresh, name, needed)
  interned.set(registry.tools, fresh)
  return fresh
}

/** Takes note of a tool that was just registered, as two changes, if nothing else has changed. */
export function noteTool({ tools }: Registry, name: string, needed: ReadonlySet<string>): void {
  const known = interned.get(tools)
  const changes = noticed.get(tools)
  if (known === undefined || (changes !== undefined && changes.count !== known.seen + 2)) return
  add(known, known.tools, name)
  addDependent(known, name, needed)
  known.seen = noticed.get(tools)?.count ?? 0
}

function addDependent(to: Interned, name: string, needed: ReadonlySet<string>): void {
  add(to, to.dependents, name)
  for (const other of needed) add(to, to.needed, other)
  to.ends.push(to.needed.names.length)
}

function add(to: Interned, { names, ids }: Column, name: string): void {
  let id = to.ids.get(name)
  if (id === undefined) {
    id = to.names.push(name) - 1
    to.ids.set(name, id)
  }
  names.push(name)
  ids.push(id)
}

/** Asks the count of changes where there is one; otherwise compares in order. */
function isCurrent({ tools, dependents, ends, needed, seen }: Interned, registry: Registry): boolean {
  const changes = noticed.get(registry.tools)
  if (changes?.blind === false) return changes.count === seen
  if (tools.names.length !== registry.tools.size || ends.length !== registry.dependencies.size) return false
  let index = 0
  for (const name of registry.tools.keys()) if (name !== tools.names[index++]) return false
  let row = 0
  let edge = 0
  for (const [name, others] of registry.dependencies) {
    if (name !== dependents.names[row] || edge + others.size !== ends[row]) return false
    row++
    for (const other of others) if (other !== needed.names[edge++]) return false
  }
  return true
}

function column(): Column {
  return { names: [], ids: [] }
}
