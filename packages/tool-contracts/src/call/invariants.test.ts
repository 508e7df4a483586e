import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StandardErrorCodes } from '../codes.ts'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createToolHost } from '../host/host.ts'
import { type Handler, defineTool } from '../host/tool.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import type { ToolContext } from './context.ts'
import { ToolError } from './tool-error.ts'

const traceId = 'trace'

/** Calls one tool, and gives its outcome and step. */
async function run(contract: Partial<DeclaredToolContract>, handler: Handler<never, unknown>, input: unknown = {}) {
  const journal = createMemoryJournal()
  const declared: DeclaredToolContract = {
    toolName: 'tool',
    description: 'A tool.',
    inputSchema: z.looseObject({}),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'],
    ...contract,
  }
  const helper = defineTool({ ...declared, toolName: 'helper', dependencies: [], errorCodes: [] }, () => 'helped')
  const host = createToolHost({ tools: [{ contract: declared, handler }, helper], journal })
  const outcome = await host.call('tool', input, { traceId })
  const { steps } = journal.steps({ traceId, nested: true })
  const step = steps.find(({ stepId }) => stepId === outcome.stepId)
  return { outcome, step, steps, error: outcome.ok ? undefined : outcome.error }
}

describe('INV-MCP-001 schema conformance', () => {
  const inputSchema = z.strictObject({ id: z.string(), lines: z.array(z.object({ qty: z.number().min(1) })) })

  it('INV-MCP-001: an input that does not conform is refused before the tool runs, naming field, expected and received', async () => {
    let ran = false
    const { error } = await run({ inputSchema }, () => (ran = true), {
      id: 'a',
      lines: [{ qty: 1 }, { qty: 0 }],
      more: 1,
    })
    expect(ran).toBe(false)
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      blame: 'caller',
      message: expect.stringContaining("Field 'lines[1].qty' of the input must be at least 1, but received 0."),
      details: {
        field: '/lines/1/qty',
        expected: 'at least 1',
        received: '0',
        errors: [{ field: '/lines/1/qty' }, { field: '/more', expected: 'left out: the schema has no such field' }],
      },
    })
  })

  it('INV-MCP-001: an output that does not conform is withheld after the tool ran', async () => {
    const { error, step } = await run({ outputSchema: z.object({ total: z.number() }) }, () => ({
      total: 'secret-ish',
    }))
    expect(error).toMatchObject({
      code: 'INVALID_OUTPUT',
      stage: 'validateOutput',
      blame: 'tool',
      details: { field: '/total' },
    })
    expect(step?.statusCode).toBe(502)
  })

  it('INV-MCP-001: a semantic type is held on the way in and on the way out', async () => {
    const id = z.object({ items: z.array(z.object({ id: z.string() })) })
    const types = { 'items[].id': 'uuid' } as const
    const [good, bad] = [{ items: [{ id: '00000000-0000-0000-0000-000000000000' }] }, { items: [{ id: 'x' }] }]
    const contract = { inputSchema: id, inputSemanticTypes: types, outputSchema: id, outputSemanticTypes: types }
    expect((await run(contract, () => good, bad)).error).toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: '/items/0/id', received: 'x' },
    })
    expect((await run(contract, () => bad, good)).error).toMatchObject({
      code: 'INVALID_OUTPUT',
      details: { field: '/items/0/id' },
    })
    expect((await run(contract, () => good, good)).outcome.ok).toBe(true)
  })

  it('INV-MCP-001: defaults and coercions of the schema reach the handler', async () => {
    const inputSchema = z.object({ name: z.string().default('World'), when: z.coerce.number() })
    const { outcome } = await run({ inputSchema }, (input) => input, { when: '3' })
    expect(outcome).toMatchObject({ value: { name: 'World', when: 3 } })
  })

  it("INV-MCP-001: a schema that cannot be applied is the contract's fault on input, and never lets an output through", async () => {
    const asynchronous = z.string().refine(async () => true)
    expect((await run({ inputSchema: asynchronous }, () => 1, 'x')).error).toMatchObject({
      code: 'INTERNAL_ERROR',
      blame: 'contract',
      stage: 'validate',
    })
    expect((await run({ outputSchema: asynchronous }, () => 'x')).error).toMatchObject({ code: 'INVALID_OUTPUT' })
  })

  it('INV-MCP-001: an output is delivered as JSON would carry it, and what JSON cannot carry is withheld', async () => {
    const when = new Date(0)
    expect((await run({}, () => ({ when, gone: undefined, run: () => 1 }))).outcome).toMatchObject({
      value: { when: '1970-01-01T00:00:00.000Z' },
    })
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    for (const output of [cyclic, { big: 1n }, { nan: NaN }, () => 1]) {
      expect((await run({}, () => output)).error).toMatchObject({ code: 'INVALID_OUTPUT', stage: 'validateOutput' })
    }
  })
})

describe('INV-MCP-001 what is judged is what is delivered', () => {
  const outputSchema = z.looseObject({ n: z.number().max(10) })

  it('INV-MCP-001: an output that says something else when it is read again is judged by what it said once', async () => {
    let reads = 0
    const liar = { n: 1, toJSON: () => ({ n: 1e9 }) }
    const changing = {
      get n() {
        return reads++ === 0 ? 1 : 1e9
      },
    }
    expect((await run({ outputSchema }, () => liar)).error).toMatchObject({ code: 'INVALID_OUTPUT' })
    expect((await run({ outputSchema }, () => changing)).outcome).toMatchObject({ value: { n: 1 } })
  })

  it('INV-MCP-001: a tool that answers nothing gives null where its schema allows nothing', async () => {
    expect((await run({ outputSchema: z.void() }, () => undefined)).outcome).toMatchObject({ ok: true, value: null })
    expect((await run({ outputSchema: z.string() }, () => undefined)).error).toMatchObject({ code: 'INVALID_OUTPUT' })
  })

  it('INV-MCP-001: a schema that changes its input changes neither the record nor what was sent', async () => {
    const inputSchema = z.preprocess((value) => Object.assign(Object(value), { amount: 1 }), z.any())
    const input = { amount: 1_000_000 }
    const { step, error } = await run({ inputSchema }, () => 1, input)
    expect(error).toMatchObject({ blame: 'contract' })
    expect(step?.inputs).toEqual({ amount: 1_000_000 })
  })
})

describe('INV-MCP-002 no undeclared side effects', () => {
  it('INV-MCP-002: what a handler records stands on its step', async () => {
    const write = (_: never, { record }: ToolContext) => record({ kind: 'write', target: 'a.json' }) ?? {}
    const { step } = await run({ writes: ['*.json'] }, write)
    expect(step).toMatchObject({ operations: [{ kind: 'write', target: 'a.json' }] })
    expect(step).not.toHaveProperty('violations')
  })

  it.each([
    ['a write under sideEffects none', { sideEffects: 'none' }, { kind: 'write', target: 'a' }, true],
    ['a write that no contract mentions', {}, { kind: 'write', target: 'a' }, true],
    ['a write beside the declared paths', { writes: ['data/**'] }, { kind: 'write', target: 'other/x' }, true],
    ['a write to a declared path', { writes: ['data/**'] }, { kind: 'write', target: 'data/x' }, false],
    ['a project file for temporary files', { sideEffects: 'filesystem' }, { kind: 'append', target: 'a' }, true],
    ['a temporary file', { sideEffects: 'filesystem' }, { kind: 'create', target: '/tmp/a' }, false],
    ['a connection under no network', {}, { kind: 'connect', target: 'evil.example:443' }, true],
    [
      'a connection to an undeclared host',
      { network: ['api.example:443'] },
      { kind: 'connect', target: 'evil.example:443' },
      true,
    ],
    [
      'a connection to a declared host',
      { network: ['api.example'] },
      { kind: 'connect', target: 'api.example:443' },
      false,
    ],
    ['a connection anywhere under network any', { network: 'any' }, { kind: 'connect', target: 'x:1' }, false],
    ['a read', { sideEffects: 'none' }, { kind: 'read', target: 'a' }, false],
  ] as const)('INV-MCP-002: %s is judged by the contract', async (_, contract, operation, isViolation) => {
    const { step } = await run(contract, (_: never, { record }: ToolContext) => record(operation) ?? {})
    expect(step?.violations?.map(({ invariant }) => invariant)).toEqual(isViolation ? ['INV-MCP-002'] : undefined)
  })

  it('INV-MCP-002: a handler reaches the tools in its dependencies, as nested steps of the same trace', async () => {
    const { outcome, steps } = await run({ dependencies: ['helper'] }, async (_, { call }) => {
      const nested = await call('helper', {})
      return nested.ok ? nested.value : 'refused'
    })
    expect(outcome).toMatchObject({ value: 'helped' })
    expect(steps).toMatchObject([{ toolName: 'tool' }, { toolName: 'helper', parentStepId: outcome.stepId, traceId }])
  })

  it('INV-MCP-002: a handler cannot reach a tool that is not in its dependencies, and the attempt is recorded', async () => {
    const { outcome, step, steps } = await run({}, (_, { call }) => call('helper', {}))
    expect(outcome).toMatchObject({
      value: { ok: false, error: { code: 'DEPENDENCY_NOT_MET', blame: 'tool', stage: 'dependencies' } },
    })
    expect(step?.violations).toMatchObject([
      { invariant: 'INV-MCP-002', message: expect.stringContaining("'tool' called 'helper'") },
    ])
    expect(steps).toHaveLength(1)
  })

  it('INV-MCP-002: a flood of recorded operations is cut off', async () => {
    const { step } = await run({}, (_: never, { record }: ToolContext) => {
      for (let n = 0; n < 5000; n++) record({ kind: 'read', target: 'x'.repeat(5000) })
      return {}
    })
    expect(step?.operations).toHaveLength(1000)
    expect(step?.operations?.[0]?.target).toHaveLength(1000)
  })
})

describe('INV-MCP-003 standardized error codes', () => {
  const fail = (code: string) => () => {
    throw new ToolError(code, 'because', { hint: 'wait', at: new Date(0) })
  }

  it.each(Object.entries(StandardErrorCodes))(
    'INV-MCP-003: a handler may fail with %s only if tools raise it',
    async (code, { raisedBy }) => {
      const { error, step } = await run({}, fail(code))
      if (raisedBy === 'tool') {
        expect(error).toMatchObject({
          code,
          stage: 'execute',
          message: 'because',
          details: { hint: 'wait', at: '1970-01-01T00:00:00.000Z' },
        })
        expect(step).not.toHaveProperty('violations')
      } else {
        expect(error).toMatchObject({ code: 'INTERNAL_ERROR', blame: 'tool', details: { undeclaredCode: code } })
      }
    },
  )

  it('INV-MCP-003: a declared code of its own gets through with status 422', async () => {
    const errorCodes = [{ code: 'OUT_OF_STOCK', description: 'None left.' }]
    const { error, step } = await run({ errorCodes }, fail('OUT_OF_STOCK'))
    expect(error).toMatchObject({ code: 'OUT_OF_STOCK', retryable: false })
    expect(step).toMatchObject({ statusCode: 422, code: 'OUT_OF_STOCK' })
  })

  it('INV-MCP-003: an undeclared code becomes INTERNAL_ERROR and a recorded violation', async () => {
    const { error, step } = await run({}, fail('OUT_OF_STOCK'))
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', message: expect.stringContaining('OUT_OF_STOCK') })
    expect(step?.violations).toMatchObject([{ invariant: 'INV-MCP-003' }])
  })

  it.each([new Error('kaboom'), 'kaboom', { toString: () => 'kaboom' }])(
    'INV-MCP-003: %s thrown becomes INTERNAL_ERROR',
    async (thrown) => {
      const { error } = await run({}, () => {
        throw thrown
      })
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR', blame: 'tool', message: expect.stringContaining('kaboom') })
      expect((await run({}, () => Promise.reject(thrown as Error))).error).toEqual(error)
    },
  )

  it('INV-MCP-003: even what cannot be shown can be thrown', async () => {
    const hostile = {
      toString: () => {
        throw new Error('no')
      },
    }
    expect(
      (
        await run({}, () => {
          throw hostile
        })
      ).error,
    ).toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(
      (
        await run({}, () => {
          throw undefined
        })
      ).error,
    ).toMatchObject({ code: 'INTERNAL_ERROR' })
  })

  it('INV-MCP-003: a ToolError takes only well-formed codes, and carries the code in its message', () => {
    expect(() => new ToolError('not a code', 'x')).toThrow(TypeError)
    expect(new ToolError('OUT_OF_STOCK', 'None left.').message).toBe('OUT_OF_STOCK: None left.')
  })
})

describe('INV-MCP-004 idempotency declaration', () => {
  it.each([
    [true, 'TIMEOUT', true],
    [true, 'RESOURCE_NOT_FOUND', false],
    [true, 'BUSY', true],
    [true, 'BROKEN', false],
    [false, 'TIMEOUT', false],
    [undefined, 'UPSTREAM_FAILED', false],
  ])(
    'INV-MCP-004: a tool with idempotent %s that fails with %s is retryable: %s',
    async (idempotent, code, retryable) => {
      const errorCodes = [
        { code: 'BUSY', description: 'Busy.', retryable: idempotent === true },
        { code: 'BROKEN', description: 'Broken.' },
      ]
      const contract = { errorCodes, ...(idempotent !== undefined && { idempotent }) }
      const { error } = await run(contract, () => {
        throw new ToolError(code, 'x')
      })
      expect(error).toMatchObject({ code, retryable })
    },
  )

  it.each([
    ['is idempotent and retries are configured', true, 3, 3],
    ['is not idempotent', false, 3, 1],
    ['is idempotent, but no retries are configured', true, 1, 1],
  ])('INV-MCP-004: a tool that %s is run as often as that allows', async (_, idempotent, attempts, expected) => {
    let runs = 0
    const contract = {
      toolName: 'flaky',
      description: 'Flaky.',
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: ['READ'] as const,
      idempotent,
    }
    const flaky = defineTool(contract, () => {
      runs++
      throw new ToolError('UPSTREAM_FAILED', 'down')
    })
    const journal = createMemoryJournal()
    const host = createToolHost({ tools: [flaky], journal, retry: { attempts, backoffMs: 1 } })
    await host.call('flaky', {}, { traceId })
    expect(runs).toBe(expected)
    expect(journal.steps({ traceId }).steps[0]?.attempts).toBe(expected > 1 ? expected : undefined)
  })

  it('INV-MCP-004: a retry that succeeds is a success', async () => {
    let runs = 0
    const contract = {
      toolName: 'flaky',
      description: 'Flaky.',
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: ['READ'] as const,
      idempotent: true,
    }
    const flaky = defineTool(contract, () => {
      if (runs++ === 0) throw new ToolError('TIMEOUT', 'slow')
      return 'fine'
    })
    const host = createToolHost({ tools: [flaky], retry: { attempts: 2, backoffMs: 1 } })
    expect(await host.call('flaky', {})).toMatchObject({ ok: true, value: 'fine' })
  })

  it('INV-MCP-004: a code that is not retryable is never retried', async () => {
    let runs = 0
    const contract = {
      toolName: 'sure',
      description: 'Sure.',
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: ['READ'] as const,
      idempotent: true,
    }
    const sure = defineTool(contract, () => {
      runs++
      throw new Error('a bug')
    })
    await createToolHost({ tools: [sure], retry: { attempts: 5, backoffMs: 1 } }).call('sure', {})
    expect(runs).toBe(1)
  })
})

describe('INV-MCP-005 input isolation', () => {
  it("INV-MCP-005: a handler gets a frozen copy, deep down, and the caller's object stays as it was", async () => {
    const input = { list: [{ n: 1 }], any: { deep: { er: [] } } }
    let seen: unknown
    await run(
      { inputSchema: z.object({ list: z.array(z.object({ n: z.number() })), any: z.any() }) },
      (given) => (seen = given),
      input,
    )
    const isFrozen = (value: unknown): boolean =>
      Object.isFrozen(value) && Object.values(Object(value)).every((part) => typeof part !== 'object' || isFrozen(part))
    expect(seen).toEqual(input)
    expect(isFrozen(seen)).toBe(true)
    expect(Object.isFrozen(input.any.deep)).toBe(false)
  })

  it.each([
    [
      'assigns',
      (input: Record<string, unknown>) => {
        input['a'] = 2
      },
    ],
    [
      'adds',
      (input: Record<string, unknown>) => {
        input['b'] = 2
      },
    ],
    [
      'deletes',
      (input: Record<string, unknown>) => {
        delete input['a']
      },
    ],
    [
      'pushes',
      (input: Record<string, unknown>) => {
        ;(input['list'] as unknown[]).push(1)
      },
    ],
    [
      'defines',
      (input: Record<string, unknown>) => {
        Object.defineProperty(input, 'c', { value: 1 })
      },
    ],
  ])('INV-MCP-005: a handler that %s is refused and reported', async (_, mutate) => {
    const { error, step } = await run({}, (given) => mutate(given), { a: 1, list: [] })
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', details: { invariant: 'INV-MCP-005' } })
    expect(step?.violations).toMatchObject([{ invariant: 'INV-MCP-005' }])
  })

  it('INV-MCP-005: what the caller does to its object after the call began changes nothing', async () => {
    const input = { a: 1, deep: { b: 1 } }
    const pending = run(
      {},
      async (given) => {
        await Promise.resolve()
        return given
      },
      input,
    )
    input.deep.b = 2
    expect((await pending).outcome).toMatchObject({ value: { deep: { b: 1 } } })
  })

  it('INV-MCP-005: what the handler does to its output after it answered changes nothing', async () => {
    const output = { deep: { b: 1 } }
    const { outcome, step } = await run({}, () => output)
    output.deep.b = 2
    expect(outcome).toMatchObject({ value: { deep: { b: 1 } } })
    expect(step?.outputs).toEqual({ deep: { b: 1 } })
    expect(Object.isFrozen(outcome.ok && outcome.value)).toBe(true)
  })
})
