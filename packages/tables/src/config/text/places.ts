import { type Document, type Pair, type YAMLMap, isAlias, isMap, isSeq } from 'yaml'
import type { Fault } from '../fault.ts'
import { keyText, startOf } from './nodes.ts'

type Offset = (fault: Pick<Fault, 'path' | 'part'>) => number

/** Where in the text a path's key or value starts, or the nearest mapping around it that exists. */
export function offsetsIn(document: Document): Offset {
  const pairsOf = pairFinder()
  return ({ path, part }) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const [index, step] of path.entries()) {
      const holder = isAlias(node) ? node.resolve(document) : node
      const pair = isMap(holder) ? pairsOf(holder).get(String(step)) : undefined
      const next: unknown = isSeq(holder) ? holder.items[Number(step)] : pair?.value
      if (next === undefined && pair === undefined) return offset
      const isBlamed = part === 'key' && index === path.length - 1
      const key = startOf(pair?.key) ?? offset
      offset = isBlamed && pair !== undefined ? key : (startOf(next) ?? key)
      node = next
    }
    return offset
  }
}

/** Each mapping is indexed once: a file can have as many problems as keys. */
function pairFinder(): (map: YAMLMap) => ReadonlyMap<string, Pair> {
  const known = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()
  return (map) => {
    const found = known.get(map) ?? new Map(map.items.map((pair) => [keyText(pair.key) ?? '', pair]))
    known.set(map, found)
    return found
  }
}
