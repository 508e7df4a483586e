import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createToolHost } from '../host/host.ts'
import { defineTool } from '../host/tool.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { ToolError } from './tool-error.ts'

function till(handler: (run: number) => unknown, idempotent = false) {
  let runs = 0
  const journal = createMemoryJournal()
  const contract = {
    description: 'Charge.',
    inputSchema: z.object({ a: z.number(), b: z.number().optional() }),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'] as const,
    idempotent,
  }
  const tools = ['charge', 'refund'].map((toolName) => defineTool({ ...contract, toolName }, () => handler(++runs)))
  const host = createToolHost({ tools, journal })
  const charge = (input: unknown, options = {}, tool = 'charge') =>
    host.call(tool, input, { idempotencyKey: 'k', ...options })
  return { charge, runs: () => runs, journal }
}

describe('an idempotency key', () => {
  it('makes the same call happen once and be answered alike, whatever the order of its keys', async () => {
    const { charge, runs, journal } = till((run) => ({ charged: run }))
    const first = await charge({ a: 1, b: 2 })
    const second = await charge({ b: 2, a: 1 }, { traceId: 'again' })
    expect(second).toMatchObject({ ok: true, value: { charged: 1 }, traceId: 'again' })
    expect(runs()).toBe(1)
    expect(journal.steps({ traceId: 'again' }).steps).toMatchObject([{ replayOf: first.stepId, statusCode: 200 }])
  })

  it('repeats a failure after which the tool may have acted', async () => {
    const { charge, runs } = till(() => {
      throw new Error('half done')
    })
    await charge({ a: 1 })
    expect(await charge({ a: 1 })).toMatchObject({
      error: { code: 'INTERNAL_ERROR', message: expect.stringContaining('half done') },
    })
    expect(runs()).toBe(1)
  })

  it('is free again after a refusal that kept the tool from running', async () => {
    const { charge } = till(() => 'done')
    await charge({ a: 'x' })
    expect(await charge({ a: 1 })).toMatchObject({ ok: true })
  })

  it('is free again after a failure that may be retried', async () => {
    const { charge } = till((run) => {
      if (run === 1) throw new ToolError('TIMEOUT', 'slow')
      return run
    }, true)
    await charge({ a: 1 })
    expect(await charge({ a: 1 })).toMatchObject({ ok: true, value: 2 })
  })

  it('used for another input is a CONFLICT', async () => {
    const { charge } = till(() => 'done')
    await charge({ a: 1 })
    expect(await charge({ a: 2 })).toMatchObject({ error: { code: 'CONFLICT', stage: 'replay' } })
  })

  it('of a call that still runs is a CONFLICT that says when to ask again', async () => {
    let finish: (value: unknown) => void = () => undefined
    const { charge } = till(() => new Promise((resolve) => (finish = resolve)))
    const first = charge({ a: 1 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await charge({ a: 1 })).toMatchObject({
      error: { code: 'CONFLICT', details: { retryAfterMs: expect.any(Number) } },
    })
    finish('done')
    expect(await first).toMatchObject({ ok: true })
  })

  it('belongs to one principal and one tool', async () => {
    const { charge, runs } = till((run) => run)
    await charge({ a: 1 })
    await charge({ a: 1 }, { principal: 'other' })
    await charge({ a: 1 }, {}, 'refund')
    expect(runs()).toBe(3)
  })
})
