import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RowError } from './database.ts'
import { createEngine } from './engine.ts'
import { LABS, type Lab, databaseAt } from './engines.test-data.ts'
import type { UnsealedStep } from './entry.ts'

const traceId = 't'.repeat(32)

function step(stepId: string, statusCode: number, itsTrace = traceId): UnsealedStep {
  const emittedAt = new Date(0).toISOString()
  return {
    stepId,
    traceId: itsTrace,
    principal: 'ada',
    toolName: 'write',
    index: 0,
    inputs: {},
    outputs: {},
    statusCode,
    durationMs: 1,
    emittedAt,
  }
}

describe.each(LABS)('entries on $engine', ({ start }) => {
  let lab: Lab
  beforeAll(() => {
    lab = start()
  })
  afterAll(() => lab.end())

  it('change nothing when they are told again, as after a lost connection', async () => {
    const engine = createEngine(databaseAt(lab.fresh()))
    const open = { kind: 'open', step: step('a', 500) } as const
    const close = { kind: 'close', step: step('a', 200) } as const
    const other = { kind: 'close', step: step('b', 200) } as const

    for (const entries of [[open], [open, other], [open, other], [close, other], [open, close], [open]])
      expect(await engine.append(entries)).toEqual([])

    const steps = await engine.trace(traceId)
    expect(steps).toMatchObject([
      { stepId: 'a', index: 0, statusCode: 200 },
      { stepId: 'b', statusCode: 200 },
    ])
    expect(await engine.verify(undefined, undefined)).toMatchObject({ ok: true, steps: 2 })
    await engine.close()
  })

  it('have the first place in a trace that begins with them, told again too, unless somebody else has it', async () => {
    const engine = createEngine(databaseAt(lab.fresh()))
    const first = step('first', 200, 'first')
    const nested = step('nested', 200, 'first')
    const told = [{ kind: 'open', step: first }] as const
    const closings = [nested, first].map((step) => ({ kind: 'close', step }) as const)
    for (const entries of [told, told, closings]) expect(await engine.append(entries)).toEqual([])

    const guessed = step('guess', 200, 'late')
    const late = step('late', 200, 'late')
    for (const step of [guessed, late]) expect(await engine.append([{ kind: 'close', step }])).toEqual([])

    const places = async (name: string): Promise<unknown> =>
      (await engine.trace(name)).map(({ stepId, index }) => [stepId, index])
    expect(await places('first')).toEqual([
      ['first', 0],
      ['nested', 1],
    ])
    expect(await places('late')).toEqual([
      ['guess', 0],
      ['late', 1],
    ])
    await engine.close()
  })

  it('that no database could take are refused for themselves, not as if the database were away', async () => {
    const engine = createEngine(databaseAt(lab.fresh()))
    const twice = { kind: 'close', step: step('c', 200) } as const

    await expect(engine.append([twice, twice])).rejects.toThrow(RowError)
    await engine.close()
  })
})
