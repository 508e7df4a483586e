import { expect, test } from 'vitest'
import type { Json } from './json.ts'
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
  expect(await shrinkInput(schema, failing, async () => false, { maxCalls: 200 })).toBe(failing)
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
