import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from './compile-schema.ts'

function issues(schema: unknown, value: unknown) {
  const compiled = compileSchema(schema)
  if (!compiled.ok) throw new Error(compiled.reason)
  const parsed = compiled.schema.parse(value)
  return parsed.ok ? [] : parsed.issues
}

describe('a compiled schema', () => {
  it.each<[unknown, unknown, (string | number)[], string, string]>([
    [{ type: 'string' }, 1, [], 'text', 'invalid_type'],
    [{ type: ['string', 'null'] }, 1, [], 'text or null', 'invalid_type'],
    [{ properties: { a: { items: { type: 'integer' } } } }, { a: [1, 'x'] }, ['a', 1], 'an integer', 'invalid_type'],
    [{ required: ['a/b'] }, {}, ['a/b'], 'there, as the schema requires', 'invalid_type'],
    [{ additionalProperties: false }, { a: 1 }, ['a'], 'left out: the schema has no such field', 'unrecognized_keys'],
    [{ enum: ['a', 1] }, 'b', [], 'one of: "a", 1', 'invalid_value'],
    [{ const: 'a' }, 'b', [], '"a"', 'invalid_value'],
    [{ minimum: 3 }, 2, [], 'at least 3', 'too_small'],
    [{ exclusiveMaximum: 3 }, 3, [], 'less than 3', 'too_big'],
    [{ maxLength: 1 }, 'ab', [], 'text of at most 1 characters', 'too_big'],
    [{ minItems: 1 }, [], [], 'at least 1 items long', 'too_small'],
    [{ multipleOf: 2 }, 3, [], 'a multiple of 2', 'not_multiple_of'],
    [{ pattern: '^a' }, 'b', [], 'text that matches ^a', 'invalid_format'],
    [{ format: 'date' }, 'b', [], 'text in the format date', 'invalid_format'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, [], 'text or null', 'invalid_union'],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 0, [], 'one of the allowed alternatives', 'invalid_union'],
    [{ not: {} }, 0, [], 'something that its `not` does not describe', 'custom'],
    [{ properties: { a: false } }, { a: 1 }, ['a'], 'left out', 'invalid_type'],
  ])('%j says of %j where and what', (schema, value, path, expected, code) => {
    expect(issues(schema, value)).toEqual([expect.objectContaining({ path, expected, code })])
  })

  it('tells everything at once, with the values', () => {
    const schema = { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['c'] }
    expect(issues(schema, { a: 1, b: 2 }).map(({ path, received }) => [path, received])).toEqual([
      [['c'], undefined],
      [['a'], 1],
      [['b'], 2],
    ])
  })

  it('tells of alternatives as a whole, even behind references', () => {
    const either = { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] }
    const $defs = {
      a: { type: 'object', required: ['a'] },
      b: { type: 'object', required: ['b'] },
      c: { type: 'string' },
    }
    const schema = { $defs, properties: { c: { $ref: '#/$defs/c' }, list: { items: either } } }
    expect(issues(schema, { c: 1, list: [{}, 7] }).map(({ path, code }) => [path, code])).toEqual([
      [['c'], 'invalid_type'],
      [['list', 0], 'invalid_union'],
      [['list', 1], 'invalid_union'],
    ])
  })

  it('keeps patterns apart', () => {
    const schema = { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } }
    expect(issues(schema, { a: 'a', b: 'b' })).toEqual([])
    expect(issues(schema, { a: 'b', b: 'a' })).toHaveLength(2)
  })

  it('follows the draft that `$schema` names', () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: false }
    expect(issues({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple }, ['a', 1])).toHaveLength(1)
    expect(issues({ prefixItems: [{ type: 'string' }], items: false }, ['a', 1])).toHaveLength(1)
  })

  it('may contain itself', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false }
    expect(issues(tree, { next: { next: { other: 1 } } })).toEqual([
      expect.objectContaining({ path: ['next', 'next', 'other'] }),
    ])
  })

  it('finds missing what only every object has', () => {
    expect(issues({ required: ['constructor'] }, {})).toHaveLength(1)
    expect(issues({ properties: { toString: { type: 'string' } } }, {})).toEqual([])
  })

  it('may speak of half a character', () => {
    expect(issues({ description: String.raw`\ud800` }, 1)).toEqual([])
  })

  it('with the same `$id` as another is still its own', () => {
    expect(issues({ $id: 'https://example.com/x', type: 'string' }, 1)).toHaveLength(1)
    expect(issues({ $id: 'https://example.com/x', type: 'number' }, 1)).toEqual([])
  })

  it('may use the meta-schema', () => {
    expect(issues({ $ref: 'https://json-schema.org/draft/2020-12/schema' }, { type: 'strin' })).not.toEqual([])
  })

  it('cannot stall by its patterns', () => {
    expect(issues({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)).toHaveLength(1)
  })
})

it.each([
  [2.01, true],
  [-2.01, true],
  [0.3, true],
  [1_234_567.89, true],
  [2.005, false],
])('multiples are those of decimal numbers: %j of 0.01', (value, ok) => {
  const compiled = compileSchema({ multipleOf: 0.01 })
  expect(compiled.ok && compiled.schema.parse(value).ok).toBe(ok)
})

it('a schema may have as many alternatives as it has room for', () => {
  expect(compileSchema({ anyOf: Array.from({ length: 6000 }, (_, value) => ({ const: value })) })).toMatchObject({
    ok: true,
  })
})

describe('a schema is refused, not thrown over', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` }
      return [`d${index}`, index === 59 ? {} : { allOf: [next, next] }]
    }),
  )
  it.each<[string, unknown, string]>([
    ['no schema', 7, 'no object'],
    ['a list', [], 'no object'],
    ['an unknown type', { type: 'strng' }, 'type must be'],
    ['a broken pattern', { pattern: '(' }, 'Invalid regular expression'],
    ['a broken keyword', { properties: 7 }, 'properties value must be'],
    ['a missing definition', { $ref: '#/$defs/x' }, "can't resolve reference"],
    ['a remote reference', { properties: { a: { $ref: 'https://example.com/a' } } }, 'nothing is fetched'],
    ['an asynchronous one', { $async: true }, '$async'],
    ['a reference to itself', { $ref: '#' }, 'multiply'],
    ['references that double', { $defs: doubling, properties: { a: { $ref: '#/$defs/d0' } } }, 'multiply'],
    ['a deep one', JSON.parse(`${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`), 'levels deep'],
    ['a large one', { description: 'x'.repeat(300_000) }, 'bytes'],
    ['half a character', { description: '\uD800' }, 'surrogates'],
  ])('%s', (_, schema, reason) => {
    const compiled = compileSchema(schema)
    expect(compiled.ok ? '' : compiled.reason).toContain(reason)
  })

  it('whatever it is made of', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      'required',
      '$ref',
      '$id',
      'anyOf',
      'if',
      'minimum',
      'format',
    )
    const schema = fc.dictionary(keyword, fc.oneof(fc.jsonValue(), fc.constantFrom('string', '#', 'object')))
    fc.assert(
      fc.property(schema, fc.jsonValue(), (made, value) => {
        const compiled = compileSchema(made)
        if (compiled.ok) compiled.schema.parse(value)
        else expect(compiled.reason).not.toBe('')
      }),
    )
  })
})
