import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseFieldPath } from './field-path.ts'
import { annotate } from './schema-nodes.ts'
import { withSemanticTypes } from './semantic-shape.ts'
import { SEMANTIC_TYPES, type SemanticType } from './semantic-types.ts'
import { type JsonSchema, type Shape, zodShape } from './shape.ts'

const UUID = '0190163d-8694-739b-aea5-966c26f8ad91'

type Types = Readonly<Record<string, SemanticType>>

function shapeOf(schema: z.ZodType, types: Types, io: 'input' | 'output' = 'input'): Shape {
  return withSemanticTypes(zodShape(schema, io), types, {})
}

/** The semantic types a reader of the schema finds at a path: through references and alternatives, as JSON Schema means them. */
function typesAt(schema: JsonSchema, text: string): string[] {
  const found = new Set<unknown>()
  const visit = (node: unknown, path: readonly string[], depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > 20) return
    const { $ref, anyOf, oneOf, allOf, properties, items, 'x-semantic-type': type } = node as Record<string, unknown>
    if (path.length === 0 && type !== undefined) found.add(type)
    if (typeof $ref === 'string') visit(target(schema, $ref), path, depth + 1)
    for (const inner of [anyOf, oneOf, allOf].flat()) visit(inner, path, depth + 1)
    const [segment, ...rest] = path
    if (segment === '[]') visit(items, rest, depth + 1)
    else if (segment !== undefined)
      visit((properties as Record<string, unknown> | undefined)?.[segment], rest, depth + 1)
  }
  visit(schema, parseFieldPath(text) ?? [], 0)
  return [...found].map(String)
}

function target(root: JsonSchema, reference: string): unknown {
  const keys = reference.slice(1).split('/').slice(1)
  return keys
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], root)
}

const Person = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Person' })
const Slashed = z.object({ id: z.string() }).meta({ id: 'a/b~c' })
const Tree = z.object({
  id: z.string(),
  name: z.string(),
  get children() {
    return z.array(Tree)
  },
})

interface Case {
  readonly schema: z.ZodType
  readonly types: Types
  /** Paths that must carry nothing. */
  readonly free: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  'a field': { schema: z.object({ a: z.string(), b: z.string() }), types: { a: 'uuid' }, free: ['b'] },
  'a nested field': {
    schema: z.object({ a: z.object({ b: z.object({ c: z.string() }) }), c: z.string() }),
    types: { 'a.b.c': 'semver' },
    free: ['a', 'a.b', 'c'],
  },
  'the items of an array': { schema: z.object({ a: z.array(z.string()) }), types: { 'a[]': 'uuid' }, free: ['a'] },
  'a field of the items of an array': {
    schema: z.object({ items: z.array(z.object({ id: z.string(), no: z.string() })) }),
    types: { 'items[].id': 'resource-id' },
    free: ['items', 'items[]', 'items[].no'],
  },
  'an array at the root': { schema: z.array(z.object({ id: z.string() })), types: { '[].id': 'uuid' }, free: ['[]'] },
  'arrays in arrays': {
    schema: z.object({ a: z.array(z.array(z.string())) }),
    types: { 'a[][]': 'uuid' },
    free: ['a[]'],
  },
  'a nullable field': {
    schema: z.object({ a: z.string().nullable(), b: z.string().nullable() }),
    types: { a: 'uuid' },
    free: ['b'],
  },
  'an optional field': {
    schema: z.object({ a: z.string().optional(), b: z.string() }),
    types: { a: 'uuid' },
    free: ['b'],
  },
  'a field with a default': { schema: z.object({ a: z.string().default('x') }), types: { a: 'file-path' }, free: [] },
  'a field of a nullable, optional object': {
    schema: z.object({ a: z.object({ b: z.string() }).nullish() }),
    types: { 'a.b': 'uuid' },
    free: ['a'],
  },
  'a field that every alternative has': {
    schema: z.object({ a: z.union([z.object({ id: z.string() }), z.object({ id: z.string(), b: z.string() })]) }),
    types: { 'a.id': 'uuid' },
    free: ['a', 'a.b'],
  },
  'a field of one side of an intersection': {
    schema: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    types: { b: 'uuid' },
    free: ['a'],
  },
  'a field of a discriminated alternative': {
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('x'), id: z.string() }),
      z.object({ kind: z.literal('y') }),
    ]),
    types: { id: 'uuid' },
    free: ['kind'],
  },
  'one of two uses of a named schema': {
    schema: z.object({ from: Person, to: Person }),
    types: { 'from.id': 'uuid' },
    free: ['to.id', 'to', 'from', 'from.name'],
  },
  'both uses of a named schema, each with a meaning of its own': {
    schema: z.object({ from: Person, to: Person }),
    types: { 'from.id': 'uuid', 'to.id': 'resource-id' },
    free: ['from.name', 'to.name'],
  },
  'a whole use of a named schema': {
    schema: z.object({ from: Person, to: Person }),
    types: { from: 'json-object' },
    free: ['to'],
  },
  'a schema whose name needs escaping': {
    schema: z.object({ p: Slashed, q: Slashed }),
    types: { 'p.id': 'uuid' },
    free: ['q.id'],
  },
  'the top of a recursive schema': {
    schema: Tree,
    types: { id: 'uuid' },
    free: ['children[].id', 'children[].children[].id', 'name'],
  },
  'one level of a recursive schema': {
    schema: z.object({ tree: Tree }),
    types: { 'tree.children[].id': 'uuid' },
    free: ['tree.id', 'tree.children[].children[].id', 'tree.children[].name'],
  },
  'two levels of a recursive schema': {
    schema: Tree,
    types: { name: 'semver', 'children[].id': 'uuid' },
    free: ['id', 'children[].name', 'children[].children[].id', 'children[].children[].name'],
  },
}

describe.each(['input', 'output'] as const)('the published %s schema', (io) => {
  test.each(Object.entries(CASES))(
    'marks exactly the fields that are annotated: %s',
    (_what, { schema, types, free }) => {
      const published = shapeOf(schema, types, io).jsonSchema
      const marked = Object.keys(types).map((path) => [path, typesAt(published, path)])
      expect(marked).toEqual(Object.entries(types).map(([path, type]) => [path, [type]]))
      expect(free.map((path) => [path, typesAt(published, path)])).toEqual(free.map((path) => [path, []]))
    },
  )

  test.each(Object.entries(CASES))('is otherwise what Zod makes of it: %s', (_what, { schema, types }) => {
    const plain = zodShape(schema, io)
    const before = structuredClone(plain.jsonSchema)
    const shape = withSemanticTypes(plain, types, {})
    expect(shape.jsonSchema).not.toEqual(before)
    expect(plain.jsonSchema).toEqual(before)
    expect(zodShape(schema, io).jsonSchema).toEqual(before)
    expect(structuredClone(z.toJSONSchema(schema, { io }))).toEqual(before)
    expect(shape.jsonSchema).toBe(shape.jsonSchema)
  })
})

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'x-semantic-type')
})

test.each(['__proto__', 'constructor', 'a.__proto__', '__proto__.toString', 'constructor.prototype'])(
  'annotating %j never touches what objects inherit',
  (path) => {
    const types = Object.fromEntries([[path, 'uuid']]) as Types
    const published = shapeOf(z.object({ a: z.object({ b: z.string() }) }), types).jsonSchema
    expect(published).toBeDefined()
    expect(({} as Record<string, unknown>)['x-semantic-type']).toBeUndefined()
    expect((Object as unknown as Record<string, unknown>)['x-semantic-type']).toBeUndefined()
  },
)

test('a schema that is an alternative of itself can be annotated', () => {
  const schema = { anyOf: [{ properties: { id: { type: 'string' } } }, { $ref: '#' }] }
  expect(typesAt(annotate(schema, [{ path: ['id'], type: 'uuid' }]), 'id')).toEqual(['uuid'])
})

test('a reference that leads nowhere, or out of the schema, is left alone', () => {
  for (const $ref of ['#/$defs/none', 'https://example.com/x.json', '#/$defs/none/deeper']) {
    const schema = { properties: { a: { $ref } } }
    expect(annotate(schema, [{ path: ['a', 'b'], type: 'uuid' }])).toEqual(schema)
  }
})

test('without annotations the shape is the one that was given', () => {
  const shape = zodShape(z.object({}), 'input')
  expect(withSemanticTypes(shape, undefined, {})).toBe(shape)
  expect(withSemanticTypes(shape, {}, {})).toBe(shape)
  expect(annotate({ type: 'string' }, [])).toEqual({ type: 'string' })
})

describe('a value', () => {
  const schema = z.object({ a: z.string().nullish(), items: z.array(z.object({ id: z.string() })) })
  const shape = shapeOf(schema, { a: 'semver', 'items[].id': 'uuid' })

  test('that means what its fields say is parsed as the schema parses it', () => {
    for (const a of ['1.0.0', null, undefined]) {
      const value = { a, items: [{ id: UUID }] }
      expect(shape.parse({ ...value, extra: 1 })).toEqual({ ok: true, value })
    }
  })

  test('that does not is refused with every place where it does not', () => {
    expect(shape.parse({ a: '1', items: [{ id: UUID }, { id: 'x' }] })).toEqual({
      ok: false,
      issues: [
        { path: ['a'], expected: SEMANTIC_TYPES.semver.description, received: '1', code: 'semantic_type' },
        { path: ['items', 1, 'id'], expected: SEMANTIC_TYPES.uuid.description, received: 'x', code: 'semantic_type' },
      ],
    })
  })

  test('that misses its schema is refused for that alone', () => {
    const parsed = shape.parse({ a: '1', items: 'x' })
    expect(!parsed.ok && parsed.issues.map(({ code }) => code)).toEqual(['invalid_type'])
  })

  test('that names a file is held to the root', () => {
    const files = withSemanticTypes(
      zodShape(z.object({ path: z.string() }), 'input'),
      { path: 'file-path' },
      { fileRoot: '/srv' },
    )
    expect(files.parse({ path: 'a/b' }).ok).toBe(true)
    expect(files.parse({ path: '../etc' }).ok).toBe(false)
  })
})
