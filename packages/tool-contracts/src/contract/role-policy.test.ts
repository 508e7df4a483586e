import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createToolDependencyGraph, registerToolContract } from '../graph/graph.ts'
import { CAPABILITIES, type CapabilityTag, isCapability } from './capabilities.ts'
import { ContractError, type DeclaredToolContract } from './contract.ts'
import { createRolePolicy } from './role-policy.ts'

const policy = createRolePolicy({
  planner: ['READ'],
  builder: ['READ', 'WRITE', 'CREATE', 'EXECUTE'],
  admin: ['ADMIN'],
  nobody: [],
})

function tool(toolName: string, ...capabilities: CapabilityTag[]): DeclaredToolContract {
  return { toolName, description: 'A tool', inputSchema: z.object({}), outputSchema: z.object({}), capabilities }
}

const TOOLS = [
  tool('read', 'READ'),
  tool('compile', 'READ', 'EXECUTE'),
  tool('drop', 'DELETE', 'SCHEMA_MUTATION'),
  tool('administer', 'ADMIN'),
]

function refusal(roles: unknown): readonly string[] {
  try {
    createRolePolicy(roles as Parameters<typeof createRolePolicy>[0])
  } catch (error) {
    if (error instanceof ContractError) return error.reasons
    throw error
  }
  return []
}

test('the capabilities are the eight of the seed', () => {
  expect(CAPABILITIES).toEqual([
    'READ',
    'WRITE',
    'DELETE',
    'CREATE',
    'EXECUTE',
    'ADMIN',
    'SCHEMA_MUTATION',
    'CODE_EXECUTION',
  ])
  for (const other of ['read', '', 'constructor', '__proto__', null, undefined, 0, ['READ']])
    expect(isCapability(other)).toBe(false)
})

describe('a role policy', () => {
  test('grants a role what the table says and nothing else', () => {
    expect([...policy.granted('builder')]).toEqual(['READ', 'WRITE', 'CREATE', 'EXECUTE'])
    expect([...policy.granted('nobody')]).toEqual([])
  })

  test.each([
    undefined,
    '',
    'stranger',
    'PLANNER',
    ' planner',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])('grants nothing to %j, a role the table does not have', (role) => {
    expect(policy.granted(role).size).toBe(0)
    expect(policy.allowed(role, TOOLS)).toEqual([])
    expect(policy.missing(role, tool('x', 'READ', 'WRITE'))).toEqual(['READ', 'WRITE'])
  })

  test('lets ADMIN imply nothing else', () => {
    expect(policy.missing('admin', tool('x', 'READ', 'ADMIN', 'DELETE'))).toEqual(['READ', 'DELETE'])
    expect(policy.allowed('admin', TOOLS)).toEqual(['administer'])
  })

  test('allows a tool only if every capability it needs is granted', () => {
    expect(policy.missing('planner', tool('x', 'READ', 'EXECUTE', 'CODE_EXECUTION'))).toEqual([
      'EXECUTE',
      'CODE_EXECUTION',
    ])
    expect(policy.missing('builder', tool('x', 'READ', 'EXECUTE'))).toEqual([])
    expect(policy.allowed('planner', TOOLS)).toEqual(['read'])
    expect(policy.allowed('builder', TOOLS)).toEqual(['read', 'compile'])
  })

  test('filters a graph, a set of contracts and a map’s values alike, in their order', () => {
    const graph = createToolDependencyGraph()
    for (const contract of TOOLS.toReversed()) registerToolContract(graph, contract)
    expect(policy.allowed('builder', graph)).toEqual(['compile', 'read'])
    expect(policy.allowed('builder', new Set(TOOLS))).toEqual(['read', 'compile'])
    expect(policy.allowed('builder', graph.tools.values())).toEqual(['compile', 'read'])
    expect(policy.allowed('builder', [])).toEqual([])
  })

  test('is not changed by what becomes of its table', () => {
    const roles = { reader: ['READ'] as CapabilityTag[] }
    const fixed = createRolePolicy(roles)
    roles.reader.push('ADMIN')
    Object.assign(roles, { late: ['ADMIN'] })
    expect([...fixed.granted('reader')]).toEqual(['READ'])
    expect(fixed.granted('late').size).toBe(0)
  })

  test.each(['planner', 'stranger'])('hands out what %s has in a way that grants nobody anything', (role) => {
    const handed = policy.granted(role) as Set<CapabilityTag>
    try {
      handed.add('ADMIN')
    } catch {
      // A set that refuses is as good as a copy.
    }
    const now = [policy.granted(role), createRolePolicy({}).granted('other')].map((granted) => granted.has('ADMIN'))
    handed.delete('ADMIN')
    expect(now).toEqual([false, false])
  })

  test('may name a role __proto__ without giving anything to the others', () => {
    const odd = createRolePolicy(JSON.parse('{"__proto__":["ADMIN"],"reader":["READ"]}'))
    expect([...odd.granted('__proto__')]).toEqual(['ADMIN'])
    expect([...odd.granted('reader')]).toEqual(['READ'])
    expect(odd.granted('other').size).toBe(0)
  })

  test('with unknown capabilities is refused with all of them, and the names that were meant', () => {
    expect(refusal({ a: ['READ', 'REED'], b: ['FLY'], c: ['execute'] })).toEqual([
      "Role 'a' has 'REED', which is no capability. Did you mean 'READ'?",
      "Role 'b' has 'FLY', which is no capability.",
      "Role 'c' has 'execute', which is no capability. Did you mean 'EXECUTE'?",
    ])
  })

  test.each(['READ', null, 7, { READ: true }])('with %j in the place of a list is refused', (list) => {
    expect(refusal({ a: list })).toEqual(["Role 'a' must have a list of capabilities."])
  })

  test.each([
    ['null', [null]],
    ['a number', [7]],
    ['a list', [['READ']]],
    ['a symbol', [Symbol('READ')]],
    ['an object without a prototype', [Object.create(null)]],
  ])('with %s in the place of a capability is refused', (_what, list) => {
    expect(refusal({ a: list })).toHaveLength(1)
  })
})
