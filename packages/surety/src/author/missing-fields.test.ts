import { describe, expect, it } from 'vitest'
import { missingFields } from './missing-fields.ts'

const INPUT = {
  type: 'object',
  properties: {
    card_number: { type: 'string' },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    open: { type: 'object', properties: { a: {} }, additionalProperties: true },
    either: { anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'null' }] },
    free: {},
    map: { type: 'object' },
    pair: { type: 'array', prefixItems: [{}] },
  },
  $defs: { line: { type: 'object', properties: { iban: { type: 'string' }, next: { $ref: '#/$defs/line' } } } },
}

const messages = (sensitive: readonly string[], input: object | undefined = INPUT): readonly string[] =>
  missingFields(
    { sensitive, semanticTypes: { input: {}, output: {} } },
    { input: { ...input }, output: undefined },
  ).map(({ message }) => message)

describe('a field that a contract names', () => {
  it.each([
    'input.card_number',
    'input.lines',
    'input.lines[]',
    'input.lines[].iban',
    'input.lines[].next.next.iban',
    'input.open.z',
    'input.either.z',
    'input.free.z',
    'input.free[].z',
    'input.map.z',
    'input.pair[].z',
    'output.z',
  ])('may be %s: the schema has it, or leaves it open', (field) => {
    expect(messages([field])).toEqual([])
  })

  it.each([
    ['input.nope', "'sensitive[0]' names 'nope', which the input schema does not have."],
    ['input.card_numbr', "does not have. Did you mean 'card_number'?"],
    ['input.lines[].ibn', "names 'ibn', which the input schema does not have. Did you mean 'iban'?"],
    ['input.card_number.digits', "names 'digits'"],
    ['input.card_number[]', "names '[]'"],
    ['input.lines.iban', "names 'iban'"],
    ['input.toString', "names 'toString'"],
  ])('must not be %s', (field, message) => {
    expect(messages([field])).toEqual([expect.stringContaining(message)])
  })

  it('is looked for where something is said of its meaning, too', () => {
    const semanticTypes = { input: {}, output: { invoice_ids: 'uuid' } } as const
    const output = { type: 'object', properties: { invoice_id: { type: 'string' } }, additionalProperties: false }
    expect(missingFields({ sensitive: [], semanticTypes }, { input: undefined, output })).toEqual([
      {
        path: ['semantic_types', 'output', 'invoice_ids'],
        message: expect.stringContaining(
          "'invoice_ids', which the output schema does not have. Did you mean 'invoice_id'?",
        ),
      },
    ])
  })

  it.each([
    ['output.iban', {}, 0],
    ['output.invoice_ids', {}, 1],
    ['output.iban', { additionalProperties: false }, 1],
    ['output.invoice_id.x', {}, 1],
  ])('may be %s of an output whose schema is %j, unless it is a slip of the pen', (field, more, count) => {
    const output = { type: 'object', properties: { invoice_id: { type: 'string' } }, ...more }
    const found = missingFields({ sensitive: [field], semanticTypes: { input: {}, output: {} } }, { input: {}, output })
    expect(found).toHaveLength(count)
  })

  it('ends in a schema that refers to itself without end', () => {
    expect(messages(['input.a'], { $ref: '#' })).toEqual([])
  })
})
