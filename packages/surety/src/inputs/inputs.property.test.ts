import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDecimalMultiples } from '../author/schema/decimal-multiples.ts'
import { arbitraryOf } from './arbitrary.ts'
import { writeDefaults } from './defaults.ts'
import { neighbours } from './neighbours.ts'
import { FORMATS, schemas } from './schemas.test-data.ts'
import { shrinkInput } from './shrink.ts'
import { invalidate } from './invalidate.ts'

const ROUNDS = fc.readConfigureGlobal().numRuns ?? 100

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, ownProperties: true })
addFormats.default(ajv)
useDecimalMultiples(ajv)

/** Ajv's word on a value; undefined where it is wrong, or throws, as on schemas that refer to themselves without an end. */
function oracle(schema: boolean | object): (value: unknown) => boolean | undefined {
  if (typeof schema === 'boolean') return () => schema
  const text = JSON.stringify(schema)
  const hasContains = text.includes('"contains"')
  // Ajv forgets `uniqueItems` and `contains` beside a `false` among `prefixItems`: it takes [1, 1] for
  // { uniqueItems: true, prefixItems: [true, {}, false] }.
  const forgetsItems = /"uniqueItems":true|"contains":/.test(text) && /"prefixItems":\[.*false/.test(text)
  try {
    const validate = ajv.compile(schema)
    ajv.removeSchema(schema)
    // Ajv gives an empty array the `contains` of the array before it.
    return (value) =>
      (hasContains && hasEmptyArray(value)) || (forgetsItems && hasArray(value)) ? undefined : judged(validate, value)
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

test('whatever was made invalid is invalid', () => {
  fc.assert(
    fc.property(schemaAndValue, ({ schema, values }) => {
      const valid = oracle(schema)
      return values.flatMap((value) => invalidate(schema, value)).every(({ input }) => valid(input) !== true)
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
