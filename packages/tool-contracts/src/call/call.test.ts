import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createPostcondition, createPrecondition } from '../contract/predicates.ts'
import { createRolePolicy } from '../contract/role-policy.ts'
import { type ToolHostOptions, createToolHost } from '../host/host.ts'
import { defineTool } from '../host/tool.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { STAGES, type Stage } from '../outcome.ts'

const traceId = 'trace'
const policy = createRolePolicy({ clerk: ['CREATE'] })

/** A shop whose calls fail where its switches say so. */
function shop(options: Partial<ToolHostOptions> = {}, handler: () => unknown = () => ({ total: 20 })) {
  let runs = 0
  const order = defineTool(
    {
      toolName: 'order',
      description: 'Order something.',
      inputSchema: z.object({ lines: z.number() }),
      outputSchema: z.object({ total: z.number() }),
      preconditions: [createPrecondition('at least one line', 'NO_LINES', ({ lines }) => Number(lines) > 0)],
      postconditions: [createPostcondition('a total', 'NO_TOTAL', ({ total }) => Number(total) > 0)],
      dependencies: ['price'],
      approval: ({ lines }) => lines === 100,
      capabilities: ['CREATE'],
      resourceLimits: { timeoutMs: 1000, memoryMb: 64, maxOutputBytes: 1000 },
    },
    () => {
      runs++
      return handler() as { total: number }
    },
  )
  const price = defineTool(
    {
      toolName: 'price',
      description: 'A price.',
      inputSchema: z.object({}),
      outputSchema: z.object({}),
      capabilities: ['CREATE'],
    },
    () => ({}),
  )
  const journal = createMemoryJournal()
  const host = createToolHost({
    tools: [order, price],
    journal,
    policy,
    rates: { tools: { order: '9/h' } },
    ...options,
  })
  return { host, journal, runs: () => runs }
}

const refusals: Record<
  Stage,
  {
    code: string
    input?: unknown
    role?: string
    tool?: string
    options?: Partial<ToolHostOptions>
    handler?: () => unknown
  }
> = {
  admit: { tool: 'oder', code: 'RESOURCE_NOT_FOUND' },
  authorize: { role: 'visitor', code: 'PERMISSION_DENIED' },
  validate: { input: { lines: 'two' }, code: 'INVALID_INPUT' },
  preconditions: { input: { lines: 0 }, code: 'NO_LINES' },
  dependencies: { options: { reachable: (tool) => tool !== 'price' }, code: 'DEPENDENCY_NOT_MET' },
  replay: { code: 'CONFLICT' },
  approve: { input: { lines: 100 }, code: 'APPROVAL_REQUIRED' },
  execute: {
    handler: () => {
      throw new Error('out of paper')
    },
    code: 'INTERNAL_ERROR',
  },
  validateOutput: { handler: () => ({ total: 'much' }), code: 'INVALID_OUTPUT' },
  postconditions: { handler: () => ({ total: 0 }), code: 'NO_TOTAL' },
}

describe('a governed call', () => {
  it.each(STAGES)('that fails at %s is refused under that name, and the refusal is recorded', async (stage) => {
    const { code, tool = 'order', input = { lines: 1 }, role = 'clerk', options, handler } = refusals[stage]
    const { host, journal, runs } = shop(options, handler)
    const idempotencyKey = stage === 'replay' ? 'k' : undefined
    if (idempotencyKey) await host.call('order', { lines: 2 }, { role, idempotencyKey })

    const outcome = await host.call(tool, input, { role, traceId, ...(idempotencyKey && { idempotencyKey }) })

    expect(outcome).toMatchObject({ ok: false, traceId, error: { code, stage } })
    expect(journal.steps({ traceId }).steps).toMatchObject([{ stepId: outcome.stepId, toolName: tool, code, stage }])
    const mayHaveRun = STAGES.indexOf(stage) >= STAGES.indexOf('execute')
    expect(runs()).toBe(mayHaveRun || stage === 'replay' ? 1 : 0)
  })

  it('that passes every stage gives its output, and the step is recorded in the shape of the seed', async () => {
    const { host, journal } = shop()
    const outcome = await host.call('order', { lines: 2 }, { role: 'clerk', traceId })
    expect(outcome).toEqual({ ok: true, value: { total: 20 }, traceId, stepId: expect.any(String) })
    expect(journal.steps({ traceId }).steps).toEqual([
      {
        stepId: outcome.stepId,
        index: 0,
        toolName: 'order',
        inputs: { lines: 2 },
        outputs: { total: 20 },
        durationMs: expect.any(Number),
        statusCode: 200,
        emittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        traceId,
        principal: 'local',
        role: 'clerk',
        enforced: { timeoutMs: 1000, maxOutputBytes: 1000, memory: false },
        previousHash: '0'.repeat(64),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it('stops at the first stage that refuses, in the documented order', async () => {
    const reached: Stage[] = []
    const order: readonly Stage[] = [
      'admit',
      'authorize',
      'validate',
      'preconditions',
      'dependencies',
      'approve',
      'execute',
    ]
    for (const stage of order) {
      const later = order.slice(order.indexOf(stage))
      const broken = (name: Stage): boolean => later.includes(name)
      const { host } = shop({ reachable: () => !broken('dependencies') }, refusals.execute.handler)
      const input = broken('validate')
        ? 'nonsense'
        : { lines: broken('preconditions') ? 0 : broken('approve') ? 100 : 1 }
      const outcome = await host.call(broken('admit') ? 'nothing' : 'order', input, {
        role: broken('authorize') ? 'visitor' : 'clerk',
      })
      if (!outcome.ok) reached.push(outcome.error.stage)
    }
    expect(reached).toEqual(order)
  })

  it('starts a trace of its own where none is named', async () => {
    const { host, journal } = shop()
    const first = await host.call('order', { lines: 1 }, { role: 'clerk' })
    const second = await host.call('order', { lines: 1 }, { role: 'clerk' })
    expect(first.traceId).not.toBe(second.traceId)
    expect(journal.steps({ traceId: first.traceId }).steps).toHaveLength(1)
  })

  it('suggests a tool to a caller that mistyped its name, but only one it may call', async () => {
    const { host } = shop()
    const asked = async (role: string) => host.call('ordr', {}, { role })
    expect(await asked('clerk')).toMatchObject({ error: { message: expect.stringContaining("Did you mean 'order'?") } })
    expect(await asked('visitor')).toMatchObject({ error: { message: expect.not.stringContaining('order') } })
  })

  it('says what a role lacks', async () => {
    const { host } = shop()
    const outcome = await host.call('order', { lines: 1 })
    expect(outcome).toMatchObject({ error: { blame: 'caller', details: { missing: ['CREATE'], role: null } } })
  })

  it('of a quarantined tool is refused, and so is one of a tool that depends on it', async () => {
    const drifted = { quarantined: (tool: string) => (tool === 'price' ? 'its schema changed' : undefined) }
    const { host } = shop(drifted)
    expect(await host.call('price', {}, { role: 'clerk' })).toMatchObject({
      error: { code: 'UPSTREAM_DRIFT', stage: 'admit', details: { changed: ['its schema changed'] } },
    })
    expect(await host.call('order', { lines: 1 }, { role: 'clerk' })).toMatchObject({
      error: { code: 'DEPENDENCY_NOT_MET', details: { missing: ['price'] } },
    })
  })

  it('must follow its dependencies in the same trace where the policy enforces that order', async () => {
    const { host } = shop({ dependencyOrder: 'enforce' })
    const order = (trace: string) => host.call('order', { lines: 1 }, { role: 'clerk', traceId: trace })
    expect(await order(traceId)).toMatchObject({
      error: { code: 'DEPENDENCY_NOT_MET', details: { missing: ['price'] } },
    })
    await host.call('price', {}, { role: 'clerk', traceId })
    expect(await order(traceId)).toMatchObject({ ok: true })
    expect(await order('another')).toMatchObject({ ok: false })
  })

  it('over its rate is told when to try again', async () => {
    const { host } = shop({ rates: { roles: { clerk: '2/h' } } })
    const call = () => host.call('order', { lines: 1 }, { role: 'clerk' })
    await call()
    await call()
    const refused = await call()
    expect(refused).toMatchObject({ error: { code: 'RATE_LIMITED', stage: 'admit', retryable: false } })
    expect(!refused.ok && refused.error.details['retryAfterMs']).toBeGreaterThan(1_000_000)
    expect(await host.call('order', { lines: 1 }, { role: 'clerk', principal: 'other' })).toMatchObject({ ok: true })
  })

  it('whose policy, registry or journal throws is refused, never crashed', async () => {
    const broken = {
      quarantined: () => {
        throw new Error('registry down')
      },
    }
    expect(await shop(broken).host.call('order', { lines: 1 }, { role: 'clerk' })).toMatchObject({
      error: {
        code: 'INTERNAL_ERROR',
        stage: 'admit',
        blame: 'environment',
        message: expect.stringContaining('registry down'),
      },
    })
    expect(await shop(broken).host.check('order', { lines: 1 }, { role: 'clerk' })).toMatchObject({ ok: false })
  })
})

describe('the journal in a call', () => {
  const down = () => Promise.reject(new Error('disk full'))

  it('refuses the call if it cannot open a step', async () => {
    for (const open of [
      down,
      () => {
        throw new Error('disk full')
      },
    ]) {
      const { host, runs } = shop({ journal: { ...createMemoryJournal(), open } })
      const outcome = await host.call('order', { lines: 1 }, { role: 'clerk', traceId })
      expect(outcome).toMatchObject({
        ok: false,
        traceId,
        error: {
          code: 'INTERNAL_ERROR',
          stage: 'admit',
          blame: 'environment',
          message: expect.stringContaining('disk full'),
        },
      })
      expect(runs()).toBe(0)
    }
  })

  it('makes the outcome unknown if the tool ran and its step cannot be closed', async () => {
    const { host, runs } = shop({ journal: { ...createMemoryJournal(), open: async () => ({ close: down }) } })
    const outcome = await host.call('order', { lines: 1 }, { role: 'clerk' })
    expect(outcome).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN', stage: 'execute', blame: 'environment' } })
    expect(runs()).toBe(1)
  })

  it('changes nothing about a refusal of a call that did not run', async () => {
    const { host } = shop({ journal: { ...createMemoryJournal(), open: async () => ({ close: down }) } })
    expect(await host.call('order', { lines: 0 }, { role: 'clerk' })).toMatchObject({ error: { code: 'NO_LINES' } })
  })

  it('may be asynchronous', async () => {
    const memory = createMemoryJournal()
    const open: typeof memory.open = async (opening) => {
      const step = await memory.open(opening)
      return { close: async (closing) => step.close(closing) }
    }
    const { host } = shop({ journal: { ...memory, open } })
    await host.call('order', { lines: 1 }, { role: 'clerk', traceId })
    expect(memory.steps({ traceId }).steps).toHaveLength(1)
  })
})

describe('check', () => {
  it('answers every stage up to approval without running, recording or taking a turn', async () => {
    const { host, journal, runs } = shop({ rates: { tools: { order: '1/h' } } })
    const role = 'clerk'
    for (const stage of ['admit', 'authorize', 'validate', 'preconditions'] as const) {
      const { tool = 'order', input = { lines: 1 }, role: other = role, code } = refusals[stage]
      expect(await host.check(tool, input, { role: other })).toMatchObject({ ok: false, error: { stage, code } })
    }
    expect(await host.check('order', { lines: 1 }, { role })).toEqual({ ok: true, value: { needsApproval: false } })
    expect(await host.check('order', { lines: 100 }, { role })).toEqual({ ok: true, value: { needsApproval: true } })
    expect(runs()).toBe(0)
    expect(journal.all().steps).toEqual([])
    expect(await host.call('order', { lines: 1 }, { role })).toMatchObject({ ok: true })
    expect(await host.check('order', { lines: 1 }, { role })).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  })
})
