import { describe, expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { invalidate, type InputProblem } from './invalidate.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5 },
    age: { type: 'integer', minimum: 0, exclusiveMaximum: 150 },
    admin: { type: 'boolean' },
    role: { enum: ['reader', 'writer'] },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  required: ['name', 'age'],
}
const valid = { name: 'Ada', age: 36, admin: true, role: 'reader', tags: ['a'], address: { city: 'London' } }

function faults(problem: InputProblem, of: unknown = schema, input: Json = valid): Record<string, unknown> {
  const invalid = invalidate(of, input, { limit: 100 }).filter((fault) => fault.problem === problem)
  return Object.fromEntries(invalid.map(({ path, input, expected }) => [`${path}: ${expected}`, partAt(input, path)]))
}

function partAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], value)
}

describe('invalidate', () => {
  test('drops what is required, at every depth', () => {
    expect(faults('missing')).toEqual({
      '/name: a string, which is required': undefined,
      '/age: an integer, which is required': undefined,
      '/address/city: a string, which is required': undefined,
    })
  })

  test('puts in a value that no lenient reader could take for the right type', () => {
    expect(faults('wrong type')).toEqual({
      '/name: a string': {},
      '/age: an integer': 'not a number',
      '/admin: a boolean': 'maybe',
      '/role: a string': {},
      '/tags: an array': true,
      '/tags/0: a string': {},
      '/address: an object': 7,
      '/address/city: a string': {},
    })
  })

  test('steps over each bound by one', () => {
    expect(faults('out of range')).toEqual({
      '/name: at least 2 characters': 'A',
      '/name: at most 5 characters': 'Adaaaa',
      '/age: at least 0': -1,
      '/age: less than 150': 150,
      '/tags: at least 1 item': [],
      '/tags: at most 2 items': ['a', 'a', 'a'],
    })
  })

  test('puts a stranger among members', () => {
    expect(faults('not a member')).toEqual({ '/role: one of "reader", "writer"': 'none-of-the-members' })
  })

  test('begins with one fault of each kind', () => {
    const first = invalidate(schema, valid, { limit: 4 }).map(({ problem }) => problem)
    expect(new Set(first)).toEqual(new Set(['missing', 'wrong type', 'out of range', 'not a member']))
  })

  test.each<[string, object, Json, object]>([
    ['any alternative', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 5, { '/x: a number or a string': {} }],
    ['null as well', { type: ['integer', 'null'] }, null, { '/x: null or an integer': 'not null' }],
    ['anything', {}, 5, {}],
    ['a text or an object', { type: ['string', 'object'] }, 'a', { '/x: a string or an object': [] }],
    ['a list that may be wrapped', { type: 'array', items: {} }, [], {}],
  ])('finds nothing wrong with what the schema allows: %s', (_, property, value, expected) => {
    const of = { type: 'object', properties: { x: property } }
    expect(faults('wrong type', of, { x: value })).toEqual(expected)
  })

  test('an input that is invalid already, or a schema that is none, has nothing to invalidate', () => {
    expect(invalidate(schema, { name: 5 })).toEqual([])
    expect(invalidate('no schema', valid)).toEqual([])
  })

  test('what a validator accepts all the same is left out', () => {
    expect(invalidate(schema, valid, { validate: () => true })).toEqual([])
  })

  test('a key named __proto__ is dropped and replaced like any other', () => {
    const odd = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}')
    const texts = invalidate(odd, JSON.parse('{"__proto__":"a"}')).map(({ input }) => JSON.stringify(input))
    expect(texts).toEqual(['{}', '{"__proto__":{}}'])
  })
})
