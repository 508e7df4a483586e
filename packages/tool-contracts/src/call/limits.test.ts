import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ResourceLimits } from '../contract/contract.ts'
import { type Executor, type ToolHostOptions, createToolHost } from '../host/host.ts'
import { type Handler, defineTool } from '../host/tool.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import type { ToolContext } from './context.ts'
import { ToolError } from './tool-error.ts'

const traceId = 'trace'

function host(
  handler: Handler<unknown, unknown>,
  limits: Partial<ResourceLimits> = {},
  options: Partial<ToolHostOptions> = {},
) {
  const journal = createMemoryJournal()
  const tool = defineTool(
    {
      toolName: 'tool',
      description: 'A tool.',
      inputSchema: z.looseObject({}),
      outputSchema: z.unknown(),
      capabilities: ['WRITE'],
      dependencies: ['other'],
      resourceLimits: { timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1000, ...limits },
    },
    handler,
  )
  const other = defineTool(
    {
      toolName: 'other',
      description: 'Other.',
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: ['READ'],
    },
    () => 'other',
  )
  const created = createToolHost({ tools: [tool, other], journal, ...options })
  const call = (options = {}) => created.call('tool', {}, { traceId, ...options })
  return { call, step: () => journal.steps({ traceId }).steps[0], journal }
}

describe('the time limit', () => {
  it('answers TIMEOUT although the handler ignores the signal, and the step says that the late result is dropped', async () => {
    let finish: (value: unknown) => void = () => undefined
    const { call, step, journal } = host(() => new Promise((resolve) => (finish = resolve)), { timeoutMs: 20 })
    const outcome = await call()
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'TIMEOUT', stage: 'execute', blame: 'tool', details: { timeoutMs: 20 } },
    })
    expect(step()).toMatchObject({ statusCode: 504, enforced: { timeoutMs: 20, lateResult: 'dropped' } })
    const before = JSON.stringify(journal.all())
    finish({ late: true })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(JSON.stringify(journal.all())).toBe(before)
  })

  it('holds for a handler that blocks and answers too late', async () => {
    const block = (): string => {
      const until = performance.now() + 30
      while (performance.now() < until);
      return 'late'
    }
    expect(await host(block, { timeoutMs: 5 }).call()).toMatchObject({ error: { code: 'TIMEOUT' } })
  })

  it('aborts the signal with the reason, whenever the handler looks at it', async () => {
    const seen: string[] = []
    const early = (_: unknown, { signal }: ToolContext) =>
      new Promise(() => signal.addEventListener('abort', () => seen.push(String(signal.reason))))
    await host(early, { timeoutMs: 10 }).call()
    let context: ToolContext | undefined
    await host((_, given) => new Promise(() => (context = given)), { timeoutMs: 10 }).call()
    expect(seen).toEqual([expect.stringContaining('did not answer within 10 ms')])
    expect(context?.signal.aborted).toBe(true)
  })

  it('ends what the handler may do: no other tool, no further record', async () => {
    let context: ToolContext | undefined
    const { call, journal } = host((_, given) => new Promise(() => (context = given)), { timeoutMs: 10 })
    await call()
    const before = JSON.stringify(journal.all())
    expect(await context?.call('other', {})).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    context?.record({ kind: 'write', target: 'late' })
    expect(JSON.stringify(journal.all())).toBe(before)
  })

  it('swallows what a handler throws after it is up', async () => {
    const late = () => new Promise((_, reject) => setTimeout(() => reject(new ToolError('NEVER_DECLARED', 'late')), 20))
    const { call, journal } = host(late, { timeoutMs: 5 })
    await call()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(journal.all().steps[0]).not.toHaveProperty('violations')
  })
})

describe('cancelling', () => {
  it('before the tool is started answers CANCELLED without running it', async () => {
    let ran = false
    const outcome = await host(() => (ran = true)).call({ signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ error: { code: 'CANCELLED', blame: 'caller' } })
    expect(ran).toBe(false)
  })

  it('while it runs aborts its signal, and retries no more', async () => {
    const controller = new AbortController()
    let aborted = false
    const handler = (_: unknown, { signal }: ToolContext) => {
      signal.addEventListener('abort', () => (aborted = true))
      setTimeout(() => controller.abort(), 5)
      return new Promise(() => undefined)
    }
    const { call, step } = host(handler, {}, { retry: { attempts: 3, backoffMs: 1 } })
    expect(await call({ signal: controller.signal })).toMatchObject({ error: { code: 'CANCELLED', stage: 'execute' } })
    expect(aborted).toBe(true)
    expect(step()?.statusCode).toBe(499)
  })

  it('reaches the tools it called', async () => {
    const journal = createMemoryJournal()
    const shape = {
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      capabilities: ['READ'] as const,
      description: 'x',
    }
    const inner = defineTool({ ...shape, toolName: 'inner' }, () => new Promise(() => undefined))
    const outer = defineTool({ ...shape, toolName: 'outer', dependencies: ['inner'] }, (_, { call }) =>
      call('inner', {}),
    )
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    await createToolHost({ tools: [inner, outer], journal }).call('outer', {}, { traceId, signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(journal.steps({ traceId, nested: true }).steps.map(({ code }) => code)).toEqual(['CANCELLED', 'CANCELLED'])
  })
})

describe('the output limit', () => {
  it.each([
    ['ascii', 'a'.repeat(98), true],
    ['ascii, one more', 'a'.repeat(99), false],
    ['three-byte characters', '語'.repeat(32) + 'aa', true],
    ['three-byte characters, one byte more', '語'.repeat(33), false],
    ['emoji', '🙂'.repeat(24) + 'aa', true],
    ['emoji, one more', '🙂'.repeat(25), false],
    ['escapes', '\u0001'.repeat(16) + 'aa', true],
    ['escapes, one more', '\u0001'.repeat(17), false],
  ])('counts UTF-8 bytes of the JSON text: %s', async (_, output, fits) => {
    const outcome = await host(() => output, { maxOutputBytes: 100 }).call()
    expect(outcome.ok).toBe(fits)
    if (!outcome.ok)
      expect(outcome.error).toMatchObject({
        code: 'OUTPUT_TOO_LARGE',
        stage: 'validateOutput',
        blame: 'tool',
        details: { limit: 100 },
      })
  })

  it('gives up on an output far too large to count', async () => {
    const outcome = await host(() => Array.from({ length: 2_000_000 }, () => 1), { maxOutputBytes: 100 }).call()
    expect(outcome).toMatchObject({ error: { code: 'OUTPUT_TOO_LARGE', details: { bytes: null, limit: 100 } } })
  })
})

describe('the memory limit', () => {
  it('is carried to the executor, which the step then names as enforcing it', async () => {
    const seen: unknown[] = []
    const executor: Executor = {
      run: ({ handler, input, context, ...rest }) => {
        seen.push(rest)
        return handler(input, context)
      },
      limitsMemory: true,
    }
    const { call, step } = host(() => 'done', {}, { executor })
    expect(await call()).toMatchObject({ ok: true, value: 'done' })
    expect(seen).toEqual([{ toolName: 'tool', limits: { timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1000 } }])
    expect(step()?.enforced).toMatchObject({ memory: true })
  })

  it('is not enforced by a host without an executor, and the step says so', async () => {
    const { call, step } = host(() => 'done')
    await call()
    expect(step()?.enforced).toMatchObject({ memory: false })
  })

  it('when exceeded is MEMORY_EXCEEDED, which only an executor that limits memory may say', async () => {
    const fail = () => {
      throw new ToolError('MEMORY_EXCEEDED', 'Stopped at 64 MB.')
    }
    const limiting = { run: fail, limitsMemory: true }
    const { call, step } = host(() => 1, {}, { executor: limiting })
    expect(await call()).toMatchObject({ error: { code: 'MEMORY_EXCEEDED', blame: 'tool' } })
    expect(step()?.statusCode).toBe(507)
    expect(await host(fail).call()).toMatchObject({ error: { code: 'INTERNAL_ERROR' } })
  })
})
