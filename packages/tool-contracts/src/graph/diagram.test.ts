import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ToolDependencyGraph, createToolDependencyGraph } from './graph.ts'

function graphOf(edges: Readonly<Record<string, readonly string[]>>): ToolDependencyGraph {
  const graph = createToolDependencyGraph()
  for (const [toolName, needed] of Object.entries(edges)) {
    const schema = z.object({})
    graph.tools.set(toolName, {
      toolName,
      description: 'x',
      inputSchema: schema,
      outputSchema: schema,
      capabilities: ['READ'],
    })
    graph.dependencies.set(toolName, new Set(needed))
  }
  return graph
}

const SMALL = { 'b.bundle': ['a.compile', 'c.gone'], 'a.compile': [] }

test('Mermaid gets safe ids, and what is not registered is dashed', () => {
  expect(graphOf(SMALL).toMermaid()).toBe(
    [
      'graph TD',
      '  n0["a.compile"]',
      '  n1["b.bundle"]',
      '  n2["c.gone"]:::missing',
      '  n1 --> n0',
      '  n1 --> n2',
      '  classDef missing stroke-dasharray: 5 5',
      '',
    ].join('\n'),
  )
  expect(graphOf({ a: [] }).toMermaid()).toBe('graph TD\n  n0["a"]\n')
})

test('DOT gets quoted names, and what is not registered is dashed', () => {
  expect(graphOf(SMALL).toDot()).toBe(
    [
      'digraph tools {',
      '  "a.compile"',
      '  "b.bundle"',
      '  "c.gone" [style=dashed]',
      '  "b.bundle" -> "a.compile"',
      '  "b.bundle" -> "c.gone"',
      '}',
      '',
    ].join('\n'),
  )
})

test('a name cannot break out of its label', () => {
  const graph = graphOf({ 'a"]\n#<b>&\\': [] })
  expect(graph.toMermaid()).toBe('graph TD\n  n0["a#quot;#93;#10;#35;#60;b#62;#38;#92;"]\n')
  expect(graph.toDot()).toBe('digraph tools {\n  "a\\"]\\n#<b>&amp;\\\\"\n}\n')
})

test('whatever the names, each node and each dependency is one line, and registration order does not show', () => {
  const anyEdges = fc.dictionary(fc.string(), fc.uniqueArray(fc.string(), { maxLength: 3 }), { maxKeys: 6 })
  fc.assert(
    fc.property(anyEdges, (edges) => {
      const graph = graphOf(edges)
      const names = new Set([...Object.keys(edges), ...Object.values(edges).flat()])
      const lines = names.size + Object.values(edges).flat().length
      const dashed = [...names].some((name) => !graph.tools.has(name)) ? 1 : 0
      expect(graph.toMermaid().split('\n')).toHaveLength(lines + dashed + 2)
      expect(graph.toDot().split('\n')).toHaveLength(lines + 3)
      const turned = graphOf(Object.fromEntries(Object.entries(edges).toReversed()))
      expect(turned.toMermaid()).toBe(graph.toMermaid())
      expect(turned.toDot()).toBe(graph.toDot())
    }),
  )
})
