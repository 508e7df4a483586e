import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CapabilityTag } from '../contract/capabilities.ts'
import { ContractError } from '../contract/contract.ts'
import { createRolePolicy } from '../contract/role-policy.ts'
import { createToolHost } from './host.ts'
import { createRateLimiter } from './rate-limit.ts'
import { defineTool } from './tool.ts'

function tool(
  toolName: string,
  capabilities: readonly CapabilityTag[] = ['READ'],
  dependencies: readonly string[] = [],
) {
  const contract = {
    toolName,
    description: 'A tool.',
    inputSchema: z.object({}),
    outputSchema: z.unknown(),
    capabilities,
    dependencies,
  }
  return defineTool(contract, () => toolName)
}

describe('a host', () => {
  it('lists to each role the tools it may call, and everything where there is no policy', () => {
    const tools = [tool('read'), tool('write', ['READ', 'WRITE']), tool('admin', ['ADMIN'])]
    const names = (host: ReturnType<typeof createToolHost>, role?: string) =>
      host.list(role).map(({ toolName }) => toolName)
    const host = createToolHost({ tools, policy: createRolePolicy({ planner: ['READ'], root: ['ADMIN'] }) })
    expect(names(host, 'planner')).toEqual(['read'])
    expect(names(host, 'root')).toEqual(['admin'])
    expect(names(host, 'nobody')).toEqual([])
    expect(names(host)).toEqual([])
    expect(names(createToolHost({ tools }))).toEqual(['read', 'write', 'admin'])
  })

  it('refuses two tools of one name, and tools that depend on each other', () => {
    expect(() => createToolHost({ tools: [tool('a'), tool('a')] })).toThrow(ContractError)
    expect(() => createToolHost({ tools: [tool('a', ['READ'], ['b']), tool('b', ['READ'], ['a'])] })).toThrow(
      'a → b → a',
    )
  })

  it('keeps a journal and a graph of its tools', async () => {
    const host = createToolHost({ tools: [tool('a'), tool('b', ['READ'], ['a'])] })
    await host.call('a', {}, { traceId: 't' })
    expect(await host.journal.steps({ traceId: 't' })).toMatchObject({ steps: [{ toolName: 'a' }] })
    expect(host.graph.order()).toEqual(['a', 'b'])
  })

  it('gives the handler what it needs to know about the call', async () => {
    let seen: unknown
    const contract = {
      toolName: 'who',
      description: 'Who?',
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: ['READ'] as const,
    }
    const who = defineTool(contract, (_, { toolName, traceId, stepId, principal, role, limits }) => {
      seen = { toolName, traceId, stepId, principal, role, limits }
      return null
    })
    const { stepId } = await createToolHost({ tools: [who] }).call(
      'who',
      {},
      { role: 'r', principal: 'p', traceId: 't' },
    )
    const limits = { timeoutMs: 30_000, memoryMb: 512, maxOutputBytes: 51_200 }
    expect(seen).toEqual({ toolName: 'who', traceId: 't', stepId, principal: 'p', role: 'r', limits })
  })
})

describe('a host refuses with every reason', () => {
  const tools = [tool('stock')]

  it.each<[string, unknown, RegExp]>([
    ['no options', undefined, /takes an object of options/],
    ['no tools', {}, /tools is missing/],
    ['tools that are no list', { tools: {} }, /tools must be a list/],
    ['a contract without a handler', { tools: [tool('a').contract] }, /tools\[0\] is no tool: wrap/],
    [
      'a missing dependency',
      { tools: [...tools, tool('order', ['READ'], ['stokc'])] },
      /'stokc' is not registered.*Did you mean 'stock'/,
    ],
    ['a misspelt option', { tools, polcy: {} }, /no option 'polcy'. Did you mean 'policy'/],
    ['a policy that is a table', { tools, policy: { reader: ['READ'] } }, /policy must come from createRolePolicy/],
    ['a journal that is none', { tools, journal: {} }, /has no open, claim, hashKey, succeeded, steps/],
    ['a retry that is no rule', { tools, retry: 3 }, /retry must be/],
    ['an approver that cannot be asked', { tools, approver: true }, /approver must be a function/],
    ['rates that are none', { tools, rates: '1/m' }, /rates must be/],
    ['an order that is none', { tools, dependencyOrder: 'yes' }, /dependencyOrder must be/],
    ['no time to approve', { tools, approvalTimeoutMs: -1 }, /approvalTimeoutMs must be/],
    ['bounds that are none', { tools, inputLimits: {} }, /inputLimits must be/],
    ['an executor that cannot run', { tools, executor: {} }, /executor must be/],
  ])('%s', (_, options, reason) => {
    expect(() => createToolHost(options as never)).toThrow(ContractError)
    expect(() => createToolHost(options as never)).toThrow(reason)
  })

  it('but not for an option that is left undefined', () => {
    expect(() => createToolHost({ tools, policy: undefined } as never)).not.toThrow()
  })
})

describe('defineTool', () => {
  it('gives the handler the types of its schemas, read-only', () => {
    defineTool(
      {
        toolName: 'typed',
        description: 'Typed.',
        inputSchema: z.object({ list: z.array(z.object({ n: z.number() })), name: z.string().default('x') }),
        outputSchema: z.object({ sum: z.number() }),
        capabilities: ['READ'],
      },
      ({ list, name }) => {
        const upper: string = name.toUpperCase()
        // @ts-expect-error a handler may not change its input (INV-MCP-005)
        const illegal = () => list.push({ n: 1 })
        return { sum: list.reduce((sum, { n }) => sum + n, 0) + upper.length, illegal }
      },
    )
    const wrong = () =>
      defineTool(
        {
          toolName: 'w',
          description: 'W.',
          inputSchema: z.object({}),
          outputSchema: z.string(),
          capabilities: ['READ'],
        },
        // @ts-expect-error an output must fit the output schema
        () => 1,
      )
    expect(wrong).not.toThrow()
  })

  it('refuses a contract that breaks an invariant', () => {
    const contract = {
      toolName: 'a b',
      description: '',
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: [],
    }
    expect(() => defineTool(contract, () => 1)).toThrow(/toolName[\s\S]*description[\s\S]*capabilities/)
  })
})

describe('a rate', () => {
  const caller = { principal: 'p', role: 'r', toolName: 't' }

  it("lets a caller use a period's calls at once and gives them back evenly", () => {
    let now = 0
    const wait = createRateLimiter({ tools: { t: '60/m' } }, () => now)
    for (let n = 0; n < 60; n++) expect(wait(caller, 'take')).toBe(0)
    expect(wait(caller, 'take')).toBe(1000)
    now = 999
    expect(wait(caller, 'take')).toBe(1)
    now = 1000
    expect(wait(caller, 'peek')).toBe(0)
    expect(wait(caller, 'take')).toBe(0)
    expect(wait(caller, 'take')).toBe(1000)
  })

  it('of the role and of the tool both hold, and a refused call takes no turn from either', () => {
    const wait = createRateLimiter({ roles: { r: '2/s' }, tools: { t: '1/s' } }, () => 0)
    expect(wait(caller, 'take')).toBe(0)
    expect(wait(caller, 'take')).toBe(1000)
    expect(wait({ ...caller, toolName: 'other' }, 'take')).toBe(0)
    expect(wait({ ...caller, toolName: 'other' }, 'take')).toBe(500)
    expect(wait({ ...caller, principal: 'q' }, 'take')).toBe(0)
    expect(wait({ ...caller, role: undefined, toolName: 'other' }, 'take')).toBe(0)
  })

  it('remembers a bounded number of callers', () => {
    const wait = createRateLimiter({ tools: { t: '1/h' } }, () => 0)
    for (let n = 0; n < 20_000; n++) expect(wait({ ...caller, principal: `p${n}` }, 'take')).toBe(0)
  })

  it.each(['60', '0/m', '-1/m', '1/d', 'fast'])('%s is refused', (text) => {
    expect(() => createRateLimiter({ roles: { r: text as '1/m' } }, () => 0)).toThrow(/is no rate/)
  })
})
