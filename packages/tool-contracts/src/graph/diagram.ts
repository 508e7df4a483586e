import type { ReadonlyToolGraph } from './graph.ts'
import { allNames } from './names.ts'

/** A Mermaid flowchart, tool --> what it needs; tools that are not registered are dashed. */
export function toMermaid(graph: ReadonlyToolGraph): string {
  const { nodes, edges } = sorted(graph)
  const ids = new Map(nodes.map(({ name }, index) => [name, `n${index}`]))
  const lines = [
    ...nodes.map(({ name, missing }, index) => `n${index}["${mermaidText(name)}"]${missing ? ':::missing' : ''}`),
    ...edges.map(([from, to]) => `${ids.get(from)} --> ${ids.get(to)}`),
    ...(nodes.some(({ missing }) => missing) ? ['classDef missing stroke-dasharray: 5 5'] : []),
  ]
  return `graph TD\n${lines.map((line) => `  ${line}\n`).join('')}`
}

/** A Graphviz digraph, tool -> what it needs; tools that are not registered are dashed. */
export function toDot(graph: ReadonlyToolGraph): string {
  const { nodes, edges } = sorted(graph)
  const lines = [
    ...nodes.map(({ name, missing }) => `${dotText(name)}${missing ? ' [style=dashed]' : ''}`),
    ...edges.map(([from, to]) => `${dotText(from)} -> ${dotText(to)}`),
  ]
  return `digraph tools {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}

interface Diagram {
  readonly nodes: readonly { readonly name: string; readonly missing: boolean }[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}

/** By name, so that the same tools give the same text in whatever order they were registered. */
function sorted(graph: ReadonlyToolGraph): Diagram {
  const names = [...allNames(graph)].toSorted()
  return {
    nodes: names.map((name) => ({ name, missing: !graph.tools.has(name) })),
    edges: names.flatMap((from) => {
      const needed = [...(graph.dependencies.get(from) ?? [])].toSorted()
      return needed.map((to) => [from, to] as const)
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
