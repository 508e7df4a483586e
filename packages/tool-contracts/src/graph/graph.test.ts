import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ContractError, type DeclaredToolContract } from '../contract/contract.ts'
import { type ToolDependencyGraph, createToolDependencyGraph, registerToolContract } from './graph.ts'

const schema = z.object({})

function tool(toolName: string, dependencies: readonly string[] = []): DeclaredToolContract {
  return {
    toolName,
    description: 'A tool',
    inputSchema: schema,
    outputSchema: schema,
    dependencies,
    capabilities: ['READ'],
  }
}

function graphOf(edges: Readonly<Record<string, readonly string[]>>): ToolDependencyGraph {
  const graph = createToolDependencyGraph()
  for (const [name, dependencies] of Object.entries(edges)) registerToolContract(graph, tool(name, dependencies))
  return graph
}

/** A graph filled by hand, as untidy as one can be. */
function byHand(tools: readonly string[], edges: readonly (readonly [string, string])[]): ToolDependencyGraph {
  const graph = createToolDependencyGraph()
  for (const name of tools) graph.tools.set(name, tool(name))
  for (const [from, to] of edges) graph.dependencies.set(from, new Set([...(graph.dependencies.get(from) ?? []), to]))
  return graph
}

describe('registering', () => {
  test('a registered tool is in both Maps, each dependency once', () => {
    const contract = tool('a', ['b', 'b', 'c'])
    const graph = createToolDependencyGraph()
    registerToolContract(graph, contract)
    expect(graph.tools.get('a')).toBe(contract)
    expect(graph.dependencies).toEqual(new Map([['a', new Set(['b', 'c'])]]))
  })

  test('a name is registered once, and a refusal changes nothing', () => {
    const graph = graphOf({ a: [] })
    const first = graph.tools.get('a')
    expect(() => registerToolContract(graph, tool('a', ['b']))).toThrow(ContractError)
    expect(() => registerToolContract(graph, tool('a'))).toThrow("'a' is registered already")
    expect(graph.tools).toEqual(new Map([['a', first]]))
    expect(graph.dependencies).toEqual(new Map([['a', new Set()]]))
  })

  test('an invalid contract is refused with all its reasons, and nothing is changed', () => {
    const graph = createToolDependencyGraph()
    const broken = { ...tool('a', ['a']), capabilities: [] }
    expect(() => registerToolContract(graph, broken)).toThrow(/capabilities[^]*depends on itself/)
    expect(graph.tools.size + graph.dependencies.size).toBe(0)
  })

  test("a graph of Maps of one's own is as good", () => {
    const graph = { ...createToolDependencyGraph(), tools: new Map(), dependencies: new Map() }
    registerToolContract(graph, tool('a', ['b']))
    expect(graph.dependencies).toEqual(new Map([['a', new Set(['b'])]]))
  })

  test('names that objects inherit are names like any other', () => {
    const graph = graphOf(
      Object.fromEntries([
        ['__proto__', ['constructor']],
        ['constructor', ['toString']],
        ['toString', []],
      ]),
    )
    expect(graph.validate()).toEqual([])
    expect(graph.order()).toEqual(['toString', 'constructor', '__proto__'])
    expect(graphOf(Object.fromEntries([['a', ['__proto__']]])).validate()).toHaveLength(1)
  })
})

describe('validate', () => {
  test('says what the seed says', () => {
    expect(graphOf({ toolA: ['toolB'], toolB: ['toolA'] }).validate()).toEqual([
      'Circular dependency detected in tool: toolA',
    ])
    expect(graphOf({ 'modules.validate': [], 'modules.compile': ['modules.validate'] }).validate()).toEqual([])
  })

  test('names a missing tool once, with all who need it and what was probably meant', () => {
    const graph = graphOf({
      'modules.validate': [],
      'modules.compile': ['modules.validat'],
      'modules.bundle': ['modules.validat', 'zzz'],
    })
    expect(graph.validate()).toEqual([
      "Tool 'modules.validat' is not registered, but needed by: modules.compile, modules.bundle. Did you mean 'modules.validate'?",
      "Tool 'zzz' is not registered, but needed by: modules.bundle.",
    ])
  })

  test('circular groups come first, one message each, named by their first tool', () => {
    const graph = graphOf({ z: ['y'], y: ['z', 'gone'], b: ['c'], c: ['d', 'b'], d: ['b'], free: ['b'] })
    expect(graph.validate()).toEqual([
      'Circular dependency detected in tool: b',
      'Circular dependency detected in tool: y',
      "Tool 'gone' is not registered, but needed by: y.",
    ])
  })

  test('reads Maps filled by hand, also where they do not agree', () => {
    expect(byHand(['a'], [['a', 'a']]).validate()).toEqual(['Circular dependency detected in tool: a'])
    expect(
      byHand(
        [],
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
      ).validate(),
    ).toEqual([
      'Circular dependency detected in tool: a',
      "Tool 'a' is not registered, but needed by: b.",
      "Tool 'b' is not registered, but needed by: a.",
    ])
    expect(byHand(['a'], [['ghost', 'a']]).validate()).toEqual([])
  })

  test('sees every later change of the Maps, by hand or by registration', () => {
    const graph = graphOf({ a: ['b'], b: [] })
    expect(graph.validate()).toEqual([])
    graph.dependencies.get('b')?.add('a')
    expect(graph.cycles()).toEqual([['a', 'b', 'a']])
    graph.dependencies.set('b', new Set(['c']))
    expect(graph.validate()).toEqual(["Tool 'c' is not registered, but needed by: b. Did you mean 'a'?"])
    registerToolContract(graph, tool('c'))
    expect(graph.validate()).toEqual([])
    graph.tools.delete('a')
    graph.tools.set('x', tool('x'))
    expect(graph.order()).toEqual(['c', 'b', 'x'])
    graph.dependencies.delete('a')
    graph.dependencies.set('x', new Set(['b']))
    expect(graph.order()).toEqual(['c', 'b', 'x'])
    graph.dependencies.set('x', new Set(['x']))
    expect(graph.cycles()).toEqual([['x', 'x']])
  })

  test('many missing names among many tools cost no more than a few suggestions', () => {
    const graph = createToolDependencyGraph()
    for (let i = 0; i < 20_000; i++) registerToolContract(graph, tool(`tool.${i}`, [`missing.${i}`]))
    const messages = graph.validate()
    expect(messages).toHaveLength(20_000)
    expect(messages[0]).toBe("Tool 'missing.0' is not registered, but needed by: tool.0.")
  })
})

describe('order, dependents', () => {
  test('of the tools that are free, the one registered first comes first', () => {
    expect(graphOf({ d: ['a'], c: [], b: ['c'], a: [] }).order()).toEqual(['c', 'b', 'a', 'd'])
  })

  test('leaves out what is not registered, but keeps the order through it', () => {
    expect(
      byHand(
        ['a', 'b', 'c'],
        [
          ['a', 'ghost'],
          ['ghost', 'c'],
        ],
      ).order(),
    ).toEqual(['b', 'c', 'a'])
  })

  test('throws what validate says if a dependency is circular', () => {
    const graph = graphOf({ b: ['a'], a: ['b', 'gone'] })
    expect(() => graph.order()).toThrow(graph.validate().join('\n'))
  })

  test('dependents are the direct ones, in registration order', () => {
    const graph = graphOf({ c: ['a'], b: ['a', 'c'], a: [] })
    expect(graph.dependents('a')).toEqual(['c', 'b'])
    expect(graph.dependents('nobody')).toEqual([])
  })
})

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const anyName = fc.constantFrom(...NAMES)
const anyGraph = fc
  .record({ tools: fc.shuffledSubarray([...NAMES]), edges: fc.array(fc.tuple(anyName, anyName), { maxLength: 14 }) })
  .map(({ tools, edges }) => ({ graph: byHand(tools, edges), tools, edges }))

/** Every pair of names of which the first reaches the second by one or more edges. */
function reachability(edges: readonly (readonly [string, string])[]): (from: string, to: string) => boolean {
  const reached = new Set(edges.map(([from, to]) => `${from}${to}`))
  const pairs = NAMES.flatMap((from) => NAMES.map((to) => [from, to] as const))
  for (const via of NAMES) {
    for (const [from, to] of pairs) if (reached.has(from + via) && reached.has(via + to)) reached.add(from + to)
  }
  return (from, to) => reached.has(from + to)
}

describe('on any graph', () => {
  test('validate agrees with plain reachability', () => {
    fc.assert(
      fc.property(anyGraph, ({ graph, tools, edges }) => {
        const reaches = reachability(edges)
        const firsts = NAMES.filter((name) => reaches(name, name)).filter(
          (name) => !NAMES.some((other) => other < name && reaches(name, other) && reaches(other, name)),
        )
        const missing = NAMES.filter((name) => !tools.includes(name) && edges.some(([, to]) => to === name))
        const messages = graph.validate()
        expect(messages.slice(0, firsts.length)).toEqual(
          firsts.map((name) => `Circular dependency detected in tool: ${name}`),
        )
        expect(messages.slice(firsts.length).map((message) => message.slice(0, 8))).toEqual(
          missing.map((name) => `Tool '${name}'`),
        )
        for (const [from, to] of edges) {
          if (tools.includes(to)) continue
          const message = messages.find((text) => text.startsWith(`Tool '${to}'`)) ?? ''
          expect(message.split('needed by: ')[1]?.split('.')[0]?.split(', ')).toContain(from)
        }
        expect(graph.cycles().map(([first]) => first)).toEqual(firsts)
      }),
    )
  })

  test('each cycle is simple, goes along real dependencies and is as short as any through its first tool', () => {
    fc.assert(
      fc.property(anyGraph, ({ graph, edges }) => {
        const needs = (from: string, to: string): boolean => edges.some(([a, b]) => a === from && b === to)
        for (const cycle of graph.cycles()) {
          expect(cycle.at(-1)).toBe(cycle[0])
          expect(new Set(cycle).size).toBe(cycle.length - 1)
          cycle.slice(1).forEach((name, index) => expect(needs(cycle[index] ?? '', name)).toBe(true))
          let frontier = [cycle[0] ?? '']
          for (let length = 1; length < cycle.length - 1; length++) {
            frontier = NAMES.filter((name) => frontier.some((from) => needs(from, name)))
            expect(frontier).not.toContain(cycle[0])
          }
        }
      }),
    )
  })

  test('order is the one a patient person would make: again and again the first registered tool that waits for nobody', () => {
    fc.assert(
      fc.property(anyGraph, ({ graph, tools, edges }) => {
        fc.pre(graph.cycles().length === 0)
        const reaches = reachability(edges)
        const expected: string[] = []
        while (expected.length < tools.length) {
          const isFree = (name: string): boolean =>
            tools.every((other) => expected.includes(other) || !reaches(name, other))
          expected.push(tools.find((name) => !expected.includes(name) && isFree(name)) ?? '')
        }
        expect(graph.order()).toEqual(expected)
      }),
    )
  })
})

describe('at the size of 100,000 tools', () => {
  const SIZE = 100_000

  test('a chain is validated and ordered, and one edge back makes it a cycle of all', () => {
    const graph = createToolDependencyGraph()
    for (let i = 0; i < SIZE; i++) registerToolContract(graph, tool(`t${i}`, i + 1 < SIZE ? [`t${i + 1}`] : []))
    expect(graph.validate()).toEqual([])
    expect(graph.order()[0]).toBe(`t${SIZE - 1}`)
    graph.dependencies.get(`t${SIZE - 1}`)?.add('t0')
    expect(graph.validate()).toEqual(['Circular dependency detected in tool: t0'])
    expect(graph.cycles()[0]).toHaveLength(SIZE + 1)
  }, 120_000)

  test('a random graph of 400,000 dependencies is validated', () => {
    const graph = createToolDependencyGraph()
    let state = 1
    const below = (limit: number): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % limit
    for (let i = 0; i < SIZE; i++) graph.tools.set(`t${i}`, tool(`t${i}`))
    for (let i = 0; i < SIZE; i++) graph.dependencies.set(`t${i}`, new Set([1, 2, 3, 4].map(() => `t${below(SIZE)}`)))
    expect(graph.validate().length).toBeGreaterThan(0)
    for (let i = 1; i < SIZE; i++) graph.dependencies.set(`t${i}`, new Set([1, 2, 3, 4].map(() => `t${below(i)}`)))
    graph.dependencies.set('t0', new Set())
    expect(graph.validate()).toEqual([])
    expect(graph.order()).toHaveLength(SIZE)
  }, 120_000)
})
