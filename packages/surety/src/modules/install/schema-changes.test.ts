import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import { compareSchemas, isChanged } from '../../lock/compare-schemas.ts'

const KEYS = ['a', 'b', 'zz'] as const

/** Of some dozen shapes, so that two of them are near to each other. */
const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<object | boolean>(true, false, {}, { type: 'string' }, { type: 'integer' }, { enum: ['', 1] }),
    fc.constantFrom<object>(
      { type: 'string', minLength: 1 },
      { type: ['integer', 'object'], minimum: 1 },
      { $ref: '#/$defs/d' },
      { const: 1 },
      { $ref: '#/properties/a' },
      { type: 'integer', multipleOf: 2 },
      { type: 'integer', multipleOf: 4 },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        contains: tie('schema'),
        minContains: fc.nat(2),
        maxContains: fc.nat(2),
        unevaluatedItems: fc.boolean(),
        maxItems: fc.nat(2),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'z'), tie('schema'), { maxKeys: 1 }),
        additionalProperties: tie('schema'),
        unevaluatedProperties: fc.boolean(),
        required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
        minProperties: fc.nat(2),
        maxProperties: fc.nat(2),
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        if: tie('schema'),
        then: tie('schema'),
        propertyNames: fc.constantFrom({ maxLength: 1 }, { const: 'a' }),
        dependentRequired: fc.constantFrom({ a: ['b'] }, { b: ['a'] }),
      },
      { requiredKeys: [] },
    ),
  ),
}))

const root = fc
  .tuple(schema, fc.constantFrom(undefined, 'http://json-schema.org/draft-07/schema#'))
  .map(([one, $schema]): object => ({
    ...(typeof one === 'object' ? one : {}),
    $defs: { d: { type: 'string' } },
    ...($schema !== undefined && { $schema }),
  }))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>('', 'x', 0, 1, 2, 4, null, {}),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 3 }),
  ),
}))

/** Two schemas that differ in one keyword, or in more. */
const pair = fc.tuple(root, root, fc.option(fc.nat(9))).map(([one, other, index]): readonly [object, object] => {
  const key = index === null ? undefined : Object.keys(one)[index]
  if (key === undefined) return [one, other]
  const { [key]: _, ...left } = Object.fromEntries(Object.entries(one))
  const changed = Object.entries(other).filter(([name]) => name === key)
  return [one, { ...left, ...Object.fromEntries(changed) }]
})

it('no value is newly refused or accepted by a changed schema without a word', () => {
  fc.assert(
    fc.property(pair, fc.array(value, { minLength: 20, maxLength: 40 }), ([one, other], values) => {
      const [before, after] = [compileSchema(one), compileSchema(other)]
      fc.pre(before.ok && after.ok)
      const accepts = (side: typeof before, given: unknown): boolean => side.ok && side.schema.parse(given).ok
      const untold = values.filter((given) => {
        const was = accepts(before, given)
        return was !== accepts(after, given) && !isChanged(compareSchemas(one, other, was ? 'narrowed' : 'widened'))
      })
      expect(untold).toEqual([])
    }),
    { numRuns: 400 },
  )
})
