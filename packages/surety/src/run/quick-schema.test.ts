import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileSchema } from '../author/compile-schema.ts'
import { isPlain } from '../author/plain-schema.ts'
import { quick } from './quick-schema.ts'

const type = fc.constantFrom('string', 'object', 'array', 'integer', 'number', 'boolean', 'null')
const bound = fc.integer({ min: 0, max: 3 })
/** Records of a few of the fields: with many at once hardly a value fits. */
function fewOf(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.subarray(Object.keys(fields), { maxLength: 3 }).chain((keys) =>
    fc.record(Object.fromEntries(keys.map((key) => [key, fields[key] ?? fc.constant(true)])), {
      noNullPrototype: true,
    }),
  )
}

const { schema } = fc.letrec<{ schema: Readonly<Record<string, unknown>>; inner: unknown }>((tie) => ({
  inner: fc.oneof({ maxDepth: 2 }, fc.constant({}), fc.record({ type }), tie('schema')),
  schema: fewOf({
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'title'), tie('inner'), { maxKeys: 2 }),
    required: fc.uniqueArray(fc.constantFrom('a', 'b', 'constructor'), { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), tie('inner')),
    items: tie('inner'),
    enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }),
    const: fc.jsonValue({ maxDepth: 1 }),
    minimum: bound,
    exclusiveMaximum: bound,
    minLength: bound,
    maxLength: bound,
    minItems: bound,
    maxProperties: bound,
    uniqueItems: fc.boolean(),
    anyOf: fc.array(tie('inner'), { minLength: 1, maxLength: 2 }),
    oneOf: fc.array(tie('inner'), { minLength: 1, maxLength: 2 }),
    not: tie('inner'),
    title: fc.string(),
  }),
}))

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  fc.constantFrom('', '𝒳', 'ab', 0, 1, 1.5, 2, 3),
)

it('says of every value what the compiled schema says', () => {
  let accepted = 0
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 1, maxLength: 8 }), (written, values) => {
      const compilation = compileSchema(written)
      if (!compilation.ok || !isPlain(written)) return
      // As they come off the wire.
      for (const one of values.map((written): unknown => JSON.parse(JSON.stringify(written)))) {
        const isValid = compilation.schema.parse(one).ok
        accepted += isValid ? 1 : 0
        expect(quick(compilation.schema)?.parse(one).ok).toBe(isValid)
      }
    }),
    { numRuns: 2000 },
  )
  expect(accepted).toBeGreaterThan(500)
})

it('is one for one schema', () => {
  const compilation = compileSchema({ type: 'string' })
  const compiled = compilation.ok ? compilation.schema : undefined
  expect(quick(compiled)).toBe(quick(compiled))
  expect(quick(undefined)).toBeUndefined()
})
