import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFieldPath } from '../contract/field-path.ts'
import { REDACTED } from '../contract/issues.ts'
import { type Result, pass, refuse } from '../outcome.ts'
import { verifyJournal } from './chain.ts'
import type { Closing, OpenedStep, Opening } from './journal.ts'
import { type MemoryJournal, type MemoryJournalOptions, createMemoryJournal } from './memory.ts'
import { sha256 } from './sha256.ts'
import type { ExecutionStep } from './execution-step.ts'
import { utf8Length } from './utf8.ts'

const paths = (...texts: string[]): Opening['sensitive'] => texts.map((text) => parseFieldPath(text) ?? [])

let ids = 0

function opening(fields: Partial<Opening> = {}): Opening {
  return {
    stepId: `s${ids++}`,
    traceId: 't',
    principal: 'local',
    role: undefined,
    parentStepId: undefined,
    toolName: 'tool',
    input: {},
    inputBytes: Infinity,
    sensitive: [],
    changes: false,
    ...fields,
  }
}

function closing(fields: Partial<Closing> = {}): Closing {
  return {
    result: pass({}),
    outputBytes: Infinity,
    sensitive: [],
    statusCode: 200,
    endedAt: 1_700_000_000_000,
    durationMs: 1,
    operations: [],
    violations: [],
    enforced: undefined,
    attempts: 1,
    replayOf: undefined,
    interim: false,
    secrets: [],
    ...fields,
  }
}

function open(journal: MemoryJournal, fields?: Partial<Opening>): OpenedStep {
  return journal.open(opening(fields)) as OpenedStep
}

async function record(journal: MemoryJournal, start?: Partial<Opening>, end?: Partial<Closing>): Promise<void> {
  await open(journal, start).close(closing(end))
}

async function stored(
  start: Partial<Opening>,
  end?: Partial<Closing>,
  options?: MemoryJournalOptions,
): Promise<ExecutionStep> {
  const journal = createMemoryJournal(options)
  await record(journal, start, end)
  const [step] = journal.all().steps
  if (step === undefined) throw new Error('No step was stored.')
  return step
}

const refused = (fields: { code?: string; details?: Record<string, unknown> } = {}): Result<never> =>
  refuse('validate', 'caller', fields.code ?? 'INVALID_INPUT', 'No.', fields.details)

const idsOf = (steps: readonly ExecutionStep[]): string[] => steps.map(({ stepId }) => stepId)

describe('a step', () => {
  test('of a call that went well has the eight fields of the seed, its trace, and its place in the chain', async () => {
    const step = await stored(
      { stepId: 'one', toolName: 'modules.compile', input: { moduleRef: 'a/b' } },
      { result: pass({ bundlePath: 'x' }), durationMs: 12.34567, endedAt: 1_700_000_000_123.9 },
    )
    expect(step).toEqual({
      stepId: 'one',
      index: 0,
      toolName: 'modules.compile',
      inputs: { moduleRef: 'a/b' },
      outputs: { bundlePath: 'x' },
      durationMs: 12.346,
      statusCode: 200,
      emittedAt: '2023-11-14T22:13:20.123Z',
      traceId: 't',
      principal: 'local',
      previousHash: '0'.repeat(64),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('of a refused call says why, where it ended and with which code', async () => {
    const step = await stored({}, { result: refused(), statusCode: 400 })
    expect(step).toMatchObject({
      statusCode: 400,
      code: 'INVALID_INPUT',
      stage: 'validate',
      outputs: { error: { message: 'No.' } },
    })
  })

  test('names whatever else is known of the call, and nothing that is not', async () => {
    const known = {
      operations: [{ kind: 'write', target: 'a' }],
      violations: [{ invariant: 'INV-MCP-002', message: 'x' }],
      enforced: { timeoutMs: 1, maxOutputBytes: 2, memory: false },
      attempts: 2,
      replayOf: 'earlier',
    }
    expect(await stored({ role: 'planner', parentStepId: 'p' }, known)).toMatchObject({
      role: 'planner',
      parentStepId: 'p',
      ...known,
    })
    const bare = Object.keys(await stored({}))
    for (const key of ['role', 'parentStepId', 'code', 'stage', ...Object.keys(known)]) expect(bare).not.toContain(key)
  })

  test.each([
    ['undefined as nothing', undefined, {}],
    ['text', 'x', { value: 'x' }],
    ['null', null, { value: null }],
    ['an array', [1], { value: [1] }],
  ])('stores %s under value, for inputs and outputs are objects', async (_what, value, kept) => {
    const step = await stored({ input: value }, { result: pass(value) })
    expect([step.inputs, step.outputs]).toEqual([kept, kept])
  })

  test('each carries its own time, however close', async () => {
    const journal = createMemoryJournal()
    for (const endedAt of [0, 0.5, 1, 0, 1_700_000_000_000]) await record(journal, {}, { endedAt })
    expect(journal.all().steps.map(({ emittedAt }) => Date.parse(emittedAt))).toEqual([0, 0, 1, 0, 1_700_000_000_000])
  })

  test('is not chained where nobody wants it', async () => {
    const step = await stored({}, {}, { chain: false })
    expect(step).not.toHaveProperty('hash')
    expect(step).not.toHaveProperty('previousHash')
  })
})

const bytesOf = (kept: unknown): number => utf8Length(JSON.stringify(kept))

/** The limit holds for everything but a digest, which has a size of its own. */
async function expectWithin(limit: number, input: unknown, sensitive: readonly string[]): Promise<void> {
  const fields = { input, inputBytes: bytesOf(input), sensitive: paths(...sensitive) }
  const { inputs } = await stored(fields, {}, { maxStoredBytes: limit })
  if (!('$sha256' in inputs)) expect(bytesOf(inputs)).toBeLessThanOrEqual(limit)
}

describe('what is stored', () => {
  test('is the digest and the size where a value has more bytes than are kept', async () => {
    const value = { text: 'ü'.repeat(100) }
    const digest = { $sha256: sha256(JSON.stringify(value)), $bytes: utf8Length(JSON.stringify(value)) }
    const step = await stored({ input: value }, { result: pass(value) }, { maxStoredBytes: 100 })
    expect([step.inputs, step.outputs]).toEqual([digest, digest])
    const error = await stored({}, { result: refused({ details: value }) }, { maxStoredBytes: 100 })
    expect(error.outputs).toEqual({ $sha256: expect.stringMatching(/^[0-9a-f]{64}$/), $bytes: expect.any(Number) })
  })

  test('is at most 16,384 bytes by default', async () => {
    const fits = { a: 'x'.repeat(16_384 - 8) }
    expect((await stored({ input: fits })).inputs).toEqual(fits)
    expect((await stored({ input: { a: `${fits.a}x` } })).inputs).toMatchObject({ $bytes: 16_385 })
  })

  test('never has more bytes than the limit: any object', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.nat(200),
        async (input, limit) => expectWithin(limit, input, []),
      ),
    )
  })

  test('never has more bytes than the limit: a value that is no object', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9)), fc.nat(60), async (input, limit) => expectWithin(limit, input, [])),
    )
  })

  test('never has more bytes than the limit: short secrets that redaction makes longer', async () => {
    const pins = fc.array(fc.record({ pin: fc.nat(9) }))
    await fc.assert(
      fc.asyncProperty(pins, fc.nat(200), async (list, limit) => expectWithin(limit, { list }, ['list[].pin'])),
    )
  })

  test('has no sensitive field, nested or in an array, on either side', async () => {
    const value = { pin: 'SECRET', cards: [{ number: 'SECRET', name: 'n' }], deep: { list: [['SECRET']] }, open: 1 }
    const sensitive = paths('pin', 'cards[].number', 'deep.list[][]')
    const step = await stored({ input: value, sensitive }, { result: pass(value), sensitive })
    const hidden = { pin: REDACTED, cards: [{ number: REDACTED, name: 'n' }], deep: { list: [[REDACTED]] }, open: 1 }
    expect([step.inputs, step.outputs]).toEqual([hidden, hidden])
    expect(value.pin).toBe('SECRET')
  })

  test('is the digest of the redacted value, so that nobody can guess a secret from it', async () => {
    const value = { pin: '1234', text: 'x'.repeat(200) }
    const step = await stored({ input: value, sensitive: paths('pin') }, {}, { maxStoredBytes: 100 })
    expect(step.inputs['$sha256']).toBe(sha256(JSON.stringify({ ...value, pin: REDACTED })))
  })
})

describe('a trace', () => {
  test('belongs to its principal: the same traceId of another is another trace', async () => {
    const journal = createMemoryJournal()
    await record(journal, { principal: 'alice', stepId: 'a0' })
    await record(journal, { principal: 'bob', stepId: 'b0' })
    await record(journal, { principal: 'alice', stepId: 'a1' })
    expect(journal.steps({ traceId: 't', principal: 'alice' }).steps).toMatchObject([
      { stepId: 'a0', index: 0 },
      { stepId: 'a1', index: 1 },
    ])
    expect(journal.steps({ traceId: 't', principal: 'bob' }).steps).toMatchObject([{ stepId: 'b0', index: 0 }])
    expect(journal.steps({ traceId: 't', principal: 'mallory' })).toEqual({ steps: [] })
    expect(journal.steps({ traceId: 't' })).toEqual({ steps: [] })
    expect(journal.steps({ traceId: 'none', principal: 'alice' })).toEqual({ steps: [] })
  })

  test('of a caller nobody names is that of the principal local', async () => {
    const journal = createMemoryJournal()
    await record(journal, { stepId: 'mine' })
    expect(idsOf(journal.steps({ traceId: 't' }).steps)).toEqual(['mine'])
  })

  test('never collides with that of another principal, however the two are spelt', async () => {
    const part = fc.string({
      unit: fc.constantFrom('1', '2', ':', '"', '\\', ',', '\0', ' ', '__proto__'),
      maxLength: 6,
    })
    const who = fc.tuple(part, part)
    await fc.assert(
      fc.asyncProperty(who, who, async ([principal, traceId], [other, otherTrace]) => {
        fc.pre(principal !== other || traceId !== otherTrace)
        const journal = createMemoryJournal()
        await record(journal, { principal, traceId })
        expect(journal.steps({ principal: other, traceId: otherTrace }).steps).toEqual([])
        expect(journal.succeeded(other, otherTrace, 'tool')).toBe(false)
        expect(journal.succeeded(principal, traceId, 'tool')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('counts calls in the order they began and shows them so, in whatever order they ended', async () => {
    const journal = createMemoryJournal()
    const [first, second, third] = ['a', 'b', 'c'].map((stepId) => open(journal, { stepId }))
    expect(journal.steps({ traceId: 't' })).toEqual({ steps: [] })
    for (const step of [third, first, second]) await step?.close(closing())
    expect(journal.steps({ traceId: 't' }).steps).toMatchObject([
      { stepId: 'a', index: 0 },
      { stepId: 'b', index: 1 },
      { stepId: 'c', index: 2 },
    ])
    expect(idsOf(journal.all().steps)).toEqual(['c', 'a', 'b'])
  })

  test('leaves out what tools called themselves unless asked for it', async () => {
    const journal = createMemoryJournal()
    await record(journal, { stepId: 'outer' })
    await record(journal, { stepId: 'inner', parentStepId: 'outer' })
    await record(journal, { stepId: 'next' })
    expect(idsOf(journal.steps({ traceId: 't' }).steps)).toEqual(['outer', 'next'])
    expect(idsOf(journal.steps({ traceId: 't', nested: false }).steps)).toEqual(['outer', 'next'])
    expect(idsOf(journal.steps({ traceId: 't', nested: true }).steps)).toEqual(['outer', 'inner', 'next'])
  })

  test('in pages of any size shows every step exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 25 }),
        fc.integer({ min: -1, max: 30 }),
        fc.boolean(),
        async (kinds, limit, nested) => {
          const journal = createMemoryJournal()
          for (const isNested of kinds) await record(journal, isNested ? { parentStepId: 'p' } : {})
          const seen: ExecutionStep[] = []
          let cursor: string | undefined
          do {
            const page = journal.steps({ traceId: 't', limit, nested, ...(cursor === undefined ? {} : { cursor }) })
            expect(page.steps.length).toBeLessThanOrEqual(Math.max(1, limit))
            seen.push(...page.steps)
            cursor = page.nextCursor
          } while (cursor !== undefined)
          expect(seen).toEqual(journal.all().steps.filter((step) => nested || step.parentStepId === undefined))
        },
      ),
    )
  })

  test('is shown a hundred steps at a time, unless asked otherwise', async () => {
    const journal = createMemoryJournal()
    for (let i = 0; i < 101; i++) await record(journal)
    const page = journal.steps({ traceId: 't' })
    expect([page.steps.length, page.nextCursor]).toEqual([100, '99'])
    expect(journal.steps({ traceId: 't', cursor: '99' })).toMatchObject({ steps: [{ index: 100 }] })
  })

  test('with steps in it is never shown as an empty last page because the size of a page makes no sense', async () => {
    const journal = createMemoryJournal()
    await record(journal)
    for (const limit of [0, -5, 0.5, NaN, Infinity])
      expect(journal.steps({ traceId: 't', limit }).steps).toHaveLength(1)
  })

  test('knows which tools ended well in it', async () => {
    const journal = createMemoryJournal()
    await record(journal, { toolName: 'good' })
    await record(journal, { toolName: 'bad' }, { result: refused(), statusCode: 400 })
    open(journal, { toolName: 'open' })
    expect(['good', 'bad', 'open', 'never'].filter((name) => journal.succeeded('local', 't', name))).toEqual(['good'])
    expect(journal.succeeded('local', 'other', 'good')).toBe(false)
  })
})

describe('a journal with a capacity', () => {
  test('drops the oldest steps and can still be verified from its base', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 60 }),
        async (capacity, traces) => {
          const journal = createMemoryJournal({ capacity })
          const ended: { traceId: string; stepId: string }[] = []
          for (const [n, traceId] of traces.entries()) {
            await record(journal, { traceId, stepId: `n${n}` })
            ended.push({ traceId, stepId: `n${n}` })
            const { steps, base, head } = journal.all()
            const kept = ended.slice(-capacity)
            expect(idsOf(steps)).toEqual(kept.map(({ stepId }) => stepId))
            expect(verifyJournal(steps, { base, head })).toEqual({ ok: true, steps: steps.length, head })
            for (const name of ['x', 'y', 'z']) {
              const own = kept.filter((step) => step.traceId === name)
              expect(idsOf(journal.steps({ traceId: name }).steps)).toEqual(own.map(({ stepId }) => stepId))
            }
          }
        },
      ),
    )
  })

  test('of nothing keeps nothing, and its chain goes on', async () => {
    const journal = createMemoryJournal({ capacity: 0 })
    await record(journal)
    await record(journal)
    const { steps, base, head } = journal.all()
    expect([steps, base === head, head === '0'.repeat(64)]).toEqual([[], true, false])
    expect(journal.steps({ traceId: 't' })).toEqual({ steps: [] })
  })

  test('shows a step that was still open when the rest of its trace was forgotten', async () => {
    const journal = createMemoryJournal({ capacity: 2 })
    const slow = open(journal, { traceId: 'mine', stepId: 'slow' })
    await record(journal, { traceId: 'mine', stepId: 'quick' })
    await record(journal, { traceId: 'other' })
    await record(journal, { traceId: 'other' })
    await slow.close(closing())
    expect(idsOf(journal.all().steps)).toContain('slow')
    expect(idsOf(journal.steps({ traceId: 'mine' }).steps)).toEqual(['slow'])
    expect(journal.succeeded('local', 'mine', 'tool')).toBe(true)
  })

  test('gives no index twice among the steps it keeps, however many calls of other traces are under way', async () => {
    const journal = createMemoryJournal({ capacity: 2 })
    await record(journal, { traceId: 'mine' })
    for (let n = 0; n < 10; n++) open(journal, { traceId: `other${n}` })
    await record(journal, { traceId: 'mine' })
    expect(journal.steps({ traceId: 'mine' }).steps.map(({ index }) => index)).toEqual([0, 1])
  })

  test('shows of every trace exactly the steps it keeps, each under an index of its own, however calls overlap', async () => {
    const move = fc.record({ traceId: fc.constantFrom('x', 'y'), close: fc.boolean(), which: fc.nat(5) })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(move, { minLength: 8, maxLength: 40 }),
        async (capacity, moves) => {
          const journal = createMemoryJournal({ capacity })
          const opened: OpenedStep[] = []
          for (const { traceId, close, which } of moves) {
            if (!close) opened.push(open(journal, { traceId }))
            else await opened.splice(which % Math.max(1, opened.length), 1)[0]?.close(closing())
          }
          const { steps } = journal.all()
          for (const traceId of ['x', 'y']) {
            const own = steps.filter((step) => step.traceId === traceId)
            expect(idsOf(journal.steps({ traceId }).steps).toSorted()).toEqual(idsOf(own).toSorted())
            expect(new Set(own.map(({ index }) => index)).size).toBe(own.length)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a claim', () => {
  const claim = { stepId: 's', principal: 'p', toolName: 'tool', key: 'k', inputHash: 'h' }

  test('is settled by the step that made it', async () => {
    const journal = createMemoryJournal()
    const step = open(journal, { stepId: 's', principal: 'p' })
    expect(journal.claim(claim)).toEqual({ state: 'claimed' })
    expect(journal.claim({ ...claim, stepId: 's2' })).toEqual({ state: 'running' })
    await record(journal, { stepId: 'unrelated' })
    expect(journal.claim({ ...claim, stepId: 's2' })).toEqual({ state: 'running' })
    await step.close(closing({ result: pass({ n: 1 }) }))
    expect(journal.claim({ ...claim, stepId: 's2' })).toEqual({
      state: 'done',
      outcome: { ok: true, value: { n: 1 }, traceId: 't', stepId: 's' },
    })
  })

  test('is given back by a step that was refused before the tool ran', async () => {
    const journal = createMemoryJournal()
    const step = open(journal, { stepId: 's' })
    expect(journal.claim(claim)).toEqual({ state: 'claimed' })
    await step.close(closing({ result: refused(), statusCode: 400 }))
    expect(journal.claim({ ...claim, stepId: 's2' })).toEqual({ state: 'claimed' })
  })
})

test('what a journal gives of itself verifies, also when it has forgotten its beginning', async () => {
  const journal = createMemoryJournal({ capacity: 3 })
  for (let n = 0; n < 10; n++) await record(journal, {})
  expect(verifyJournal(journal.all())).toMatchObject({ ok: true, steps: 3 })
  expect(verifyJournal({ ...journal.all(), base: '0'.repeat(64) })).toMatchObject({ ok: false, problem: 'missing' })
})
