import { expect, test } from 'vitest'
import { z } from 'zod'
import { zodShape } from './shape.ts'

test('input and output are published as each goes over the wire', () => {
  const schema = z.object({ a: z.string().default('x'), b: z.string().transform(Number) })
  expect(zodShape(schema, 'input').jsonSchema).toMatchObject({ required: ['b'], properties: { b: { type: 'string' } } })
  expect(zodShape(schema, 'output').jsonSchema).toMatchObject({ required: ['a', 'b'] })
})

test('what JSON Schema cannot say is published as anything', () => {
  const schema = z.object({ when: z.date(), big: z.bigint() })
  expect(zodShape(schema, 'output').jsonSchema).toMatchObject({ properties: { when: {}, big: {} } })
})

test('parsing gives the parsed value, or every issue, and leaves the value alone', () => {
  const shape = zodShape(z.object({ a: z.string().default('x'), n: z.coerce.number() }), 'input')
  const value = Object.freeze({ n: '5', extra: true })
  expect(shape.parse(value)).toEqual({ ok: true, value: { a: 'x', n: 5 } })
  expect(shape.parse({ a: 1, n: 'no' })).toMatchObject({
    ok: false,
    issues: [{ path: ['a'] }, { path: ['n'], received: 'no' }],
  })
})
