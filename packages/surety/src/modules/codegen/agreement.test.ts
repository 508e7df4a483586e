import * as fc from 'fast-check'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import type { z } from 'zod'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import { arbitraryOf } from '../../inputs/arbitrary.ts'
import { sampleInputs } from '../../inputs/sample.ts'
import { FORMATS, schemas } from '../../inputs/schemas.test-data.ts'
import { invalidate } from '../../inputs/invalidate.ts'
import { compiledTool, exportsOf, folderWith, generated } from './generated.test-data.ts'
import { faultOf } from './generated-tool.ts'

const ROUNDS = fc.readConfigureGlobal().numRuns ?? 100
const EVERYDAY: readonly Json[] = [
  null,
  true,
  0,
  1,
  -0.5,
  3e9,
  1e300,
  '',
  'a',
  'ab',
  '😀',
  '1-2',
  [],
  [1],
  ['a', 'b'],
  [1, 1],
  [{}, {}],
  {},
  { a: 1 },
  { b: 'b', c: null },
  { a: {}, b: [] },
  { constructor: 'x', toString: 1 },
  { 'x y/~': [[]] },
  JSON.parse('{"__proto__": 1, "a": "a"}'),
]

const TEXTS: readonly string[] = [
  '2024-02-29',
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-04-31',
  '1900-02-29',
  '2024-1-1',
  ' 2024-01-01',
  '12:00:00Z',
  '12:00:00',
  '24:00:00Z',
  '23:59:60Z',
  '12:59:60Z',
  '00:59:60+01:00',
  '12:00:00+24:00',
  '12:00:00+0100',
  '2024-02-29T12:00:00Z',
  '2024-02-29 12:00:00z',
  '2024-02-29T12:00:00',
  '2024-02-29TT',
  '2024-02-29t23:59:60-00:00',
  'a:',
  'a:b',
  'a:?',
  'a:#',
  'a:/',
  'a://',
  'a://b@c@d',
  'a:"',
  'a://"',
  '//a',
  '/',
  'http://[::1]:80/',
  'http://[::1',
  'x:%zz',
  'http://a.b/c?d#e',
  'urn:uuid:3f2b8c1e-9d4a-0e6b-0a57-1c0d2e3f4a5b',
  '3f2b8c1e-9d4a-0e6b-0a57-1c0d2e3f4a5b',
  'a b',
  'ü',
  'a@b',
  'a@b.c',
  'A.b+c@d-e.f',
  '.a@b.c',
  'a..b@c.d',
  '1.2.3.4',
  '01.2.3.4',
  '256.1.1.1',
  '::',
  '::1',
  'fe80::1%a',
  '1::2::3',
  'P1D',
  'P',
  'PT',
  'P1W2D',
  'P1Y2M3DT4H',
  '[',
  '\\\\Z',
  'a\\\\Z',
  '(?<n>a)',
  'dGV4dA==',
  'dGV4dA=',
  'a\n',
  '*\ndGV4dA==',
  '~',
  '/~2',
  '/~1',
]

/** Schemas are outputs here: their values need not be objects. */
async function disagreements(list: readonly object[], more: readonly Json[] = []): Promise<readonly string[]> {
  const tools = list.map((schema, index) => compiledTool(`t${index}`, { outputSchema: { ...schema } }))
  const usable = tools.filter((tool) => faultOf(tool) === undefined)
  expect(usable.length).toBeGreaterThan(list.length / 2)
  const folder = folderWith(generated(usable))
  const exported = await exportsOf(folder, 'schemas.ts')
  rmSync(folder, { recursive: true })
  return usable.flatMap(({ tool, outputSchema = {} }) => {
    // What the module exports under that name is a schema: it compiles.
    const made = exported[`${tool}Output`] as z.ZodType
    const compiled = compileSchema(outputSchema)
    if (!compiled.ok) return []
    return [...more, ...valuesFor(outputSchema)].flatMap((value) => {
      if (isDoubtful(outputSchema, value)) return []
      const parsed = made.safeParse(value)
      if (compiled.schema.parse(value).ok === parsed.success) return []
      const said = parsed.success ? 'takes' : `refuses (${parsed.error.issues[0]?.message})`
      return [`${tool} ${said} ${JSON.stringify(value)} of ${JSON.stringify(outputSchema)}`]
    })
  })
}

function valuesFor(schema: object): readonly Json[] {
  const inputs = arbitraryOf(schema)
  if (!inputs.ok) return EVERYDAY
  const samples = sampleInputs(inputs, { seed: 1, count: 12 })
  return [
    ...EVERYDAY,
    ...samples,
    ...samples.slice(0, 3).flatMap((value) => invalidate(schema, value).map(({ input }) => input)),
  ]
}

/**
 * Ajv's own mistakes, as inputs.property.test.ts tells them; numbers past what division can tell; and `__proto__`, which
 * Zod takes out of a value before it is checked, and Ajv does not look up in `properties`.
 */
function isDoubtful(schema: object, value: Json): boolean {
  const [said, text] = [JSON.stringify(schema), JSON.stringify(value)]
  if (text.includes('__proto__') && !said.includes('["__proto__"]')) return true
  if (said.includes('"contains"') && text.includes('[]')) return true
  if (said.includes('"uniqueItems":true') && /"prefixItems":\[.*false/.test(said) && text.includes('[')) return true
  return /\de[+-]\d/.test(text) && said.includes('multipleOf')
}

test('generated schemas accept what contracts accept, whatever keywords the JSON Schema has', async () => {
  const drawn = fc.sample(schemas(), { seed: 7, numRuns: 4 * ROUNDS }).filter((schema) => typeof schema === 'object')
  expect(await disagreements(drawn)).toEqual([])
})

const NAMED: readonly object[] = [
  ...['__proto__', 'constructor', 'toString'].flatMap((name) => [
    { type: 'object', required: [name] },
    { type: 'object', properties: JSON.parse(`{"${name}": {"type": "string"}}`), additionalProperties: false },
    {
      type: 'object',
      properties: JSON.parse(`{"a": true, "${name}": {"type": "number", "default": 3}}`),
      minProperties: 2,
    },
  ]),
  {
    $schema: 'http://json-schema.org/draft-07/schema#',
    items: [{ type: 'number' }],
    additionalItems: { type: 'string' },
  },
  { $schema: 'http://json-schema.org/draft-07/schema#', contains: { const: 1 }, minContains: 2, type: 'array' },
  { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { a: ['b'], b: { required: ['c'] } } },
  { type: 'string', nullable: true, maxLength: 1 },
  { type: 'object', properties: { a: { default: 1 } }, maxProperties: 0 },
  { allOf: [{ properties: { a: { type: 'object', default: {} } } }, { properties: { a: { default: 2 } } }] },
  {
    type: 'array',
    prefixItems: [
      { type: 'number', default: 1 },
      { type: 'number', default: 2 },
    ],
  },
  { enum: [{ a: 1 }, [1, { b: null }], 'x', 3] },
  { const: null },
  { $ref: '#/$defs/tree', $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
  { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#/properties/a' } }, additionalProperties: false },
  { $defs: { n: { $anchor: 'n', type: 'integer' } }, properties: { a: { $ref: '#n' } } },
]

test('names that every object has, earlier drafts, defaults and references mean what they mean in contracts', async () => {
  expect(await disagreements(NAMED)).toEqual([])
})

test('generated schemas mean by a format what contracts mean by it', async () => {
  const formats = [...FORMATS, 'iso-time', 'iso-date-time', 'int32', 'int64', 'float', 'password'].flatMap((format) => [
    { type: 'string', format },
    { format, minLength: 2 },
    { type: ['number', 'string'], format },
  ])
  expect(await disagreements(formats, TEXTS)).toEqual([])
})
