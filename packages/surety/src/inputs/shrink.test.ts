import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { shrinkInput } from './shrink.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    count: { type: 'integer', minimum: 3 },
    tags: { type: 'array', items: { type: 'string' } },
    note: { type: 'string' },
  },
  required: ['name', 'count'],
}
const failing = { name: 'Ada Lovelace', count: 4711, tags: ['one', 'two', 'b', 'four'], note: 'long' }

test('only what makes the call fail is left, and it is still valid', async () => {
  const hasB = async (input: Json): Promise<boolean> => JSON.stringify(input).includes('"b"')
  expect(await shrinkInput(schema, failing, hasB, { maxCalls: 200 })).toEqual({ name: 'a', count: 3, tags: ['b'] })
})

test('an input that nothing simpler reproduces is returned as it is', async () => {
  expect(await shrinkInput(schema, failing, async () => false, { maxCalls: 200 })).toEqual(failing)
})

test('no more calls are made than allowed, none of them twice', async () => {
  const tried: string[] = []
  const record = async (input: Json): Promise<boolean> => tried.push(JSON.stringify(input)) % 2 === 0
  await shrinkInput(schema, failing, record, { maxCalls: 7 })
  expect(tried).toHaveLength(7)
  expect(new Set(tried).size).toBe(7)
})

test('what a validator refuses is not tried', async () => {
  const validate = (input: Json): boolean => JSON.stringify(input).includes('long')
  const shrunk = await shrinkInput(schema, failing, async () => true, { maxCalls: 200, validate })
  expect(shrunk).toEqual({ name: 'a', count: 3, note: 'long' })
})

/** Enough to halve any range of 32 bits. */
const MAX_CALLS = 40

/** What an input that fails from some limit on is shrunk to, and how many calls it took. */
async function shrunkFrom(
  part: object,
  value: Json,
  fails: (value: Json | undefined) => boolean,
): Promise<{ readonly value: Json | undefined; readonly calls: number }> {
  let calls = 0
  const valueIn = (input: Json): Json | undefined => Object.entries(input ?? {}).find(([key]) => key === 'it')?.[1]
  const stillFails = async (input: Json): Promise<boolean> => {
    calls++
    return fails(valueIn(input))
  }
  const whole = { type: 'object', properties: { it: part }, required: ['it'] }
  const shrunk = await shrinkInput(whole, { it: value }, stillFails, { maxCalls: MAX_CALLS })
  return { value: valueIn(shrunk), calls }
}

const FAR = 2 ** 31

test('a number is shrunk to the one next to the limit it fails from, on either side of zero', async () => {
  const within = fc.tuple(fc.integer({ min: 1, max: FAR }), fc.integer({ min: 1, max: FAR }), fc.constantFrom(1, -1))
  await fc.assert(
    fc.asyncProperty(within, async ([one, other, sign]) => {
      const [limit, found] = [Math.min(one, other), Math.max(one, other)]
      const fails = (value: Json | undefined): boolean => Number(value) * sign >= limit
      const shrunk = await shrunkFrom({ type: 'integer' }, found * sign, fails)
      expect(shrunk.value).toBe(limit * sign)
      expect(shrunk.calls).toBeLessThanOrEqual(MAX_CALLS)
    }),
  )
})

test('a number that always fails is shrunk to the bound next to zero, or to zero', async () => {
  const range = fc.tuple(fc.integer({ min: -FAR, max: FAR }), fc.integer({ min: -FAR, max: FAR }), fc.boolean())
  await fc.assert(
    fc.asyncProperty(range, async ([one, other, fromTop]) => {
      const [minimum, maximum] = [Math.min(one, other), Math.max(one, other)]
      const part = { type: 'integer', minimum, maximum }
      const shrunk = await shrunkFrom(part, fromTop ? maximum : minimum, () => true)
      expect(shrunk.value).toBe(Math.min(Math.max(0, minimum), maximum))
      expect(shrunk.calls).toBeLessThanOrEqual(3)
    }),
  )
})

test.each<[string, object, Json, (value: number) => boolean, number]>([
  ['a number', { type: 'integer', minimum: -1000, maximum: 1000 }, -991, (value) => value < -500, -501],
  ['a multiple', { type: 'integer', multipleOf: 5 }, 990, (value) => value > 137, 140],
  ['a multiple below zero', { type: 'integer', multipleOf: 7 }, -7000, (value) => value < -500, -504],
  ['a decimal', { type: 'number' }, 883.27, (value) => value > 10.5, 11],
  ['a fraction', { type: 'number' }, 0.7321, (value) => value > 0.25 && value < 1, 0.3],
  ['a number beyond exact integers', { type: 'number' }, 1e300, (value) => value > 1e6, 1_000_001],
])('%s is shrunk to the simplest of its kind', async (_, part, found, fails, expected) => {
  const shrunk = await shrunkFrom(part, found, (value) => fails(Number(value)))
  expect(shrunk.value).toBe(expected)
})

test('a text or a list that fails from some length on is shrunk to that length', async () => {
  const lengths = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), fc.nat({ max: 20 }))
  await fc.assert(
    fc.asyncProperty(lengths, async ([one, other, least]) => {
      const [limit, found] = [Math.min(one, other), Math.max(one, other, least)]
      const text = await shrunkFrom(
        { type: 'string', minLength: least },
        'long text '.repeat(found).slice(0, found),
        (value) => typeof value === 'string' && value.length >= limit,
      )
      expect(text.value).toBe('a'.repeat(Math.max(limit, least)))
      const list = await shrunkFrom(
        { type: 'array', items: { const: 0 }, minItems: least },
        Array<Json>(found).fill(0),
        (value) => Array.isArray(value) && value.length >= limit,
      )
      expect(list.value).toEqual(Array(Math.max(limit, least)).fill(0))
      expect(Math.max(text.calls, list.calls)).toBeLessThanOrEqual(MAX_CALLS)
    }),
    { numRuns: 30 },
  )
})

test('of a text or a list only the parts that make it fail are left', async () => {
  const text = await shrunkFrom({ type: 'string' }, `${'x'.repeat(300)}"${'y'.repeat(200)}`, (value) =>
    JSON.stringify(value).includes('\\"'),
  )
  expect(text.value).toBe('"')
  const list = await shrunkFrom({ type: 'array' }, [8, 7, 0, 6, 5, 0, 4], (value) => {
    return Array.isArray(value) && value.includes(7) && value.includes(4)
  })
  expect(list.value).toEqual([7, 4])
})

test('once the limit is found no further calls are made', async () => {
  const number = await shrunkFrom({ type: 'integer' }, -991, (value) => Number(value) < -500)
  const text = await shrunkFrom({ type: 'string' }, 'text'.repeat(25), (value) => JSON.stringify(value).length > 52)
  expect([number.value, text.value]).toEqual([-501, 'a'.repeat(51)])
  expect(Math.max(number.calls, text.calls)).toBeLessThanOrEqual(20)
})

test('one part takes no calls that another needs', async () => {
  const two = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] }
  const fails = async (input: Json): Promise<boolean> => {
    const { a, b } = Object(input)
    return a > 137 && b < 0
  }
  const found = { a: 1000, b: -1000 }
  expect(await shrinkInput(two, found, fails, { maxCalls: MAX_CALLS })).toEqual({ a: 138, b: -1 })
})
