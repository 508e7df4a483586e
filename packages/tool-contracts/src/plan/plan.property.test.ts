import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createRolePolicy } from '../contract/role-policy.ts'
import type { SemanticType } from '../contract/semantic-types.ts'
import { type ToolDependencyGraph, createToolDependencyGraph, registerToolContract } from '../graph/graph.ts'
import { type Plan, type PlanRequest, planTools } from './plan.ts'

type Fields = Readonly<Record<string, SemanticType>>

interface Sketch {
  readonly name: string
  readonly inputs: Fields
  readonly outputs: Fields
  readonly dependencies: readonly string[]
  readonly admin: boolean
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const anyFields = fc.dictionary(
  fc.constantFrom('p', 'q', 'r', 's'),
  fc.constantFrom('uuid', 'semver', 'ltree-path', 'unknown'),
  {
    maxKeys: 3,
    noNullPrototype: true,
  },
)
const anyCase = fc.record({
  tools: fc.tuple(
    ...NAMES.map((name) =>
      fc.record({
        name: fc.constant(name),
        inputs: anyFields,
        outputs: anyFields,
        dependencies: fc.uniqueArray(fc.constantFrom(...NAMES.filter((other) => other !== name), 'ghost'), {
          maxLength: 1,
        }),
        admin: fc.nat(9).map((dice) => dice === 0),
      }),
    ),
  ),
  have: fc.dictionary(fc.constantFrom('p', 'q', 'x'), fc.constantFrom('uuid', 'semver', 'unknown'), {
    maxKeys: 1,
    noNullPrototype: true,
  }),
  want: fc.constantFrom('uuid', 'semver', 'ltree-path', ...NAMES),
  dependencyOrder: fc.constantFrom('enforce', 'ignore'),
  role: fc.constantFrom(undefined, 'reader'),
  order: fc.shuffledSubarray([...NAMES], { minLength: NAMES.length }),
})
type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never

const policy = createRolePolicy({ reader: ['READ'] })

function shape(fields: Fields): z.ZodType {
  return z.object(Object.fromEntries(Object.keys(fields).map((field) => [field, z.string()])))
}

function contractOf({ name, inputs, outputs, dependencies, admin }: Sketch): DeclaredToolContract {
  return {
    toolName: name,
    description: 'A tool',
    inputSchema: shape(inputs),
    outputSchema: shape(outputs),
    inputSemanticTypes: inputs,
    outputSemanticTypes: outputs,
    dependencies,
    capabilities: admin ? ['READ', 'ADMIN'] : ['READ'],
  }
}

function graphOf(sketches: readonly Sketch[]): ToolDependencyGraph {
  const graph = createToolDependencyGraph()
  for (const sketch of sketches) registerToolContract(graph, contractOf(sketch))
  return graph
}

function requestOf({ have, want, dependencyOrder, role }: Case): PlanRequest {
  return { have, want, dependencyOrder, ...(role === undefined ? {} : { role, policy }) }
}

/** The tools that are registered and allowed down to the last dependency. */
function usable({ tools, role }: Case): readonly Sketch[] {
  let left: readonly Sketch[] = tools.filter(({ admin }) => role === undefined || !admin)
  for (const _ of NAMES)
    left = left.filter((tool) => tool.dependencies.every((name) => left.some((other) => other.name === name)))
  return left
}

/** Can the tool be called, given what is at hand and what was called before? Written without a look at the planner. */
function canCall({ have, dependencyOrder }: Case, tool: Sketch, before: readonly Sketch[]): boolean {
  if (dependencyOrder === 'enforce' && !tool.dependencies.every((name) => before.some((other) => other.name === name)))
    return false
  return Object.entries(tool.inputs).every(([field, type]) => {
    if (type === 'unknown') return field in have || before.some(({ outputs }) => field in outputs)
    const types = [...Object.values(have), ...before.flatMap(({ outputs }) => Object.values(outputs))]
    return have[field] === 'unknown' || types.includes(type)
  })
}

function isReached({ have, want }: Case, called: readonly Sketch[]): boolean {
  if ((NAMES as readonly string[]).includes(want)) return called.some(({ name }) => name === want)
  return [...Object.values(have), ...called.flatMap(({ outputs }) => Object.values(outputs))].includes(
    want as SemanticType,
  )
}

/** All of the tools that can be called one after the other. */
function callAll(one: Case, tools: readonly Sketch[]): readonly Sketch[] {
  const called: Sketch[] = []
  for (const _ of tools)
    called.push(...tools.filter((tool) => !called.includes(tool) && canCall(one, tool, called)).slice(0, 1))
  return called
}

/** The first plan by size, then by names, of all sets of tools. */
function shortestByForce(one: Case): readonly string[] | undefined {
  const tools = usable(one)
  const sets = Array.from({ length: 2 ** tools.length }, (_, bits) =>
    tools.filter((_tool, index) => (bits >> index) & 1),
  )
  return sets
    .filter((set) => callAll(one, set).length === set.length && isReached(one, set))
    .map((set) => set.map(({ name }) => name).toSorted())
    .toSorted((a, b) => a.length - b.length || (a.join('') < b.join('') ? -1 : 1))[0]
}

function expectExecutable(one: Case, plan: Plan): void {
  const called: Sketch[] = []
  plan.steps.forEach(({ tool: name, inputs }, index) => {
    const tool = usable(one).find((sketch) => sketch.name === name)
    if (tool === undefined) throw new Error(`'${name}' must not be called.`)
    expect(called).not.toContain(tool)
    expect(canCall(one, tool, called)).toBe(true)
    expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(tool.inputs).toSorted())
    for (const [field, source] of Object.entries(inputs)) {
      const wanted = tool.inputs[field]
      if (source.from === 'given') {
        expect(one.have).toHaveProperty(source.name)
        const isNamed = source.name === field && (wanted === 'unknown' || one.have[source.name] === 'unknown')
        if (!isNamed) expect(one.have[source.name]).toBe(wanted)
        continue
      }
      expect(source.step).toBeLessThan(index)
      expect(called[source.step]?.name).toBe(source.tool)
      if (wanted === 'unknown') expect(source.field).toBe(field)
      else expect(called[source.step]?.outputs[source.field]).toBe(wanted)
      expect(called[source.step]?.outputs).toHaveProperty(source.field)
    }
    called.push(tool)
  })
  expect(isReached(one, called)).toBe(true)
}

describe('on any few tools', () => {
  const many = { numRuns: 300 * Number(process.env['SURETY_ROUNDS'] ?? 1) }

  test('a plan can be carried out, and is the first of the shortest that trying everything finds', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const plan = planTools(graphOf(one.tools), requestOf(one))
        const expected = shortestByForce(one)
        expect(plan.ok).toBe(expected !== undefined)
        if (!plan.ok) return
        expectExecutable(one, plan)
        expect(plan.shortest).toBe(true)
        expect(plan.steps.map(({ tool }) => tool).toSorted()).toEqual(expected)
      }),
      many,
    )
  })

  test('there is no plan only if nothing that can be called reaches the goal, and the reason is a real one', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const plan = planTools(graphOf(one.tools), requestOf(one))
        expect(plan.ok).toBe(isReached(one, callAll(one, usable(one))))
        if (plan.ok) return
        expect(plan.message).not.toBe('')
        const anyone = { ...one, role: undefined }
        if (plan.denied.length > 0) expect(isReached(one, callAll(anyone, usable(anyone)))).toBe(true)
        for (const { tool } of plan.denied) expect(one.tools.find(({ name }) => name === tool)?.admin).toBe(true)
        const reached = callAll(anyone, usable(anyone))
        for (const { tool, field, type } of plan.missing) {
          const needy = one.tools.find(({ name }) => name === tool)
          expect(needy?.inputs[field]).toBe(type)
          expect(reached).not.toContain(needy)
        }
      }),
      many,
    )
  })

  test('what is reported missing is all that is missing', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const graph = graphOf(one.tools)
        const plan = planTools(graph, { ...requestOf(one), role: undefined, policy: undefined })
        fc.pre(!plan.ok && plan.missing.length > 0)
        if (plan.ok) return
        const lacking = plan.missing.map(({ field }) => [field, 'unknown'] as const)
        const have = { ...Object.fromEntries(lacking), ...one.have }
        fc.pre(lacking.every(([field]) => have[field] === 'unknown'))
        expect(planTools(graph, { have, want: one.want, dependencyOrder: one.dependencyOrder }).ok).toBe(true)
      }),
      many,
    )
  })

  test('the answer does not depend on the order of registration', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const shuffled = one.order.flatMap((name) => one.tools.filter((tool) => tool.name === name))
        expect(planTools(graphOf(shuffled), requestOf(one))).toEqual(planTools(graphOf(one.tools), requestOf(one)))
      }),
      many,
    )
  })
})
