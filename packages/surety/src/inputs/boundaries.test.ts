import { expect, test } from 'vitest'
import { type Json, isRecord } from '@surety/tool-contracts/tools'
import { arbitraryOf } from './arbitrary.ts'
import { lengthOf } from './json.ts'
import { sampleInputs } from './sample.ts'

/** As many as `--explore` tries. */
const COUNT = 30

/** What the inputs have under the key, in the order they come. */
function valuesUnder(key: string, properties: Readonly<Record<string, object>>, count = COUNT): readonly Json[] {
  const inputs = arbitraryOf({ type: 'object', properties, required: [key] }, { type: 'object' })
  if (!inputs.ok) throw new Error(inputs.reason)
  return inputs.boundaries(count).map((input) => (isRecord(input) ? (input[key] ?? null) : null))
}

test.each<[string, object, readonly Json[]]>([
  ['a text with bounds', { type: 'string', minLength: 2, maxLength: 100 }, ['te', 'text'.repeat(25)]],
  ['a text without', { type: 'string' }, ['', 'text'.repeat(250)]],
  ['a text with a bound out of reach', { type: 'string', maxLength: 1e9 }, ['', 'text'.repeat(2500)]],
  ['odd texts', { type: 'string', maxLength: 4 }, [' \t\n', `'"\`\\`, '😀𝒳']],
  ['odd texts of one length', { type: 'string', minLength: 3, maxLength: 3 }, [' \t\n', `'"\``, '😀𝒳😀']],
  ['an integer', { type: 'integer', minimum: -7, maximum: 900 }, [-7, 900, 0, 1, -1]],
  ['an integer without bounds', { type: 'integer' }, [1, 999_999, 0, -1, 2 ** 31]],
  [
    'an integer bounded by what is exact',
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    [1, 999_999],
  ],
  ['exclusive bounds', { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 9 }, [5, 8]],
  ['a decimal', { type: 'number', minimum: 0.125, maximum: 1.5 }, [0.125, 1.5, 0.5]],
  ['a decimal above zero', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.01, 0.99]],
  ['multiples', { type: 'integer', multipleOf: 5, minimum: 3, maximum: 99 }, [5, 95]],
  ['a list', { type: 'array', items: { const: 1 }, minItems: 1, maxItems: 4 }, [[1], [1, 1, 1, 1]]],
  ['a list without bounds', { type: 'array', items: { const: 1 } }, [[], Array<Json>(100).fill(1)]],
  ['items', { type: 'array', items: { type: 'string', maxLength: 9 } }, [[''], ['texttextt'], ['😀𝒳']]],
  ['members', { enum: ['a', 2, null, 'd', { e: 5 }] }, ['a', 2, null, 'd', { e: 5 }]],
  ['both of a boolean', { type: 'boolean' }, [false, true]],
  ['default and examples', { type: 'string', default: 'celsius', examples: ['kelvin'] }, ['celsius', 'kelvin']],
  [
    'what may be null',
    { anyOf: [{ type: 'integer', minimum: 1, maximum: 50 }, { type: 'null' }], default: null },
    [1, 50, null],
  ],
  ['alternatives', { oneOf: [{ const: 'on' }, { type: 'integer', minimum: 7, maximum: 8 }] }, ['on', 7, 8]],
])('%s: every boundary is tried', (_, schema, expected) => {
  const values = valuesUnder('it', { it: schema })
  for (const value of expected) expect(values).toContainEqual(value)
})

test('a list whose items differ is as long as it may be', () => {
  const lengths = valuesUnder('it', {
    it: { type: 'array', items: { type: 'integer' }, uniqueItems: true, maxItems: 30 },
  })
  expect(lengths.map((list) => new Set(Object.values(list ?? {})).size)).toContain(30)
})

test('a text with a pattern is as short and as long as it may be', () => {
  const texts = valuesUnder('it', { it: { type: 'string', pattern: '^[a-z]+$', maxLength: 40 } })
  expect(texts.slice(0, 2).map((text) => lengthOf(JSON.stringify(text)) - 2)).toEqual([1, 40])
})

test('one input has the small ends of all properties, the next the large ends', () => {
  const size = { type: 'integer', minimum: 1, maximum: 9 }
  const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, size]))
  const inputs = arbitraryOf({ type: 'object', properties })
  const [small, large] = inputs.ok ? inputs.boundaries(2) : []
  expect(new Set(Object.values(small ?? {}))).toEqual(new Set([1]))
  expect(new Set(Object.values(large ?? {}))).toEqual(new Set([9]))
  expect(Object.keys(large ?? {})).toHaveLength(40)
})

test('of two numbers without a bound one is larger than the other', () => {
  const inputs = arbitraryOf({ type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } })
  expect(inputs.ok && inputs.boundaries(2)).toEqual([
    { a: 1, b: 1 },
    { a: 999_999, b: 999_998 },
  ])
})

test('boundaries that do not go together come one after the other', () => {
  const inputs = arbitraryOf({
    type: 'object',
    properties: { a: { type: 'boolean' }, b: { type: 'boolean' } },
    required: ['a', 'b'],
    not: { properties: { a: { const: false }, b: { const: false } } },
  })
  expect(inputs.ok && inputs.boundaries(COUNT)).toEqual(
    expect.arrayContaining([
      { a: false, b: true },
      { a: true, b: false },
    ]),
  )
})

test('what a validator refuses is left out, and inputs stay small', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: 'string', maxLength: 20_000 }]),
  )
  const validate = (value: Json): boolean => !JSON.stringify(value).includes('😀')
  const inputs = arbitraryOf({ type: 'object', properties }, { validate })
  if (!inputs.ok) throw new Error(inputs.reason)
  const texts = sampleInputs(inputs, { seed: 1, count: 20 }).map((input) => JSON.stringify(input))
  expect(texts.filter((text) => text.length > 60_000 || text.includes('😀'))).toEqual([])
  expect(texts.some((text) => text.includes('text'.repeat(2500)))).toBe(true)
})
