import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createToolHost } from '../host/host.ts'
import { defineTool } from '../host/tool.ts'
import { canonicalJson } from '../journal/canonical.ts'
import type { Claim, Journal } from '../journal/journal.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { sha256 } from '../journal/sha256.ts'
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

describe('the hash of an input in a journal', () => {
  const KEY = 'a key that only the store has, of some length'

  /** The hashes of inputs that reach a journal with this key, which a durable store might fetch first. */
  async function hashes(hashKey: string | undefined, ...calls: [input: unknown, principal: string, key: string][]) {
    const claims: Claim[] = []
    const memory = createMemoryJournal()
    const claim = (made: Claim) => {
      claims.push(made)
      return memory.claim(made)
    }
    const journal: Journal = { ...memory, claim, ...(hashKey !== undefined && { hashKey: async () => hashKey }) }
    const contract = {
      toolName: 'unlock',
      description: 'Unlock.',
      inputSchema: z.object({ pin: z.string() }),
      outputSchema: z.unknown(),
      sensitive: ['input.pin'],
      capabilities: ['WRITE'] as const,
    }
    const host = createToolHost({ tools: [defineTool(contract, () => 'open')], journal })
    const outcomes = []
    for (const [input, principal, idempotencyKey] of calls) {
      outcomes.push(await host.call('unlock', input, { principal, idempotencyKey }))
    }
    return { hashes: claims.map(({ inputHash }) => inputHash), outcomes }
  }

  it('cannot be made again without the key of the store, so no PIN can be found by trying all', async () => {
    const { hashes: found } = await hashes(undefined, [{ pin: '0042' }, 'ann', 'k'])
    expect(found).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    const tried = Array.from({ length: 100 }, (_, pin) => ({ pin: String(pin).padStart(4, '0') }))
    const guesses = tried.flatMap((input) =>
      [input, ['ann', 'unlock', 'k', input]].map((one) => sha256(canonicalJson(one))),
    )
    expect(guesses).not.toContain(found[0])
    expect((await hashes(undefined, [{ pin: '0042' }, 'ann', 'k'])).hashes).not.toEqual(found)
  })

  it('is the same wherever the key is: after a restart, in another replica', async () => {
    const first = await hashes(KEY, [{ pin: '0042' }, 'ann', 'k'])
    expect((await hashes(KEY, [{ pin: '0042' }, 'ann', 'k'])).hashes).toEqual(first.hashes)
    expect((await hashes(`${KEY}!`, [{ pin: '0042' }, 'ann', 'k'])).hashes).not.toEqual(first.hashes)
  })

  it('does not tell that two callers, or two calls, sent the same', async () => {
    const found = await hashes(
      KEY,
      [{ pin: '0042' }, 'ann', 'k'],
      [{ pin: '0042' }, 'bob', 'k'],
      [{ pin: '0042' }, 'ann', 'k2'],
    )
    expect(new Set(found.hashes).size).toBe(3)
  })

  it.each(['', 'short', undefined as never, 5 as never])('is not made with a key that is none: %j', async (key) => {
    const { outcomes, hashes: found } = await hashes(key ?? (null as never), [{ pin: '0042' }, 'ann', 'k'])
    expect(outcomes).toMatchObject([{ ok: false, error: { code: 'INTERNAL_ERROR', blame: 'environment' } }])
    expect(found).toEqual([])
  })
})
