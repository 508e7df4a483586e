import { describe, expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { invalidateAll } from './invalidate-all.ts'

const OPTIONS = { limit: 100, asText: false }

/** The wrong inputs that are made of these. */
const inputsOf = (schema: unknown, inputs: readonly Json[], options = OPTIONS): readonly Json[] =>
  invalidateAll(schema, inputs, options).invalid.map(({ input }) => input)

const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const COUNT = { type: 'integer' }

describe('spoiling several inputs', () => {
  test('tries every property, however many there are', () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    const schema = object(Object.fromEntries(names.map((name) => [name, COUNT])), names)
    const input = Object.fromEntries(names.map((name) => [name, 1]))
    const { invalid, left } = invalidateAll(schema, [input], OPTIONS)
    expect(new Set(invalid.map(({ property }) => property)).size).toBe(20)
    expect(left).toEqual([])
  })

  test('begins with each property once, and names those of which something was left out', () => {
    const schema = object({ a: COUNT, b: COUNT }, ['a', 'b'])
    const { invalid, left } = invalidateAll(schema, [{ a: 1, b: 1 }], { ...OPTIONS, limit: 2 })
    expect(invalid.map(({ property }) => property)).toEqual(['/a', '/b'])
    expect(left).toEqual(['/a', '/b'])
  })

  test('makes the same fault once, on the first input that has room for it', () => {
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      required: ['kind'],
      oneOf: [
        object({ kind: { const: 'a' }, size: COUNT }),
        object({ kind: { const: 'b' }, name: { type: 'string' } }, ['name']),
      ],
    }
    const { invalid, left } = invalidateAll(schema, [{ kind: 'a' }, { kind: 'b', name: 'x' }], OPTIONS)
    const at = (property: string) => invalid.filter((fault) => fault.property === property).map(({ of }) => of)
    expect([at('/size'), at('/name')]).toEqual([[0], [1, 1]])
    expect(left).toEqual([])
    expect(invalidateAll(schema, [{ kind: 'a' }], OPTIONS).left).toEqual(['/name'])
  })

  test('writes in what every input leaves out, for this alone', () => {
    const address = object({ zip: { type: 'string' }, city: { type: 'string' } }, ['zip'])
    const schema = object({ id: COUNT, address, tags: { type: 'array', items: COUNT } }, ['id'])
    const made = inputsOf(schema, [{ id: 1 }])
    expect(made).toContainEqual({ id: 1, address: 7 })
    expect(made).toContainEqual({ id: 1, address: {} })
    expect(made).toContainEqual({ id: 1, address: { zip: 'a', city: {} } })
    expect(made).toContainEqual({ id: 1, tags: ['not a number'] })
  })

  test('puts something wrong where nothing right could be made up', () => {
    const code = { type: 'string', pattern: '^[A-Z]{3}-\\d+$' }
    expect(inputsOf(object({ code }), [{}])).toEqual([{ code: {} }])
  })

  test('takes the text of a number or truth value for wrong only if asked to', () => {
    const schema = object({ n: COUNT, on: { type: 'boolean' }, either: { type: ['integer', 'string'] } })
    const input = { n: 5, on: true, either: 5 }
    expect(inputsOf(schema, [input])).not.toContainEqual({ ...input, n: '5' })
    const asText = inputsOf(schema, [input], { ...OPTIONS, asText: true })
    expect(asText).toContainEqual({ ...input, n: '5' })
    expect(asText).toContainEqual({ ...input, on: 'true' })
    expect(asText).not.toContainEqual({ ...input, either: '5' })
  })

  test('a schema that contains itself comes to an end', () => {
    const schema = { $ref: '#/$defs/node', $defs: { node: object({ name: COUNT, next: { $ref: '#/$defs/node' } }) } }
    const { invalid, left } = invalidateAll(schema, [{ name: 1 }], OPTIONS)
    expect(left).toEqual([])
    expect(invalid.length).toBeLessThan(10)
  })

  test('without an input everything is left', () => {
    expect(invalidateAll(object({ a: COUNT, anything: {} }), [], OPTIONS)).toEqual({ invalid: [], left: ['/a'] })
  })
})
