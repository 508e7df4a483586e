import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { arbitraryOf } from './arbitrary.ts'

/** Input schemas as servers in use publish them. */
const SCHEMAS: Readonly<Record<string, object>> = {
  'a file to read': {
    type: 'object',
    properties: {
      path: { type: 'string' },
      head: { type: 'number', description: 'First N lines' },
      tail: { type: 'number' },
    },
    required: ['path'],
    additionalProperties: false,
    $schema: 'http://json-schema.org/draft-07/schema#',
  },
  'edits to a file': {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, maxLength: 4096 },
      edits: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
          required: ['oldText', 'newText'],
          additionalProperties: false,
        },
      },
      dryRun: { type: 'boolean', default: false },
    },
    required: ['path', 'edits'],
  },
  'an issue to create': {
    type: 'object',
    properties: {
      owner: { type: 'string', pattern: '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?$' },
      repo: { type: 'string', pattern: '^[\\w.-]+$', maxLength: 100 },
      title: { type: 'string', minLength: 1, maxLength: 256 },
      labels: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 10 },
      milestone: { type: 'integer', exclusiveMinimum: 0 },
      state: { enum: ['open', 'closed'] },
    },
    required: ['owner', 'repo', 'title'],
  },
  'a thought in a sequence': {
    type: 'object',
    properties: {
      thought: { type: 'string' },
      nextThoughtNeeded: { type: 'boolean' },
      thoughtNumber: { type: 'integer', minimum: 1, maximum: 9007199254740991 },
      totalThoughts: { type: 'integer', minimum: 1 },
    },
    required: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'],
  },
  'optional fields as Pydantic writes them': {
    title: 'searchArguments',
    type: 'object',
    properties: {
      query: { title: 'Query', type: 'string' },
      limit: { anyOf: [{ type: 'integer', maximum: 100, minimum: 1 }, { type: 'null' }], default: 10, title: 'Limit' },
      since: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], default: null, title: 'Since' },
    },
    required: ['query'],
  },
  'models that refer to each other': {
    type: 'object',
    properties: { order: { $ref: '#/$defs/Order' } },
    required: ['order'],
    $defs: {
      Order: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          lines: { type: 'array', items: { $ref: '#/$defs/Line' }, minItems: 1 },
        },
        required: ['id', 'lines'],
      },
      Line: {
        type: 'object',
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
          price: { type: 'number', multipleOf: 0.01, minimum: 0 },
          quantity: { type: 'integer', minimum: 1, maximum: 99 },
        },
        required: ['sku', 'price', 'quantity'],
      },
    },
  },
  'a union told apart by its kind': {
    type: 'object',
    properties: {
      shape: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'circle' }, radius: { type: 'number', exclusiveMinimum: 0 } },
            required: ['kind', 'radius'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'box' }, width: { type: 'number' }, height: { type: 'number' } },
            required: ['kind', 'width', 'height'],
          },
        ],
        discriminator: { propertyName: 'kind' },
      },
    },
    required: ['shape'],
  },
  'a tree': {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    required: ['name', 'children'],
  },
  'a filter expression': {
    type: 'object',
    properties: { where: { $ref: '#/definitions/expression' } },
    required: ['where'],
    definitions: {
      expression: {
        anyOf: [
          {
            type: 'object',
            properties: { and: { type: 'array', items: { $ref: '#/definitions/expression' }, minItems: 2 } },
            required: ['and'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { not: { $ref: '#/definitions/expression' } },
            required: ['not'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { field: { type: 'string' }, value: { type: ['string', 'number', 'boolean', 'null'] } },
            required: ['field', 'value'],
            additionalProperties: false,
          },
        ],
      },
    },
  },
  'headers and variables': {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      variables: {
        type: 'object',
        propertyNames: { pattern: '^[A-Z_]+$' },
        additionalProperties: { type: 'number' },
        minProperties: 1,
      },
      'x-flags': { type: 'object', patternProperties: { '^x-': { type: 'boolean' } }, additionalProperties: false },
    },
    required: ['url', 'variables'],
  },
  'coordinates in a tuple': {
    type: 'object',
    properties: {
      point: {
        type: 'array',
        prefixItems: [
          { type: 'number', minimum: -180, maximum: 180 },
          { type: 'number', minimum: -90, maximum: 90 },
        ],
        minItems: 2,
        items: false,
      },
      zoom: { type: 'integer', minimum: 0, maximum: 22, default: 10 },
    },
    required: ['point'],
  },
  'one thing needs another': {
    type: 'object',
    properties: {
      method: { enum: ['card', 'transfer'] },
      card: { type: 'string', pattern: '^\\d{16}$' },
      iban: { type: 'string' },
      note: { type: 'string' },
    },
    required: ['method'],
    if: { properties: { method: { const: 'card' } } },
    then: { required: ['card'] },
    else: { required: ['iban'] },
    dependentRequired: { note: ['iban'] },
  },
  'either of two keys': {
    type: 'object',
    properties: { id: { type: 'integer' }, email: { type: 'string', format: 'email' } },
    oneOf: [{ required: ['id'] }, { required: ['email'] }],
  },
  'a base and what it adds': {
    allOf: [
      { $ref: '#/$defs/base' },
      { type: 'object', properties: { size: { type: 'integer', minimum: 3 } }, required: ['size'] },
    ],
    $defs: {
      base: {
        type: 'object',
        properties: { id: { type: 'string', minLength: 3 }, size: { type: 'integer', maximum: 5 } },
        required: ['id'],
      },
    },
  },
  'a password that looks ahead': {
    type: 'object',
    properties: {
      password: { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,20}$' },
      slug: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 30 },
    },
    required: ['password', 'slug'],
  },
  'no arguments': { type: 'object', properties: {}, additionalProperties: false },
}

function validator(schema: object): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

function made(schema: unknown): { arbitrary: fc.Arbitrary<Json>; typical: readonly Json[] } {
  const inputs = arbitraryOf(schema)
  if (!inputs.ok) throw new Error(inputs.reason)
  return inputs
}

function draw(schema: unknown, numRuns = 300): readonly Json[] {
  return fc.sample(made(schema).arbitrary, { seed: 7, numRuns })
}

describe('values of schemas in use', () => {
  test.each(Object.entries(SCHEMAS))('%s: all are valid', (_, schema) => {
    const valid = validator(schema)
    const { typical } = made(schema)
    expect([...typical, ...draw(schema)].filter((value) => !valid(value))).toEqual([])
    expect(typical).not.toEqual([])
  })

  test('the first typical value has only what is required, the second everything', () => {
    expect(made(SCHEMAS['edits to a file']).typical).toEqual([
      { path: 'text', edits: [{ oldText: 'text', newText: 'text' }] },
      { path: 'text', edits: [{ oldText: 'text', newText: 'text' }], dryRun: false },
    ])
    expect(made(SCHEMAS['a file to read']).typical).toEqual([{ path: 'text' }, { path: 'text', head: 1, tail: 1 }])
  })
})

describe('where values come often', () => {
  test.each<[string, object, readonly Json[]]>([
    ['the ends of a range', { type: 'integer', minimum: -3, maximum: 900_000 }, [-3, 900_000]],
    ['the ends of a range of decimals', { type: 'number', minimum: 0.5, maximum: 1.5 }, [0.5, 1.5]],
    ['members', { enum: ['a', 2, null, { deep: true }] }, ['a', 2, null, { deep: true }]],
    ['defaults and examples', { type: 'string', default: 'celsius', examples: ['kelvin'] }, ['celsius', 'kelvin']],
    ['the empty text', { type: 'string' }, ['']],
    ['the empty array', { type: 'array', items: { type: 'integer' } }, [[]]],
    ['both of a boolean', { type: 'boolean' }, [true, false]],
  ])('%s', (_, schema, expected) => {
    const drawn = draw(schema)
    for (const value of expected) expect(drawn).toContainEqual(value)
  })

  test('texts reach their longest, counted in code points, and leave ASCII', () => {
    const texts = draw({ type: 'string', maxLength: 12 }).map(String)
    expect(Math.max(...texts.map((text) => Array.from(text).length))).toBe(12)
    for (const range of [/\p{Script=Hebrew}|\p{Script=Arabic}/u, /\p{M}/u, /[\u{10000}-\u{10ffff}]/u])
      expect(texts.some((text) => range.test(text))).toBe(true)
  })

  test('integers go beyond 32 bits, and stay exact', () => {
    const integers = draw({ type: 'integer' }).map(Number)
    expect(Math.max(...integers)).toBeGreaterThan(2 ** 31)
    expect(integers.every(Number.isSafeInteger)).toBe(true)
  })

  test('values stay small', () => {
    const wide = {
      type: 'array',
      items: { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'string' } } } },
    }
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, { $ref: '#' }]))
    for (const schema of [wide, { type: 'object', properties: many }])
      expect(Math.max(...draw(schema, 50).map((value) => JSON.stringify(value).length))).toBeLessThan(100_000)
  })
})

describe('keys that objects inherit', () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__","constructor"]}',
  )

  test('are the value’s own', () => {
    for (const value of draw(schema, 20)) {
      expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor'])
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
  })
})

describe('a schema that cannot be satisfied, or not in a size worth sending, gives a reason', () => {
  const laughs = Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [
      `d${index}`,
      {
        type: 'object',
        properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } },
        required: ['a', 'b'],
      },
    ]),
  )
  const deep = JSON.parse(`${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`)
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  )

  test.each<[string, unknown, string]>([
    ['no schema', 'string', 'neither an object'],
    ['no JSON', { type: 'string', default: () => 1 }, 'not JSON'],
    ['nothing', false, 'nothing satisfies it'],
    ['crossed bounds', { type: 'integer', minimum: 5, maximum: 4 }, 'at least 5'],
    ['crossed lengths', { type: 'string', minLength: 5, maxLength: 4 }, 'no text'],
    ['an endless array', { type: 'array', minItems: 1e9 }, 'too large'],
    ['an endless text', { type: 'string', minLength: 1e9 }, 'too long'],
    ['an endless object', { type: 'object', minProperties: 1e9 }, 'too large'],
    ['an endless pattern', { type: 'string', pattern: '^(a{900}){900}$' }, 'more than 10000'],
    ['a pattern that stalls', { type: 'string', pattern: '^(a+)+$' }, 'too long'],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'no regular expression'],
    ['a pattern that refers back', { type: 'string', pattern: '^(a|b)\\1$' }, 'refers back'],
    ['a class without characters', { type: 'string', pattern: '^[^\\s\\S]$' }, 'no character'],
    ['a reference to itself', { $ref: '#' }, 'without an end'],
    [
      'a required part of its own kind',
      { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] },
      'without an end',
    ],
    ['a reference out of the schema', { $ref: 'https://example.com/other.json' }, 'not in the schema'],
    [
      'two parts in each part',
      { $ref: '#/$defs/d0', $defs: { ...laughs, d15: { type: 'string' } } },
      'more than 2000 parts',
    ],
    ['a schema too deep', deep, 'at most 64 levels'],
    ['a member that breaks the rest', { type: 'string', enum: [1, 2] }, 'none of its members'],
  ])('%s', (_, schema, reason) => {
    const inputs = arbitraryOf(schema)
    expect(inputs).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })

  test('a reference taken twice at each of sixty levels is no trouble', () => {
    expect(draw({ $ref: '#/$defs/d0', $defs: { ...doubling, d60: { type: 'boolean' } } }, 10)).toContain(true)
  })

  test('an alternative that cannot be taken is left out', () => {
    expect(new Set(draw({ anyOf: [{ type: 'string', pattern: '(' }, { const: 1 }, { $ref: '#/nowhere' }] }))).toEqual(
      new Set([1]),
    )
  })
})

test('the arguments of a call are an object whatever the schema leaves open', () => {
  const inputs = arbitraryOf({}, { type: 'object' })
  expect(
    inputs.ok && fc.sample(inputs.arbitrary, 20).every((value) => typeof value === 'object' && !Array.isArray(value)),
  ).toBe(true)
})

test.each([
  'date',
  'time',
  'date-time',
  'iso-time',
  'iso-date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'url',
  'uri-reference',
  'uri-template',
  'uuid',
  'regex',
  'json-pointer',
  'relative-json-pointer',
  'json-pointer-uri-fragment',
  'byte',
])('texts of format %s are valid', (format) => {
  const schema = { type: 'string', format }
  const valid = validator(schema)
  expect([...made(schema).typical, ...draw(schema)].filter((value) => !valid(value))).toEqual([])
  expect(new Set(draw(schema)).size).toBeGreaterThan(2)
})

test.each([[0.01], [0.1], [0.25], [1e-7], [3], [2.5]])('multiples of %d survive division in binary', (step) => {
  const schema = { type: 'number', multipleOf: step, minimum: 0, maximum: 1000 }
  const valid = validator(schema)
  expect(draw(schema).filter((value) => !valid(value))).toEqual([])
  expect(new Set(draw(schema)).size).toBeGreaterThan(20)
})
