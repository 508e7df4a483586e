import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GENESIS, type JournalExport, type Verification, seal, verifyJournal } from './chain.ts'
import { sha256 } from './sha256.ts'
import type { Writable } from './step-of.ts'
import type { ExecutionStep } from './execution-step.ts'

type Fields = Omit<ExecutionStep, 'hash' | 'previousHash'>

const anyFields: fc.Arbitrary<Fields> = fc.record({
  stepId: fc.uuid(),
  index: fc.nat(),
  toolName: fc.string({ minLength: 1 }),
  inputs: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
  outputs: fc.dictionary(fc.string(), fc.jsonValue()),
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  statusCode: fc.constantFrom(200, 400, 502),
  emittedAt: fc.constant('2026-11-15T00:00:00.000Z'),
  traceId: fc.string(),
  principal: fc.string(),
})

function chained(fields: readonly Fields[], base = GENESIS): ExecutionStep[] {
  let head = base
  return fields.map((own) => {
    const step: Writable<ExecutionStep> = { ...own }
    seal(step, head)
    head = step.hash ?? head
    return step
  })
}

const journals = (min: number): fc.Arbitrary<ExecutionStep[]> =>
  fc
    .uniqueArray(anyFields, { minLength: min, maxLength: 8, selector: ({ stepId }) => stepId })
    .map((all) => chained(all))

/** A journal of at least `min` steps and one of its positions. */
const journalAndPlace = (min: number): fc.Arbitrary<{ steps: ExecutionStep[]; at: number }> =>
  journals(min).chain((steps) => fc.record({ steps: fc.constant(steps), at: fc.nat(steps.length - 1) }))

const headOf = (steps: readonly ExecutionStep[]): string => steps.at(-1)?.hash ?? GENESIS

function expectBroken(found: Verification, problem: string, index: number, stepId: string | undefined): void {
  expect(found).toMatchObject({ ok: false, problem, index, stepId })
  expect(!found.ok && found.message).toMatch(/^Steps? [^]*\.$/)
}

describe('a journal', () => {
  test('that nobody touched verifies, in memory and after a trip through JSON', () => {
    fc.assert(
      fc.property(journals(0), (steps) => {
        const head = headOf(steps)
        const fine = { ok: true, steps: steps.length, head }
        expect(verifyJournal({ steps, head })).toEqual(fine)
        expect(verifyJournal(steps, { base: GENESIS, head })).toEqual(fine)
        expect(verifyJournal(JSON.parse(JSON.stringify(steps)), { head })).toEqual(fine)
      }),
    )
  })

  test('has steps whose hash is that of their own JSON text', () => {
    const [step] = chained([{ ...EXAMPLE }])
    const { hash, ...rest } = step ?? EXAMPLE_STEP
    expect(hash).toBe(sha256(JSON.stringify(rest)))
    expect(rest.previousHash).toBe(GENESIS)
  })

  test('in which any field of any step was changed names that step as altered', () => {
    const target = journalAndPlace(1).chain(({ steps, at }) =>
      fc.record({
        steps: fc.constant(steps),
        at: fc.constant(at),
        key: fc.constantFrom(...Object.keys(steps[at] ?? {})),
        value: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(target, ({ steps, at, key, value }) => {
        const step = steps[at] ?? EXAMPLE_STEP
        const changed = { ...step, [key]: value }
        fc.pre(JSON.stringify(changed) !== JSON.stringify(step))
        expectBroken(verifyJournal(steps.with(at, changed)), 'altered', at, changed.stepId)
      }),
      { numRuns: 300 },
    )
  })

  test('in which an id was replaced by what is no text names the place', () => {
    const [step] = chained([{ ...EXAMPLE }])
    const changed = { ...(step ?? EXAMPLE_STEP), stepId: { toString: 'no function' } as unknown as string }
    const verified = verifyJournal([changed])
    expect(verified).toMatchObject({ ok: false, problem: 'altered', index: 0 })
    expect(verified).toHaveProperty('message', expect.stringContaining('Step without an id at position 0'))
  })

  test('in which any field was taken from or added to a step names that step as altered', () => {
    fc.assert(
      fc.property(journalAndPlace(1), fc.nat(), ({ steps, at }, which) => {
        const step = steps[at] ?? EXAMPLE_STEP
        const keys = Object.keys(step)
        const less = Object.fromEntries(Object.entries(step).filter(([key]) => key !== keys[which % keys.length]))
        expect(verifyJournal(steps.with(at, less as unknown as ExecutionStep))).toMatchObject({
          problem: 'altered',
          index: at,
        })
        const more = { ...step, code: 'NEW' }
        expectBroken(verifyJournal(steps.with(at, more)), 'altered', at, step.stepId)
      }),
    )
  })

  test('in which a step deep inside was changed names that step as altered', () => {
    const steps = chained([EXAMPLE, { ...EXAMPLE, stepId: 'b', inputs: { a: [{ b: 1 }] } }])
    const copy: { inputs: { a: [{ b: number }] } }[] = JSON.parse(JSON.stringify(steps))
    if (copy[1]) copy[1].inputs.a[0].b = 2
    expectBroken(verifyJournal(copy as unknown as ExecutionStep[]), 'altered', 1, 'b')
  })

  test('from which a step was taken names the one after it: something is missing before it', () => {
    fc.assert(
      fc.property(journalAndPlace(2), ({ steps, at }) => {
        fc.pre(at < steps.length - 1)
        expectBroken(verifyJournal(steps.toSpliced(at, 1)), 'missing', at, steps[at + 1]?.stepId)
      }),
    )
  })

  test('whose end was cut off is found out where the head is known', () => {
    fc.assert(
      fc.property(journalAndPlace(1), ({ steps, at }) => {
        const left = steps.slice(0, at)
        expectBroken(verifyJournal(left, { head: headOf(steps) }), 'missing', at, undefined)
      }),
    )
  })

  test('whose head nobody gives is not proven to be whole, be it untouched, cut off or empty', () => {
    fc.assert(
      fc.property(journalAndPlace(1), ({ steps, at }) => {
        for (const left of [steps, steps.slice(0, at), []]) {
          const found = verifyJournal(left)
          expect(found).toMatchObject({
            ok: false,
            problem: 'unproven',
            steps: left.length,
            proven: 0,
            head: headOf(left),
          })
          expect(!found.ok && found.message).toContain('head')
        }
      }),
    )
  })

  test('that went on after its head was kept is proven up to that head only', () => {
    fc.assert(
      fc.property(journalAndPlace(1), ({ steps, at }) => {
        const found = verifyJournal(steps, { head: headOf(steps.slice(0, at)) })
        expect(found).toMatchObject({ ok: false, problem: 'unproven', steps: steps.length, proven: at })
      }),
    )
  })

  test('of which nothing is left is found out, and one that had nothing is not', () => {
    expectBroken(verifyJournal([], { head: headOf(chained([EXAMPLE])) }), 'missing', 0, undefined)
    expect(verifyJournal([], { head: GENESIS })).toEqual({ ok: true, steps: 0, head: GENESIS })
  })

  test('is not taken for proven by a head that is none', () => {
    const steps = chained([EXAMPLE])
    for (const head of [undefined, null, '', 5]) {
      const given = { steps, head } as unknown as JournalExport
      expect(verifyJournal(given).ok).toBe(false)
    }
  })

  test('in which any two steps changed places names the first of the two places as reordered', () => {
    fc.assert(
      fc.property(journalAndPlace(2), fc.nat(), ({ steps, at }, other) => {
        const [i = 0, j = 0] = [at, other % steps.length].toSorted((a, b) => a - b)
        fc.pre(i !== j)
        const [first, second] = [steps[i] ?? EXAMPLE_STEP, steps[j] ?? EXAMPLE_STEP]
        expectBroken(verifyJournal(steps.with(i, second).with(j, first)), 'reordered', i, second.stepId)
      }),
    )
  })

  test('in which a step is there twice names the second as reordered', () => {
    fc.assert(
      fc.property(journalAndPlace(1), fc.nat(), ({ steps, at }, after) => {
        const step = steps[at] ?? EXAMPLE_STEP
        const place = at + 1 + (after % (steps.length - at))
        expectBroken(verifyJournal(steps.toSpliced(place, 0, step)), 'reordered', place, step.stepId)
      }),
    )
  })

  test('whose step was rewritten together with its hash is found out by the one after it', () => {
    const steps = chained([EXAMPLE, { ...EXAMPLE, stepId: 'b' }, { ...EXAMPLE, stepId: 'c' }])
    const forged = { ...EXAMPLE, stepId: 'b', statusCode: 500 }
    seal(forged, steps[0]?.hash ?? '')
    expect(verifyJournal(steps.with(1, forged))).toMatchObject({ ok: false, index: 2 })
    expect(verifyJournal(steps.slice(0, 2).with(1, forged), { head: steps[1]?.hash ?? '' }).ok).toBe(false)
  })

  test('that starts in the middle verifies from its base, and from no other', () => {
    fc.assert(
      fc.property(journalAndPlace(2), ({ steps, at }) => {
        fc.pre(at > 0)
        const rest = steps.slice(at)
        const head = headOf(steps)
        expect(verifyJournal(rest, { base: steps[at - 1]?.hash ?? '', head }).ok).toBe(true)
        expectBroken(verifyJournal(rest), 'missing', 0, rest[0]?.stepId)
      }),
    )
  })

  test.each([null, 7, 'text', [], {}])('in which a step was replaced by %j names that place as altered', (garbage) => {
    const steps = chained([EXAMPLE, { ...EXAMPLE, stepId: 'b' }])
    expect(verifyJournal(steps.with(1, garbage as unknown as ExecutionStep))).toMatchObject({
      problem: 'altered',
      index: 1,
    })
  })

  test('in which a step lost its id is not said to have lost its end', () => {
    const { stepId: _, ...nameless } = chained([EXAMPLE])[0] ?? EXAMPLE_STEP
    const found = verifyJournal([nameless as ExecutionStep])
    expect(found).toMatchObject({ problem: 'altered', index: 0 })
    expect(!found.ok && found.message).toContain('altered')
  })

  test('without any chain does not pass for one', () => {
    expect(verifyJournal([{ ...EXAMPLE }])).toMatchObject({ ok: false, problem: 'altered', index: 0 })
  })
})

const EXAMPLE: Fields = {
  stepId: 'a',
  index: 0,
  toolName: 'tool',
  inputs: {},
  outputs: {},
  durationMs: 1,
  statusCode: 200,
  emittedAt: '2026-11-15T00:00:00.000Z',
}
const EXAMPLE_STEP: ExecutionStep = EXAMPLE
