import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Issue, REDACTED, describeIssues, sentence, showValue } from './issues.ts'
import { zodShape } from './shape.ts'

function issuesOf(schema: z.ZodType, value: unknown): readonly Issue[] {
  const parsed = zodShape(schema, 'input').parse(value)
  return parsed.ok ? [] : parsed.issues
}

interface Case {
  readonly schema: z.ZodType
  readonly value: unknown
  readonly code: string
  readonly expected: string
}

const CASES: Readonly<Record<string, Case>> = {
  'text where there is a number': { schema: z.string(), value: 1, code: 'invalid_type', expected: 'text' },
  'a number where there is text': { schema: z.number(), value: 'x', code: 'invalid_type', expected: 'a number' },
  'a number where there is NaN': { schema: z.number(), value: NaN, code: 'invalid_type', expected: 'a number' },
  'an integer where there is a fraction': { schema: z.int(), value: 1.5, code: 'invalid_type', expected: 'an integer' },
  'a boolean': { schema: z.boolean(), value: 'true', code: 'invalid_type', expected: 'true or false' },
  'an array': { schema: z.array(z.string()), value: {}, code: 'invalid_type', expected: 'an array' },
  'an object': { schema: z.object({}), value: [], code: 'invalid_type', expected: 'an object' },
  'a record': { schema: z.record(z.string(), z.string()), value: 1, code: 'invalid_type', expected: 'an object' },
  null: { schema: z.null(), value: 1, code: 'invalid_type', expected: 'null' },
  'nothing at all': { schema: z.never(), value: 1, code: 'invalid_type', expected: 'left out' },
  'a date': { schema: z.date(), value: 'x', code: 'invalid_type', expected: 'a value of type date' },

  'text that is not too long': {
    schema: z.string().max(2),
    value: 'abc',
    code: 'too_big',
    expected: 'text of at most 2 characters',
  },
  'text that is not too short': {
    schema: z.string().min(2),
    value: 'a',
    code: 'too_small',
    expected: 'text of at least 2 characters',
  },
  'text of a length, when longer': {
    schema: z.string().length(2),
    value: 'abc',
    code: 'too_big',
    expected: 'text of exactly 2 characters',
  },
  'text of a length, when shorter': {
    schema: z.string().length(2),
    value: 'a',
    code: 'too_small',
    expected: 'text of exactly 2 characters',
  },
  'a maximum': { schema: z.number().max(10), value: 11, code: 'too_big', expected: 'at most 10' },
  'an exclusive maximum': { schema: z.number().lt(10), value: 10, code: 'too_big', expected: 'less than 10' },
  'a minimum': { schema: z.number().min(1), value: 0, code: 'too_small', expected: 'at least 1' },
  'an exclusive minimum': { schema: z.number().gt(0), value: 0, code: 'too_small', expected: 'more than 0' },
  'a bigint maximum': { schema: z.bigint().max(5n), value: 6n, code: 'too_big', expected: 'at most 5' },
  'not too many items': {
    schema: z.array(z.int()).max(1),
    value: [1, 2],
    code: 'too_big',
    expected: 'at most 1 items long',
  },
  'not too few items': {
    schema: z.array(z.int()).min(1),
    value: [],
    code: 'too_small',
    expected: 'at least 1 items long',
  },
  'a number of items': {
    schema: z.array(z.int()).length(2),
    value: [1],
    code: 'too_small',
    expected: 'exactly 2 items long',
  },
  'a size of a set': {
    schema: z.set(z.int()).max(1),
    value: new Set([1, 2]),
    code: 'too_big',
    expected: 'at most 1 items long',
  },
  'a size of a map': {
    schema: z.map(z.int(), z.int()).min(1),
    value: new Map(),
    code: 'too_small',
    expected: 'at least 1 items long',
  },

  'one of an enum': { schema: z.enum(['a', 'b']), value: 'c', code: 'invalid_value', expected: 'one of: a, b' },
  'a literal': { schema: z.literal('a'), value: 'b', code: 'invalid_value', expected: 'a' },
  'one of some literals': {
    schema: z.literal([1, null]),
    value: 2,
    code: 'invalid_value',
    expected: 'one of: 1, null',
  },
  'an email': { schema: z.email(), value: 'x', code: 'invalid_format', expected: 'text in the format email' },
  'a date and time': {
    schema: z.iso.datetime(),
    value: 'x',
    code: 'invalid_format',
    expected: 'text in the format datetime',
  },
  'a pattern': {
    schema: z.string().regex(/^a+$/i),
    value: 'x',
    code: 'invalid_format',
    expected: 'text that matches /^a+$/i',
  },
  'a multiple': {
    schema: z.number().multipleOf(0.5),
    value: 0.3,
    code: 'not_multiple_of',
    expected: 'a multiple of 0.5',
  },
  'one of two types': {
    schema: z.union([z.string(), z.number()]),
    value: true,
    code: 'invalid_union',
    expected: 'text or a number',
  },
  'one of two alternatives that expect the same': {
    schema: z.union([z.string().nullable(), z.string()]),
    value: 7,
    code: 'invalid_union',
    expected: 'text',
  },
  'one of two objects': {
    schema: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    value: {},
    code: 'invalid_union',
    expected: 'one of the allowed alternatives',
  },
  'what a check of its own wants': {
    schema: z.string().refine(() => false, 'no vowels'),
    value: 'a',
    code: 'custom',
    expected: 'such that: no vowels',
  },
  'what a check of its own says as the end of the sentence': {
    schema: z.string().refine(() => false, { error: 'Vowels!', params: { expected: 'text without vowels' } }),
    value: 'a',
    code: 'custom',
    expected: 'text without vowels',
  },
  'what a check without words wants': {
    schema: z.string().refine(() => false),
    value: 'a',
    code: 'custom',
    expected: 'a value that its schema accepts',
  },
}

describe('an issue says what is expected, what was received and where', () => {
  test.each(Object.entries(CASES))('%s', (_what, { schema, value, code, expected }) => {
    const [issue] = issuesOf(schema, value)
    expect(issue).toMatchObject({ path: [], code })
    expect(issue?.expected.split(' or ').toSorted()).toEqual(expected.split(' or ').toSorted())
    expect(issue?.received).toBe(value)
  })

  test.each(Object.entries(CASES))('also deep inside: %s', (_what, { schema, value, code }) => {
    const deep = z.object({ list: z.array(z.object({ field: schema })) })
    const [issue] = issuesOf(deep, { list: [{ field: value }] })
    expect(issue).toMatchObject({ path: ['list', 0, 'field'], code })
    expect(issue?.received).toBe(value)
  })

  test.each([
    [{ lead: 'x' }, ['have', 'lead']],
    [['x'], ['have', 0]],
  ])('what is wrong within the only alternative of its kind is told there: %j', (have, path) => {
    const kind = z.enum(['a', 'b'])
    const schema = z.object({ have: z.union([z.array(kind), z.record(z.string(), kind)]) })
    expect(issuesOf(schema, { have })).toEqual([
      { path, expected: 'one of: a, b', received: 'x', code: 'invalid_value' },
    ])
  })

  test('every key the schema does not have is an issue of its own, at that key', () => {
    const schema = z.object({ a: z.strictObject({ b: z.string() }) })
    expect(issuesOf(schema, { a: { b: 'x', c: 1, 'd/e': [2] } })).toEqual([
      { path: ['a', 'c'], expected: 'left out: the schema has no such field', received: 1, code: 'unrecognized_keys' },
      {
        path: ['a', 'd/e'],
        expected: 'left out: the schema has no such field',
        received: [2],
        code: 'unrecognized_keys',
      },
    ])
  })

  test('a missing field is required, and received as undefined', () => {
    const [issue] = issuesOf(z.object({ a: z.object({ b: z.string() }) }), { a: {} })
    expect(issue).toEqual({ path: ['a', 'b'], expected: 'text', received: undefined, code: 'invalid_type' })
    expect(issue && sentence(issue, 'input', false)).toBe("Field 'a.b' of the input is required and must be text.")
  })

  test('all issues of a value are named', () => {
    const issues = issuesOf(z.object({ a: z.string(), b: z.number(), c: z.int() }), { a: 1, b: 'x' })
    expect(issues.map(({ path }) => path)).toEqual([['a'], ['b'], ['c']])
  })

  test('what is inherited is not received', () => {
    const [issue] = issuesOf(z.object({ toString: z.string() }), {})
    expect(issue?.path).toEqual(['toString'])
    const [made] = describeIssues([{ code: 'custom', path: ['__proto__'], message: 'x', input: {} }], {})
    expect(made.received).toBeUndefined()
  })

  test('a symbol in a path is shown by its name', () => {
    const [issue] = describeIssues([{ code: 'custom', path: [Symbol('s'), 'a'], message: 'x', input: 1 }], {})
    expect(issue.path).toEqual(['Symbol(s)', 'a'])
  })

  test('a failure without any issue still has one', () => {
    expect(describeIssues([], 7)).toEqual([{ path: [], expected: 'valid', received: 7, code: 'custom' }])
  })

  test('an item of a map with keys that are no names is described as a collection', () => {
    const [issue] = issuesOf(z.map(z.object({}), z.string()), new Map([[{}, 1]]))
    expect(issue).toMatchObject({ path: [], code: 'invalid_element' })
    expect(issue?.expected).toContain('items')
  })

  test('a pattern nobody passed on is not shown', () => {
    const [issue] = describeIssues(
      [{ code: 'invalid_format', format: 'regex', path: [], message: 'x', input: 'a' }],
      'a',
    )
    expect(issue.expected).toBe('text that matches its pattern')
  })

  test('a key that breaks the rule for keys is called a bad key, its value is not asked to be an object', () => {
    const [issue] = issuesOf(z.record(z.string().regex(/^a/), z.number()), { b: 1 })
    expect(issue).toMatchObject({ code: 'invalid_key', path: ['b'] })
    expect(issue && sentence(issue, 'input', false)).not.toContain("Field 'b' of the input must be an object")
  })

  test('a discriminator that matches no alternative is told which ones there are', () => {
    const options = [z.object({ kind: z.literal('circle') }), z.object({ kind: z.literal('square') })] as const
    const [issue] = issuesOf(z.discriminatedUnion('kind', options), { kind: 'triangle' })
    expect(issue).toMatchObject({ code: 'invalid_union', path: ['kind'], received: 'triangle' })
    expect(issue?.expected).toMatch(/circle.*square/)
  })

  test.each([
    ['startsWith', z.string().startsWith('inv_')],
    ['endsWith', z.string().endsWith('inv_')],
    ['includes', z.string().includes('inv_')],
  ])('the text that %s asks for is part of what is expected', (_name, schema) => {
    const [issue] = issuesOf(schema, 'x')
    expect(issue?.code).toBe('invalid_format')
    expect(issue?.expected).toContain('inv_')
  })

  test('an enum that allows the empty text says so in a way that can be seen', () => {
    expect(issuesOf(z.literal(''), 'x')[0]?.expected).toContain('""')
  })

  test('whatever the value, every issue has a sentence', () => {
    const schema = z.strictObject({
      a: z.string(),
      b: z.array(z.int().max(3)),
      c: z.union([z.null(), z.email()]).optional(),
    })
    const anyKeys = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'valueOf'), fc.anything())
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anyKeys), (value) => {
        for (const issue of issuesOf(schema, value)) {
          expect(sentence(issue, 'output', false)).toMatch(
            /^(?:The output|Field '.*' of the output) (?:must be|is required and must be) .*\.$/s,
          )
        }
      }),
    )
  })
})

describe('a sentence', () => {
  const issue: Issue = { path: ['items', 0, 'id'], expected: 'text', received: 5, code: 'invalid_type' }

  test.each([
    [issue, "Field 'items[0].id' of the input must be text, but received 5."],
    [{ ...issue, path: [] }, 'The input must be text, but received 5.'],
    [{ ...issue, path: [], received: undefined }, 'The input is required and must be text.'],
    [{ ...issue, received: 'a "b"' }, `Field 'items[0].id' of the input must be text, but received "a \\"b\\"".`],
    [{ ...issue, received: null }, "Field 'items[0].id' of the input must be text, but received null."],
  ])('of %j reads as a person would write it', (given, text) => {
    expect(sentence(given, 'input', false)).toBe(text)
  })

  test('about a redacted field shows no value', () => {
    const text = sentence({ ...issue, received: '4111-1111' }, 'output', true)
    expect(text).toBe(`Field 'items[0].id' of the output must be text, but received ${REDACTED}.`)
  })

  test('does not call a field required that has to be left out', () => {
    const [unwanted] = issuesOf(z.strictObject({}), { a: undefined })
    expect(unwanted && sentence(unwanted, 'input', false)).not.toContain('required')
  })
})

test.each([
  ['abc', 'abc'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(77)}... (81 characters)`],
  [5, '5'],
  [-0.5, '-0.5'],
  [5n, '5'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[1, 2], 'an array of 2'],
  [{ a: 1, b: 2 }, 'an object with 2 keys'],
  [(): void => {}, 'a function'],
  [Symbol('x'), 'a symbol'],
])('%o is shown as %j', (value, text) => {
  expect(showValue(value)).toBe(text)
})
