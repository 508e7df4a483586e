import { expect, test } from 'vitest'
import { writeDefaults } from './defaults.ts'

const schema = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer', default: 10 },
    order: { $ref: '#/$defs/order' },
    page: { type: 'object', properties: { size: { type: 'integer', default: 5 }, from: { type: 'integer' } } },
    filters: { type: 'array', items: { type: 'object', properties: { exact: { type: 'boolean', default: false } } } },
    since: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    broken: { type: 'integer', default: 'ten' },
  },
  $defs: { order: { enum: ['asc', 'desc'], default: 'asc' } },
}

test('each default that the input leaves out is written out alone', () => {
  const input = { query: 'a', page: { from: 1 }, filters: [{}] }
  expect(writeDefaults(schema, input)).toEqual([
    { input: { ...input, limit: 10 }, path: '/limit', value: 10 },
    { input: { ...input, order: 'asc' }, path: '/order', value: 'asc' },
    { input: { ...input, since: null }, path: '/since', value: null },
    { input: { ...input, page: { from: 1, size: 5 } }, path: '/page/size', value: 5 },
    { input: { ...input, filters: [{ exact: false }] }, path: '/filters/0/exact', value: false },
  ])
})

test('what the input says itself is left alone', () => {
  expect(writeDefaults(schema, { limit: 3, order: 'desc', since: '2024' })).toEqual([])
})

test('a schema that cannot be read has no defaults', () => {
  expect(writeDefaults(null, {})).toEqual([])
})
