import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createRolePolicy } from '../contract/role-policy.ts'
import { type ToolDependencyGraph, createToolDependencyGraph, registerToolContract } from '../graph/graph.ts'
import { type PlanRequest, planTools } from './plan.ts'

const text = z.string()
const nothing = z.object({})

function graphOf(tools: Readonly<Record<string, Partial<DeclaredToolContract>>>): ToolDependencyGraph {
  const graph = createToolDependencyGraph()
  for (const [toolName, tool] of Object.entries(tools)) {
    const defaults = {
      description: 'A tool',
      inputSchema: nothing,
      outputSchema: nothing,
      capabilities: ['READ'] as const,
    }
    registerToolContract(graph, { ...defaults, ...tool, toolName })
  }
  return graph
}

const studio = graphOf({
  'modules.list': { outputSchema: z.object({ ref: text }), outputSemanticTypes: { ref: 'module-ref' } },
  'modules.validate': {
    inputSchema: z.object({ moduleRef: text }),
    inputSemanticTypes: { moduleRef: 'module-ref' },
    outputSchema: z.object({ valid: z.boolean() }),
  },
  'modules.compile': {
    inputSchema: z.object({ moduleRef: text, verbose: z.boolean().optional() }),
    inputSemanticTypes: { moduleRef: 'module-ref' },
    outputSchema: z.object({ bundlePath: text }),
    outputSemanticTypes: { bundlePath: 'file-path' },
    dependencies: ['modules.validate'],
    capabilities: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
  },
})

function fields(names: readonly string[]): z.ZodType {
  return z.object(Object.fromEntries(names.map((name) => [name, text])))
}

function toolsOf(graph: ToolDependencyGraph, request: PlanRequest): readonly string[] | string {
  const plan = planTools(graph, request)
  return plan.ok ? plan.steps.map(({ tool }) => tool) : plan.message
}

describe('a plan', () => {
  test('knows what an input means by its schema too', () => {
    const annotated = graphOf({
      pay: {
        inputSchema: z.object({
          id: text.meta({ 'x-semantic-type': 'uuid' }),
          note: text.meta({ 'x-semantic-type': 'nonsense' }).optional(),
        }),
      },
    })
    expect(planTools(annotated, { have: ['uuid'], want: 'pay' })).toMatchObject({ ok: true, steps: [{ tool: 'pay' }] })
    expect(planTools(annotated, { have: ['semver'], want: 'pay' })).toMatchObject({
      ok: false,
      missing: [{ tool: 'pay', field: 'id', type: 'uuid' }],
    })
  })

  test('leads from what is at hand to what is wanted, dependencies first, each input with its source', () => {
    expect(planTools(studio, { have: [], want: 'file-path' })).toEqual({
      ok: true,
      shortest: true,
      steps: [
        { tool: 'modules.list', inputs: {} },
        {
          tool: 'modules.validate',
          inputs: { moduleRef: { from: 'step', step: 0, tool: 'modules.list', field: 'ref' } },
        },
        {
          tool: 'modules.compile',
          inputs: { moduleRef: { from: 'step', step: 0, tool: 'modules.list', field: 'ref' } },
        },
      ],
    })
  })

  test('is empty where the wanted type is at hand', () => {
    const plan = { ok: true, steps: [], shortest: true }
    expect(planTools(studio, { have: ['file-path'], want: 'file-path' })).toEqual(plan)
    expect(planTools(studio, { have: { path: 'file-path' }, want: { type: 'file-path' } })).toEqual(plan)
  })

  test('calls a wanted tool, with or without the calls of its dependencies', () => {
    const request = { have: ['module-ref'], want: 'modules.compile' } as const
    expect(toolsOf(studio, request)).toEqual(['modules.validate', 'modules.compile'])
    expect(toolsOf(studio, { ...request, want: { tool: 'modules.compile' } })).toEqual([
      'modules.validate',
      'modules.compile',
    ])
    expect(toolsOf(studio, { ...request, dependencyOrder: 'ignore' })).toEqual(['modules.compile'])
  })

  test('takes the first names where several plans are equally short, however they were registered', () => {
    const gives = { outputSchema: z.object({ id: text }), outputSemanticTypes: { id: 'uuid' } } as const
    expect(toolsOf(graphOf({ z: gives, b: gives, B: gives }), { have: [], want: 'uuid' })).toEqual(['B'])
  })

  test('prefers one tool that does the work of two, even one of a later name', () => {
    const inputSchema = fields(['m', 'n'])
    const graph = graphOf({
      a: { outputSchema: fields(['m']) },
      b: { outputSchema: fields(['n']) },
      c: { outputSchema: fields(['m', 'n']) },
      goal: { inputSchema },
    })
    expect(toolsOf(graph, { have: [], want: 'goal' })).toEqual(['c', 'goal'])
  })

  test('breaks a circle of tools that feed each other with an outsider', () => {
    const makes = (input: 'uuid' | 'semver', output: 'uuid' | 'semver'): Partial<DeclaredToolContract> => ({
      inputSchema: z.object({ in: text }),
      inputSemanticTypes: { in: input },
      outputSchema: z.object({ out: text }),
      outputSemanticTypes: { out: output },
    })
    const both = {
      inputSchema: z.object({ a: text, b: text }),
      inputSemanticTypes: { a: 'uuid', b: 'semver' },
    } as const
    const start = { outputSchema: z.object({ v: text }), outputSemanticTypes: { v: 'semver' } } as const
    const graph = graphOf({ a: makes('uuid', 'semver'), b: makes('semver', 'uuid'), goal: both, start })
    expect(toolsOf(graph, { have: [], want: 'goal' })).toEqual(['start', 'b', 'goal'])
  })

  test('is still a plan where proving it shortest would take too long', () => {
    const names = Array.from({ length: 24 }, (_, index) => `n${index}`)
    const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b, names[(i * 7 + 3) % 24] ?? a]))
    const covers = Object.fromEntries(pairs.map((some, index) => [`t${index}`, { outputSchema: fields(some) }]))
    const plan = planTools(graphOf({ goal: { inputSchema: fields(names) }, ...covers }), { have: [], want: 'goal' })
    expect(plan).toMatchObject({ ok: true, shortest: false })
  })

  test('follows a chain of thousands of dependencies', () => {
    const chain = Array.from({ length: 5000 }, (_, i) => [`t${i}`, { dependencies: i === 0 ? [] : [`t${i - 1}`] }])
    expect(toolsOf(graphOf(Object.fromEntries(chain)), { have: [], want: 't4999' })).toHaveLength(5000)
  })

  test('names that objects inherit are names like any other', () => {
    const graph = graphOf({ constructor: { inputSchema: z.object({ toString: text }) } })
    expect(
      planTools(graph, { have: Object.fromEntries([['toString', 'unknown']]), want: 'constructor' }),
    ).toMatchObject({
      steps: [{ tool: 'constructor', inputs: { toString: { from: 'given', name: 'toString' } } }],
    })
  })
})

describe('an input is fed', () => {
  const uuids = graphOf({
    use: {
      inputSchema: z.object({ id: text, note: text.optional(), parent: text.optional() }),
      inputSemanticTypes: { id: 'uuid', parent: 'uuid' },
    },
  })
  test.each([
    ['by the value of its name and type', { other: 'uuid', id: 'uuid' }, { id: 'id' }],
    ['by the value of its name that the caller vouches for', { other: 'uuid', id: 'unknown' }, { id: 'id' }],
    ['by any value of its type', { id: 'semver', other: 'uuid', third: 'uuid' }, { id: 'other' }],
    [
      'if optional, only by the value of its name',
      { id: 'uuid', note: 'semver', x: 'uuid' },
      { id: 'id', note: 'note' },
    ],
    ['if optional, only by a fitting type', { id: 'uuid', parent: 'semver' }, { id: 'id' }],
  ] as const)('%s', (_claim, have, names) => {
    const inputs = Object.fromEntries(Object.entries(names).map(([field, name]) => [field, { from: 'given', name }]))
    expect(planTools(uuids, { have, want: 'use' })).toEqual({
      ok: true,
      steps: [{ tool: 'use', inputs }],
      shortest: true,
    })
  })

  test('by an output of its type, best of its own name', () => {
    const graph = graphOf({
      make: {
        outputSchema: z.object({ first: text, id: text, all: z.array(text) }),
        outputSemanticTypes: { first: 'uuid', id: 'uuid', 'all[]': 'semver' },
      },
      use: { inputSchema: z.object({ id: text, to: text }), inputSemanticTypes: { id: 'uuid', to: 'uuid' } },
    })
    expect(planTools(graph, { have: [], want: 'use' })).toMatchObject({
      steps: [{ tool: 'make' }, { inputs: { id: { field: 'id' }, to: { field: 'first' } } }],
    })
    expect(toolsOf(graph, { have: [], want: 'semver' })).toMatch('No registered tool gives')
  })

  test('if it has no type, by a top-level output of its name', () => {
    const graph = graphOf({
      make: { outputSchema: z.object({ title: text, deep: z.object({ subtitle: text }) }) },
      use: { inputSchema: z.object({ title: text }) },
      subtle: { inputSchema: z.object({ subtitle: text }) },
    })
    expect(toolsOf(graph, { have: [], want: 'use' })).toEqual(['make', 'use'])
    expect(toolsOf(graph, { have: { title: 'semver' }, want: 'use' })).toEqual(['use'])
    expect(planTools(graph, { have: [], want: 'subtle' })).toMatchObject({
      missing: [{ tool: 'subtle', field: 'subtitle', type: 'unknown' }],
    })
  })

  test('part by part if it is an object, unless it is given whole', () => {
    const target = z.object({ id: text, name: text, hint: text.optional() }).meta({ id: 'Target' })
    const graph = graphOf({
      move: { inputSchema: z.object({ target, from: target.optional() }), inputSemanticTypes: { 'target.id': 'uuid' } },
    })
    const parts = planTools(graph, {
      have: { 'target.name': 'unknown', id: 'uuid', 'target.hint': 'unknown' },
      want: 'move',
    })
    expect(parts).toMatchObject({
      steps: [{ inputs: { 'target.id': { name: 'id' }, 'target.name': { name: 'target.name' }, 'target.hint': {} } }],
    })
    const whole = planTools(graph, { have: { target: 'json-object' }, want: 'move' })
    expect(whole).toMatchObject({ steps: [{ inputs: { target: { name: 'target' } } }] })
    expect(planTools(graph, { have: [], want: 'move' })).toMatchObject({
      missing: [
        { tool: 'move', field: 'target.id', type: 'uuid' },
        { tool: 'move', field: 'target.name', type: 'unknown' },
      ],
    })
  })

  test('as a whole if it has a type of its own, alternatives, no required part, or contains itself', () => {
    const node = z.object({
      value: text,
      get next() {
        return node
      },
    })
    const inputSchema = z.object({
      typed: z.object({ id: text }),
      either: z.union([z.object({ a: text }), z.object({ b: text })]),
      loose: z.object({ a: text.optional() }),
      node,
    })
    const plan = planTools(graphOf({ use: { inputSchema, inputSemanticTypes: { typed: 'json-object' } } }), {
      have: [],
      want: 'use',
    })
    expect(plan.ok ? [] : plan.missing.map(({ field }) => field)).toEqual([
      'typed',
      'either',
      'loose',
      'node.value',
      'node.next',
    ])
  })
})

describe('a role', () => {
  const policy = createRolePolicy({
    planner: ['READ'],
    builder: ['READ', 'EXECUTE', 'CODE_EXECUTION'],
    runner: ['EXECUTE', 'CODE_EXECUTION'],
  })

  test('gets plans of tools it may call, down to the last dependency', () => {
    expect(toolsOf(studio, { have: [], want: 'file-path', role: 'builder', policy })).toHaveLength(3)
    expect(planTools(studio, { have: [], want: 'file-path', role: 'planner', policy })).toEqual({
      ok: false,
      message:
        "Role 'planner' may not call modules.compile (lacks EXECUTE, CODE_EXECUTION). Ask for a role that may, or for something else.",
      missing: [],
      denied: [{ tool: 'modules.compile', capabilities: ['EXECUTE', 'CODE_EXECUTION'] }],
    })
  })

  test('is denied a tool whose dependency it may not call, even where order is ignored', () => {
    const request = {
      have: ['module-ref'],
      want: 'modules.compile',
      role: 'runner',
      policy,
      dependencyOrder: 'ignore',
    } as const
    const plan = planTools(studio, request)
    expect(plan.ok ? [] : plan.denied.map(({ tool }) => tool)).toEqual(['modules.compile', 'modules.validate'])
  })

  test('takes a detour where the short way is not open to it', () => {
    const gives = { outputSchema: z.object({ id: text }), outputSemanticTypes: { id: 'uuid' } } as const
    const graph = graphOf({ a: { ...gives, capabilities: ['ADMIN'] }, b: { ...gives, dependencies: ['c'] }, c: {} })
    expect(toolsOf(graph, { have: [], want: 'uuid' })).toEqual(['a'])
    expect(toolsOf(graph, { have: [], want: 'uuid', role: 'planner', policy })).toEqual(['c', 'b'])
  })

  test('is not blamed for what nobody could plan', () => {
    const plan = planTools(studio, { have: [], want: 'uuid', role: 'planner', policy })
    expect(plan).toMatchObject({ ok: false, denied: [] })
    expect(
      planTools(graphOf({ a: { inputSchema: z.object({ x: text }) } }), {
        have: [],
        want: 'a',
        role: 'nobody',
        policy,
      }),
    ).toMatchObject({
      missing: [{ tool: 'a', field: 'x' }],
      denied: [],
    })
  })

  test('needs a policy; a policy without a role grants nothing', () => {
    expect(() => planTools(studio, { have: [], want: 'uuid', role: 'planner' })).toThrow(TypeError)
    expect(toolsOf(studio, { have: [], want: 'modules.list', policy })).toMatch(
      /^Without a role one may not call modules.list/,
    )
  })
})

describe('where there is no plan, the message says what to do', () => {
  const broken = graphOf({
    'a.lost': { dependencies: ['a.los'] },
    'b.loop': { dependencies: ['c.loop'] },
    'c.loop': { dependencies: ['b.loop'] },
    'd.looped': { dependencies: ['c.loop'], outputSchema: z.object({ v: text }), outputSemanticTypes: { v: 'semver' } },
    'e.picky': {
      inputSchema: z.object(Object.fromEntries(['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'].map((name) => [name, text]))),
      outputSchema: z.object({ id: text }),
      outputSemanticTypes: { id: 'uuid' },
    },
    'f.modest': {
      inputSchema: z.object({ path: text }),
      inputSemanticTypes: { path: 'ltree-path' },
      outputSchema: z.object({ id: text }),
      outputSemanticTypes: { id: 'uuid' },
      dependencies: ['g.first'],
    },
    'g.first': { inputSchema: z.object({ key: text }) },
  })
  test.each([
    ['an unknown tool', 'a.lots', "Tool 'a.lots' is not registered. Did you mean 'a.lost'?"],
    [
      'a type nobody gives',
      'file-path',
      "No registered tool gives a value of the type 'file-path', and none is at hand.",
    ],
    [
      'a dependency that is not registered',
      'a.lost',
      "Tool 'a.lost' depends on what is not registered: a.los. Did you mean 'a.lost'?",
    ],
    [
      'a circular dependency',
      'semver',
      "Tool 'd.looped' can never have its dependencies called before it: b.loop needs c.loop needs b.loop.",
    ],
    [
      'inputs nobody provides',
      'e.picky',
      "provides 'f1' for e.picky; 'f2' for e.picky; 'f3' for e.picky; 'f4' for e.picky; 'f5' for e.picky; and 2 more.",
    ],
    [
      'inputs of the nearest tool and its dependencies',
      'uuid',
      "provides 'path' (ltree-path) for f.modest; 'key' for g.first. Put it in 'have'",
    ],
    ['a type that is none', 'unknown', "'unknown' is no type that a plan can lead to. Ask for one of ltree-path"],
  ])('%s', (_claim, want, message) => {
    expect(toolsOf(broken, { have: [], want })).toContain(message)
  })

  test('a circular dependency is no hindrance where order is ignored', () => {
    expect(toolsOf(broken, { have: [], want: 'semver', dependencyOrder: 'ignore' })).toEqual(['d.looped'])
    const unfed = planTools(broken, { have: [], want: 'uuid', dependencyOrder: 'ignore' })
    expect(unfed).toMatchObject({ missing: [{ tool: 'f.modest', field: 'path', type: 'ltree-path' }] })
  })

  test('a slip of the pen in a type is pointed out', () => {
    const slip = 'uid' as 'uuid'
    expect(toolsOf(broken, { have: [], want: { type: slip } })).toMatch("Did you mean 'uuid'?")
    expect(() => planTools(broken, { have: [slip], want: 'uuid' })).toThrow("Did you mean 'uuid'?")
    expect(() => planTools(broken, { have: { id: slip }, want: 'uuid' })).toThrow(TypeError)
  })
})

test('a graph filled by hand is planned by its Maps', () => {
  const graph = createToolDependencyGraph()
  const schema = z.object({})
  graph.tools.set('a', {
    toolName: 'other',
    description: 'x',
    inputSchema: schema,
    outputSchema: schema,
    capabilities: ['READ'],
  })
  graph.dependencies.set('ghost', new Set(['a']))
  expect(toolsOf(graph, { have: [], want: 'a' })).toEqual(['a'])
  graph.dependencies.set('a', new Set(['ghost']))
  expect(toolsOf(graph, { have: [], want: 'a' })).toBe("Tool 'a' depends on what is not registered: ghost.")
})
