import { type Adjacency, targetsOf } from './adjacency.ts'
import { at, itemAt } from './at.ts'

/** A Mermaid flowchart, tool --> what it needs; tools that are not registered are dashed. */
export function toMermaid(adjacency: Adjacency): string {
  const { nodes, edges } = sorted(adjacency)
  const lines = [
    ...nodes.map(({ name, missing }, index) => `n${index}["${mermaidText(name)}"]${missing ? ':::missing' : ''}`),
    ...edges.map(([from, to]) => `n${from} --> n${to}`),
    ...(nodes.some(({ missing }) => missing) ? ['classDef missing stroke-dasharray: 5 5'] : []),
  ]
  return `graph TD\n${lines.map((line) => `  ${line}\n`).join('')}`
}

/** A Graphviz digraph, tool -> what it needs; tools that are not registered are dashed. */
export function toDot(adjacency: Adjacency): string {
  const { nodes, edges } = sorted(adjacency)
  const quoted = nodes.map(({ name }) => dotText(name))
  const lines = [
    ...nodes.map(({ missing }, index) => `${itemAt(quoted, index)}${missing ? ' [style=dashed]' : ''}`),
    ...edges.map(([from, to]) => `${itemAt(quoted, from)} -> ${itemAt(quoted, to)}`),
  ]
  return `digraph tools {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}

interface Diagram {
  readonly nodes: readonly { readonly name: string; readonly missing: boolean }[]
  readonly edges: readonly (readonly [from: number, to: number])[]
}

/** By name, so that the same tools give the same text in whatever order they were registered. */
function sorted(adjacency: Adjacency): Diagram {
  const { names, registered } = adjacency
  const ids = [...names.keys()].toSorted((a, b) => (itemAt(names, a) < itemAt(names, b) ? -1 : 1))
  const places = new Int32Array(ids.length)
  ids.forEach((id, place) => (places[id] = place))
  return {
    nodes: ids.map((id) => ({ name: itemAt(names, id), missing: id >= registered })),
    edges: ids.flatMap((id, place) => {
      const targets = Array.from(targetsOf(adjacency, id), (target) => at(places, target)).toSorted((a, b) => a - b)
      return targets.map((target) => [place, target] as const)
    }),
  }
}

function mermaidText(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._/:-]/gu, (char) => (char === '"' ? '#quot;' : `#${char.codePointAt(0)};`))
}

/** Graphviz shows a label after reading both backslash escapes and HTML entities in it. */
function dotText(name: string): string {
  const escaped = name
    .replace(/["\\]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `"${escaped}"`
}
