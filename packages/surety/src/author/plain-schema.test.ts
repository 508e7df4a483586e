import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPlain } from './plain-schema.ts'

const KEYWORDS = [
  'title',
  'description',
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'minimum',
  'maxLength',
  'anyOf',
  'not',
  'additionalProperties',
  'uniqueItems',
  'format',
  'default',
  'pattern',
  '$ref',
  'unheard of',
]

const words = fc.constantFrom('string', 'object', 'array', 'integer', 'a', '', 'date')
const { schema } = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
  schema: fc.dictionary(fc.constantFrom(...KEYWORDS), tie('value'), { maxKeys: 4 }),
  value: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.integer({ min: -1, max: 5 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(words, { maxLength: 2 }),
    fc.array(tie('schema'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'title'), tie('schema'), { maxKeys: 2 }),
    tie('schema'),
  ),
}))

it('what is plain can be compiled', () => {
  const ajv = new Ajv2020({ strict: false, logger: false })
  let plain = 0
  fc.assert(
    fc.property(schema, (value) => {
      if (!isPlain(value) || typeof value !== 'object' || value === null) return
      plain += 1
      ajv.compile({ ...value })
    }),
    { numRuns: 2000 },
  )
  expect(plain).toBeGreaterThan(100)
})

it.each([
  { type: 'object', properties: { a: { type: 'string', maxLength: 3 } }, required: ['a'] },
  { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
  { type: ['string', 'null'], enum: ['a', null], title: 'A' },
])('%j is plain', (value) => {
  expect(isPlain(value)).toBe(true)
})

it.each([
  { type: 'strin' },
  { required: 'a' },
  { properties: [] },
  { pattern: '(' },
  { $ref: '#/x' },
  { anyOf: [] },
  [],
])('%j is left to the compiler', (value) => {
  expect(isPlain(value)).toBe(false)
})
