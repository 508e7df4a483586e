import { defineContract } from '@surety/tool-contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isRecord } from '@surety/tool-contracts/tools'
import { codeData } from './code-data.ts'
import { compileSchema } from '../schema/compile-schema.ts'

function accepts(outputSchema: z.ZodObject, output: unknown): boolean {
  const { contract } = codeData(
    defineContract({
      toolName: 't',
      description: 'Does it.',
      inputSchema: z.object({}),
      outputSchema,
      capabilities: ['READ'],
    }),
  )
  const compiled = compileSchema(isRecord(contract) ? contract['output_schema'] : undefined)
  return compiled.ok && compiled.schema.parse(output).ok
}

describe('the output schema of a contract in code', () => {
  const inner = z.object({ id: z.string() })
  it.each([
    ['an object that strips', z.object({ ok: z.boolean() }), { ok: true, more: 1 }],
    ['an object that is strict', z.strictObject({ ok: z.boolean() }), { ok: true, more: 1 }],
    ['an object that is loose', z.looseObject({ ok: z.boolean() }), { ok: true, more: 1 }],
    ['an object whose other keys have a type', z.object({}).catchall(z.string()), { more: 1 }],
    ['an object in an array', z.object({ items: z.array(inner) }), { items: [{ id: 'x', more: 1 }] }],
    ['a strict object in one that strips', z.object({ item: inner.strict() }), { item: { id: 'x', more: 1 } }],
    ['an object in two places', z.object({ a: inner, b: inner }), { a: { id: 'x', more: 1 }, b: { id: 'y' } }],
    ['a wrong value', z.object({ ok: z.boolean() }), { ok: 'true' }],
    ['a missing value', z.object({ ok: z.boolean() }), {}],
  ])('takes what Zod takes: %s', (_, schema, output) => {
    expect(accepts(schema, output)).toBe(schema.safeParse(output).success)
  })
})
