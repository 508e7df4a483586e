import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DeclaredToolContract } from '../contract/contract.ts'
import { createPostcondition, createPrecondition } from '../contract/predicates.ts'
import { type CallOptions, type ToolHostOptions, createToolHost } from '../host/host.ts'
import { type Handler, defineTool } from '../host/tool.ts'
import type { OpenedStep } from '../journal/journal.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { createWorld } from '../host/world.ts'
import { call } from './call.ts'
import type { ToolContext } from './context.ts'
import type { Approver } from './ports.ts'
import { ToolError } from './tool-error.ts'

const traceId = 'trace'

const SLOW = {
  description: 'Slow.',
  inputSchema: z.object({}),
  outputSchema: z.unknown(),
  capabilities: ['READ'] as const,
}

async function run(
  handler: Handler<never, unknown>,
  contract: Partial<DeclaredToolContract> = {},
  options: Partial<ToolHostOptions> = {},
  input: unknown = {},
  caller: CallOptions = {},
) {
  const journal = createMemoryJournal()
  const declared: DeclaredToolContract = {
    toolName: 'tool',
    description: 'A tool.',
    inputSchema: z.looseObject({}),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'],
    ...contract,
  }
  const helper = {
    contract: { ...declared, toolName: 'helper', dependencies: [], sensitive: [] },
    handler: () => 'helped',
  }
  const host = createToolHost({ tools: [{ contract: declared, handler }, helper], journal, ...options })
  const outcome = await host.call('tool', input, { traceId, ...caller })
  return {
    outcome,
    error: outcome.ok ? undefined : outcome.error,
    steps: journal.steps({ traceId, nested: true }).steps,
    host,
  }
}

const trap = (): never => {
  throw new Error('trap')
}

describe('a stranger cannot end the process', () => {
  it.each<[string, unknown]>([
    ['a code that is no text', { isToolError: true, code: Symbol('x'), reason: 'x' }],
    ['a reason that is no text', { isToolError: true, code: 'NOPE', reason: Symbol('x') }],
    [
      'a reason that throws',
      {
        isToolError: true,
        code: 'NOPE',
        get reason() {
          return trap()
        },
      },
    ],
    ['a Proxy that throws', new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap })],
  ])('by throwing %s, now or later', async (_, thrown) => {
    for (const handler of [
      () => {
        throw thrown
      },
      async () => {
        throw thrown
      },
    ]) {
      expect((await run(handler)).error).toMatchObject({ code: 'INTERNAL_ERROR', stage: 'execute', blame: 'tool' })
    }
  })

  it('by answering a thenable that throws, or one that fails', async () => {
    expect((await run(() => ({ then: trap }))).error).toMatchObject({ code: 'INTERNAL_ERROR', blame: 'tool' })
    const failing = { then: (resolve: (value: unknown) => void) => resolve(Promise.reject(new Error('later'))) }
    expect((await run(() => failing)).error).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('later'),
    })
  })

  it('by approving with something that throws when it is read', async () => {
    const approver = (() => ({
      get decision() {
        return trap()
      },
    })) as unknown as Approver
    expect((await run(() => 1, { approval: 'always' }, { approver })).error).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    })
  })

  it('by an approval rule that rejects', async () => {
    const approval = (() => Promise.reject(new Error('x'))) as unknown as () => boolean
    expect((await run(() => 1, { approval })).error).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  })

  it('by an approver whose answer no journal can store', async () => {
    const approver = (() => ({ decision: 'pending', approvalId: 'a', expiresAt: 1n })) as unknown as Approver
    const { error, steps } = await run(() => 1, { approval: 'always' }, { approver })
    expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED', details: { approvalId: 'a' } })
    expect(steps).toHaveLength(1)
  })
})

describe('a journal that is no native Promise', () => {
  const later = (value: unknown, fails: boolean) => ({
    then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) =>
      fails ? reject(new Error('disk full')) : resolve(value),
  })

  it.each<[string, unknown, string | undefined]>([
    ['cannot open', later(undefined, true), 'INTERNAL_ERROR'],
    ['opens nothing', undefined, 'INTERNAL_ERROR'],
    ['opens nothing later', later(undefined, false), 'INTERNAL_ERROR'],
    ['cannot close', { close: () => later(undefined, true) }, 'OUTCOME_UNKNOWN'],
    ['closes later', { close: () => later(undefined, false) }, undefined],
  ])('and %s is waited for like one', async (_, opened, code) => {
    let runs = 0
    const journal = { ...createMemoryJournal(), open: () => opened as OpenedStep }
    const { error } = await run(() => runs++, {}, { journal })
    expect(error?.code).toBe(code)
    expect(runs).toBe(code === 'INTERNAL_ERROR' ? 0 : 1)
  })
})

describe('a handler', () => {
  it('reaches nothing of the host through its context, and cannot change its own limits', async () => {
    let reached: unknown[] = []
    const { outcome } = await run(
      (_, context) => {
        reached = Object.values(context)
        Reflect.set(context.limits, 'maxOutputBytes', 1e9)
        return 'x'.repeat(1000)
      },
      { resourceLimits: { timeoutMs: 1000, memoryMb: 1, maxOutputBytes: 50 } },
    )
    expect(reached).toEqual([])
    expect(outcome).toMatchObject({ ok: false, error: { code: 'OUTPUT_TOO_LARGE' } })
  })

  it('cannot make a refusal or a step as long as it likes', async () => {
    const { error, steps } = await run(async (_, { call }) => {
      for (let n = 0; n < 500; n++) await call('x'.repeat(1_000_000), {})
      throw new ToolError('CONFLICT', 'y'.repeat(1_000_000))
    })
    expect(error?.message.length).toBeLessThanOrEqual(1000)
    expect(JSON.stringify(steps).length).toBeLessThan(100_000)
  })
})

describe('a sensitive value', () => {
  const card = '4111-1111-1111'
  const contract = { sensitive: ['input.card'], dependencies: ['helper'], outputSchema: z.object({}) }

  it('reaches neither refusal nor step, however the handler puts it', async () => {
    const { error, steps } = await run(
      async (_, { call, record }) => {
        record({ kind: 'read', target: `card ${card}` })
        await call('helper', { note: `pay with ${card}` })
        throw new ToolError('RESOURCE_NOT_FOUND', `No card ${card}.`, { card })
      },
      contract,
      {},
      { card },
    )
    expect(error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: 'No card [redacted].',
      details: { card: '[redacted]' },
    })
    expect(steps).toHaveLength(2)
    expect(JSON.stringify(steps)).not.toContain(card)
  })

  it('is not quoted when it is refused, not even where its shape is wrong', async () => {
    const inputSchema = z.object({ card: z.object({ number: z.string() }) })
    const { error, steps } = await run(
      () => 1,
      { ...contract, inputSchema, sensitive: ['input.card.number'] },
      {},
      { card },
    )
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { received: '[redacted]' } })
    expect(JSON.stringify([error, steps])).not.toContain(card)
  })
})

describe('a caller that has gone', () => {
  it('before the tool was started is told that nothing ran, and its key is free', async () => {
    let runs = 0
    const caller = { signal: AbortSignal.abort(), idempotencyKey: 'k' }
    const { error, host } = await run(() => ++runs, {}, {}, {}, caller)
    expect(error).toMatchObject({
      code: 'CANCELLED',
      stage: 'approve',
      message: expect.stringContaining('Nothing ran'),
    })
    expect(await host.call('tool', {}, { idempotencyKey: 'k' })).toMatchObject({ ok: true, value: 1 })
  })

  it('is not kept waiting for the next try', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    const options = { retry: { attempts: 2, backoffMs: 50_000 } }
    const fail = () => {
      throw new ToolError('UPSTREAM_FAILED', 'down')
    }
    const { error } = await run(fail, { idempotent: true }, options, {}, { signal: controller.signal })
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED' })
  })
})

it('a registry that throws refuses the call, and the step is recorded', async () => {
  const journal = createMemoryJournal()
  const world = createWorld({ journal }, { find: trap, names: () => [] }, { invoke: trap, limitsMemory: false })
  const request = {
    toolName: 't',
    input: {},
    role: undefined,
    principal: 'p',
    traceId,
    stepId: 's',
    parentStepId: undefined,
  }
  const rest = { idempotencyKey: undefined, approvalId: undefined, signal: undefined, secrets: [] }
  expect(await call({ ...request, ...rest }, world)).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR' } })
  expect(journal.all().steps).toHaveLength(1)
})

it('a tool that is quarantined while its approver thinks is not run', async () => {
  let isQuarantined = false
  const approver = () => (isQuarantined = true)
  const options = { approver, quarantined: () => (isQuarantined ? 'its schema changed' : undefined) }
  const { error } = await run(() => 1, { approval: 'always' }, options)
  expect(error).toMatchObject({ code: 'UPSTREAM_DRIFT' })
})

it('an idempotency key works for inputs that a schema turns into something else', async () => {
  const caller = { idempotencyKey: 'k' }
  const inputSchema = z.object({ at: z.coerce.date() })
  const { outcome } = await run(() => 'done', { inputSchema }, {}, { at: '2026-01-01' }, caller)
  expect(outcome).toMatchObject({ ok: true })
  expect((await run(() => 'done', {}, {}, { text: '\ud800' }, caller)).outcome).toMatchObject({ ok: true })
})

it('a predicate that is broken is the fault of the contract, and no other input would help', async () => {
  const { error } = await run(() => 1, { preconditions: [createPrecondition('p', 'P', () => 1 as never)] })
  expect(error).toMatchObject({ code: 'P', blame: 'contract', message: expect.stringContaining('tell its author') })
  const after = await run(() => 1, { postconditions: [createPostcondition('p', 'P', trap)] })
  expect(after.error).toMatchObject({ code: 'P', blame: 'contract', stage: 'postconditions' })
})

it('check tells whether a refusal is retryable as call would', async () => {
  const { host } = await run(() => 1, { idempotent: true }, { rates: { tools: { tool: '1/h' } } })
  expect(await host.check('tool', {})).toMatchObject({ error: { code: 'RATE_LIMITED', retryable: true } })
})

describe('a secret', () => {
  const contract = { sensitive: ['input.card'], outputSchema: z.any() }

  it('cannot rewrite what a refusal means, so its key is not given back', async () => {
    let runs = 0
    const fail = () => {
      runs++
      throw new ToolError('CONFLICT', 'execute CONFLICT')
    }
    const caller = { idempotencyKey: 'k' }
    const { error, host } = await run(fail, contract, {}, { card: 'execute' }, caller)
    expect(error).toMatchObject({ code: 'CONFLICT', stage: 'execute', message: '[redacted] CONFLICT' })
    await host.call('tool', { card: 'execute' }, caller)
    expect(runs).toBe(1)
  })

  it.each<[string, Partial<DeclaredToolContract>, unknown, (input: never) => unknown]>([
    [
      'inside a longer one',
      { sensitive: ['input.card', 'input.pin'] },
      { card: '4111-2222-3333', pin: '4111' },
      () => {
        throw new Error('no 4111-2222-3333')
      },
    ],
    [
      'as the schema left it',
      { inputSchema: z.object({ card: z.string().trim() }) },
      { card: '  sk-2222-3333 ' },
      () => {
        throw new Error('no sk-2222-3333')
      },
    ],
    [
      'as a key',
      {},
      { card: '-2222-3333' },
      () => {
        throw new ToolError('CONFLICT', 'x', { '-2222-3333': 1 })
      },
    ],
    ['in an output that echoes it', {}, { card: '-2222-3333' }, () => ({ said: 'paid with -2222-3333' })],
    [
      'in the list of very many',
      {},
      { card: Array.from({ length: 8000 }, (_, n) => `tag-2222-3333-${n}`) },
      () => {
        throw new Error('no tag-2222-3333-7')
      },
    ],
  ])('is not stored %s', async (_, more, input, handler) => {
    const { steps } = await run(handler, { ...contract, ...more }, {}, input)
    expect(JSON.stringify(steps)).not.toContain('2222-3333')
  })

  it('that contains one of the caller around it is hidden whole', async () => {
    const shape = { ...SLOW, outputSchema: z.any() }
    const fail = ({ card }: { readonly card: string }) => {
      throw new Error(`no ${card}`)
    }
    const inner = defineTool(
      { ...shape, toolName: 'inner', inputSchema: z.object({ card: z.string() }), sensitive: ['input.card'] },
      fail,
    )
    const outer = defineTool(
      {
        ...shape,
        toolName: 'outer',
        inputSchema: z.object({ pin: z.string() }),
        sensitive: ['input.pin'],
        dependencies: ['inner'],
      },
      (_, { call }) => call('inner', { card: '4111-2222-3333' }),
    )
    const journal = createMemoryJournal()
    const outcome = await createToolHost({ tools: [inner, outer], journal }).call('outer', { pin: '4111' })
    expect(JSON.stringify([outcome, journal.all()])).not.toContain('2222-3333')
  })

  it('of an output is not told by a postcondition that quotes it, nor one of an unknown tool stored', async () => {
    const postconditions = [
      createPostcondition('p', 'P', ({ iban }) => {
        throw new Error(`bad ${String(iban)}`)
      }),
    ]
    const { error, steps, host } = await run(() => ({ iban: 'DE99-1234' }), {
      outputSchema: z.object({ iban: z.string() }),
      sensitive: ['output.iban'],
      postconditions,
    })
    expect(JSON.stringify([error, steps])).not.toContain('DE99')
    await host.call('toool', { card: '2222-3333' }, { traceId: 'other' })
    expect(JSON.stringify(await host.journal.steps({ traceId: 'other' }))).not.toContain('2222-3333')
  })
})

describe('a port that answers later where it must answer now', () => {
  it.each<[string, Partial<ToolHostOptions>, string]>([
    ['a rate', { rates: (async () => 0) as never }, 'RATE_LIMITED'],
    ['a rate that rejects', { rates: (() => Promise.reject(new Error('x'))) as never }, 'RATE_LIMITED'],
    ['a rate that is no number', { rates: () => NaN }, 'RATE_LIMITED'],
    ['a quarantine', { quarantined: (async () => undefined) as never }, 'UPSTREAM_DRIFT'],
    ['a quarantine that rejects', { quarantined: (() => Promise.reject(new Error('x'))) as never }, 'UPSTREAM_DRIFT'],
    ['reachability', { reachable: (async () => true) as never }, 'DEPENDENCY_NOT_MET'],
  ])('refuses the call: %s', async (_, options, code) => {
    expect((await run(() => 1, { dependencies: ['helper'] }, options)).error).toMatchObject({ code })
  })
})

it('the time of a tool that called another runs out on time', async () => {
  const started = performance.now()
  const limits = { timeoutMs: 200 }
  const slow = {
    contract: { ...SLOW, toolName: 'slow', resourceLimits: limits },
    handler: () => new Promise(() => undefined),
  }
  const outer = {
    contract: { ...SLOW, toolName: 'outer', dependencies: ['slow'], resourceLimits: limits },
    handler: (_: never, { call }: ToolContext) => {
      void call('slow', {})
      return new Promise(() => undefined)
    },
  }
  const outcome = await createToolHost({ tools: [slow, outer] }).call('outer', {})
  expect(outcome).toMatchObject({ error: { code: 'TIMEOUT' } })
  expect(performance.now() - started).toBeLessThan(5000)
})

it('an idempotency key has an end', async () => {
  const { error } = await run(() => 1, {}, {}, {}, { idempotencyKey: 'k'.repeat(257) })
  expect(error).toMatchObject({ code: 'INVALID_INPUT', stage: 'replay' })
})

it('a signal that fires while the handler starts is heeded', async () => {
  const controller = new AbortController()
  const handler = () => {
    controller.abort()
    return new Promise(() => undefined)
  }
  expect((await run(handler, {}, {}, {}, { signal: controller.signal })).error).toMatchObject({ code: 'CANCELLED' })
})
