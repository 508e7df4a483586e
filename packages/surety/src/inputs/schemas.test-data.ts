import * as fc from 'fast-check'

/** Schemas a server might send: every keyword, sensible and contradictory, nested and referring to each other. */
export function schemas(more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<boolean | object> {
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
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called so
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

export const FORMATS: readonly string[] = [
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
