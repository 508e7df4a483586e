import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseFieldPath } from './field-path.ts'
import { leavesOpen, schemaNodes } from './schema-nodes.ts'
import { zodShape } from './shape.ts'

const Item = z.object({ id: z.string() })
const schema = z.object({
  closed: z.object({ a: z.string() }),
  strict: z.strictObject({ a: z.string() }),
  loose: z.looseObject({ a: z.string() }),
  record: z.record(z.string(), Item),
  any: z.any(),
  list: z.array(z.string()),
  text: z.string(),
  maybe: z.union([z.string(), Item]),
})

test.each([
  ['closed.a', true, false],
  ['closed.b', false, false],
  ['strict.b', false, false],
  ['loose.a', true, true],
  ['loose.b', false, true],
  ['loose.b.c[].d', false, true],
  ['record.anything', false, true],
  ['any.x', false, true],
  ['any[]', false, true],
  ['any[].x.y', false, true],
  ['list[]', true, false],
  ['list.a', false, false],
  ['list[].a', false, false],
  ['text.a', false, false],
  ['text[]', false, false],
  ['maybe.id', true, false],
  ['maybe.other', false, false],
  ['nothing', false, false],
  ['nothing.at.all', false, false],
  ['toString', false, false],
  ['__proto__', false, false],
  ['constructor', false, false],
])('%j: the schema spells it out: %j, or leaves it open: %j', (text, isSpelt, isOpen) => {
  const path = parseFieldPath(text) ?? []
  for (const io of ['input', 'output'] as const) {
    const { jsonSchema } = zodShape(schema, io)
    expect(schemaNodes(jsonSchema, path).length > 0).toBe(isSpelt)
    expect(leavesOpen(jsonSchema, path)).toBe(isOpen)
  }
})

test('a recursive schema spells out every depth', () => {
  const Tree = z.object({
    id: z.string(),
    get children() {
      return z.array(Tree)
    },
  })
  const { jsonSchema } = zodShape(Tree, 'input')
  for (const text of ['id', 'children[].id', 'children[].children[].children[].id'])
    expect(schemaNodes(jsonSchema, parseFieldPath(text) ?? [])).toMatchObject([{ type: 'string' }])
})

test('the items of a tuple are spelt out', () => {
  const { jsonSchema } = zodShape(z.object({ pair: z.tuple([z.string(), z.string()]) }), 'input')
  expect(schemaNodes(jsonSchema, ['pair', '[]']).length).toBeGreaterThan(0)
})

test('each part of a schema is found once, however many references lead to it, so that reading never takes exponential time', () => {
  const levels = 10
  const $defs: Record<string, unknown> = { [`d${levels}`]: { properties: { id: { type: 'string' } } } }
  for (let level = 0; level < levels; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` }
    $defs[`d${level}`] = { anyOf: [next, { ...next }] }
  }
  expect(schemaNodes({ $ref: '#/$defs/d0', $defs }, ['id'])).toHaveLength(1)
})
