import { type Document, type Node, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml'

/** From the root of a file: `['tests', 0, 'name']`. */
export type Path = readonly (string | number)[]

/** Where in the text the path's key starts, or the nearest key around it that exists. */
export function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const key of path) {
    const next = step(isAlias(node) ? node.resolve(document) : node, key)
    if (next === undefined) return offset
    offset = next.at.range?.[0] ?? offset
    node = next.value
  }
  return offset
}

function step(node: unknown, key: string | number): { readonly at: Node; readonly value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
    return isNode(pair?.key) ? { at: pair.key, value: pair.value } : undefined
  }
  const item: unknown = isSeq(node) ? node.items[Number(key)] : undefined
  return isNode(item) ? { at: item, value: item } : undefined
}
