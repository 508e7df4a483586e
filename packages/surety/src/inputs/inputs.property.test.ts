import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryOf } from './arbitrary.ts'
import { writeDefaults } from './defaults.ts'
import { neighbours } from './neighbours.ts'
import { shrinkInput } from './shrink.ts'
import { spoil } from './spoil.ts'

const ROUNDS = fc.readConfigureGlobal().numRuns ?? 100

/** Schemas a server might send: every keyword, sensible and contradictory, nested and referring to each other. */
function schemas(more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<boolean | object> {
  const { schema } = fc.letrec<{ schema: boolean | object }>((tie) => ({ schema: schemaOver(tie('schema'), more) }))
  return fc
    .tuple(schema, schema, schema)
    .map(([root, one, two]) => (typeof root === 'object' ? { ...root, $defs: { one, two } } : root))
}

function schemaOver(
  sub: fc.Arbitrary<boolean | object>,
  more: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<boolean | object> {
  const small = fc.integer({ min: -3, max: 12 })
  const count = fc.nat({ max: 4 })
  const name = fc.constantFrom('a', 'b', 'c', 'constructor', 'x y/~')
  const scalar = fc.oneof(fc.constantFrom('a', 'b', '', null, true), small)
  const subs = fc.array(sub, { minLength: 1, maxLength: 3 })
  const map = fc.array(fc.tuple(name, sub), { maxLength: 3 }).map((entries) => Object.fromEntries(entries))
  const types = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
  const pattern = fc.constantFrom('^a', 'b+$', '^[a-z]{2,4}$', '(?!x)', '^\\d+-\\d+$', '[^a]', '\\p{L}', 'a|b', '')
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(
      { weight: 6, arbitrary: types },
      { weight: 1, arbitrary: fc.uniqueArray(types, { minLength: 1, maxLength: 3 }) },
    ),
    const: scalar,
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.01, 7),
    minLength: count,
    maxLength: count,
    pattern,
    properties: map,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: sub,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '^x-'), sub, { maxKeys: 2, noNullPrototype: true }),
    propertyNames: fc.oneof(sub, fc.constant({ pattern: '^[a-c]' })),
    minProperties: count,
    maxProperties: count,
    items: sub,
    prefixItems: subs,
    contains: sub,
    minContains: count,
    maxContains: count,
    uniqueItems: fc.boolean(),
    minItems: count,
    maxItems: count,
    anyOf: subs,
    oneOf: subs,
    allOf: subs,
    not: sub,
    if: sub,
    then: sub,
    else: sub,
    dependentRequired: fc.constant({ a: ['b'] }),
    dependentSchemas: map,
    default: scalar,
    examples: fc.array(scalar, { maxLength: 2 }),
    $ref: fc.constantFrom('#', '#/$defs/one', '#/$defs/two'),
    ...more,
  }
  const entries = Object.entries(keywords).map(([keyword, value]) => value.map((value) => [keyword, value] as const))
  const few = fc.array(fc.oneof(...entries), { maxLength: 6 }).map((entries) => Object.fromEntries(entries))
  return fc.oneof({ maxDepth: 4, depthSize: 'medium', withCrossShrink: true }, fc.boolean(), few)
}

const FORMATS = [
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'uuid',
  'regex',
  'json-pointer',
  'relative-json-pointer',
  'json-pointer-uri-fragment',
  'byte',
  'unheard-of',
]

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, ownProperties: true })
addFormats.default(ajv)

/** Ajv's word on a value; undefined where it is wrong, or throws, as on schemas that refer to themselves without an end. */
function oracle(schema: boolean | object): (value: unknown) => boolean | undefined {
  if (typeof schema === 'boolean') return () => schema
  const text = JSON.stringify(schema)
  const hasContains = text.includes('"contains"')
  // Ajv forgets `uniqueItems` beside a `false` among `prefixItems`: it takes [1, 1] for { uniqueItems: true, prefixItems: [true, {}, false] }.
  const forgetsUnique = text.includes('"uniqueItems":true') && /"prefixItems":\[.*false/.test(text)
  try {
    const validate = ajv.compile(schema)
    ajv.removeSchema(schema)
    // Ajv gives an empty array the `contains` of the array before it.
    return (value) =>
      (hasContains && hasEmptyArray(value)) || (forgetsUnique && hasArray(value)) ? undefined : judged(validate, value)
  } catch {
    return () => undefined
  }
}

function hasArray(value: unknown): boolean {
  return JSON.stringify(value).includes('[')
}

function hasEmptyArray(value: unknown): boolean {
  return JSON.stringify(value).includes('[]')
}

function judged(validate: (value: unknown) => boolean, value: unknown): boolean | undefined {
  // Ajv divides by `multipleOf`, and the smallest numbers come to zero.
  if (/\de-3\d\d/.test(JSON.stringify(value))) return undefined
  try {
    return validate(value)
  } catch {
    return undefined
  }
}

test('whatever the schema, every value made from it is valid, or there is a reason why none is made', () => {
  fc.assert(
    fc.property(schemas(), fc.integer(), (schema, seed) => {
      const inputs = arbitraryOf(schema)
      if (!inputs.ok) return inputs.reason !== ''
      const valid = oracle(schema)
      const drawn = [...inputs.typical, ...inputs.boundaries(4), ...fc.sample(inputs.arbitrary, { seed, numRuns: 10 })]
      return drawn.every((value) => valid(value) !== false && JSON.stringify(value).length < 100_000)
    }),
    { numRuns: 15 * ROUNDS },
  )
})

test('a validator has the last word, on formats too', () => {
  fc.assert(
    fc.property(schemas({ format: fc.constantFrom(...FORMATS) }), fc.integer(), (schema, seed) => {
      const valid = oracle(schema)
      const inputs = arbitraryOf(schema, { validate: (value) => valid(value) !== false })
      if (!inputs.ok) return inputs.reason !== ''
      const drawn = [...inputs.typical, ...inputs.boundaries(4), ...fc.sample(inputs.arbitrary, { seed, numRuns: 10 })]
      return drawn.every((value) => valid(value) !== false)
    }),
    { numRuns: 5 * ROUNDS },
  )
})

test('where no value is made, everyday values do not satisfy the schema either', () => {
  const everyday = [null, true, false, 0, 1, 2.5, '', 'a', 'ab', [], [1], ['a', 'b'], {}, { a: 1 }, { b: 'b', c: null }]
  const refused = fc.sample(schemas(), { seed: 1, numRuns: 5 * ROUNDS }).filter((schema) => !arbitraryOf(schema).ok)
  const missed = refused.filter((schema) => {
    const valid = oracle(schema)
    return everyday.some((value) => valid(value) === true)
  })
  expect(missed.length).toBeLessThanOrEqual(refused.length / 50)
})

/** A random schema with one of its values. */
const schemaAndValue = fc.tuple(schemas(), fc.integer()).map(([schema, seed]) => {
  const inputs = arbitraryOf(schema)
  return { schema, values: inputs.ok ? fc.sample(inputs.arbitrary, { seed, numRuns: 2 }) : [] }
})

test('whatever was spoiled is invalid', () => {
  fc.assert(
    fc.property(schemaAndValue, ({ schema, values }) => {
      const valid = oracle(schema)
      return values.flatMap((value) => spoil(schema, value)).every(({ input }) => valid(input) !== true)
    }),
    { numRuns: 5 * ROUNDS },
  )
})

test('defaults written out and neighbours keep an input valid', () => {
  fc.assert(
    fc.property(schemaAndValue, ({ schema, values }) => {
      const valid = oracle(schema)
      const variants = values.flatMap((value) => [
        ...writeDefaults(schema, value).map(({ input }) => input),
        ...neighbours(schema, value),
      ])
      return variants.every((variant) => valid(variant) !== false)
    }),
    { numRuns: 5 * ROUNDS },
  )
})

test('a shrunk input is valid', async () => {
  await fc.assert(
    fc.asyncProperty(schemaAndValue, async ({ schema, values: [value] }) => {
      if (value === undefined) return true
      const shrunk = await shrinkInput(schema, value, async () => true, { maxCalls: 50 })
      return oracle(schema)(shrunk) !== false
    }),
    { numRuns: 2 * ROUNDS },
  )
})
