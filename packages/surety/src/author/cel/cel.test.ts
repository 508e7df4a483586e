import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expression, compileCel } from './cel.ts'

function compiled(source: string): Expression {
  const result = compileCel(source, 'output')
  if (!result.ok) throw new Error(result.reason)
  return result.expression
}

function refusal(source: string): string {
  const result = compileCel(source, 'output')
  return result.ok ? '' : result.reason
}

const NASTY = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'size', 'get']
const many = Array.from({ length: 1500 }, (_, index) => index)

describe('a condition in CEL', () => {
  it.each<[string, unknown, unknown]>([
    ['input.total > 1000.0', { total: 2000 }, true],
    ['input.total > 1000', { total: 2000.5 }, true],
    ['input.total == 20', { total: 20 }, true],
    ['input.total * 1.5 == 3.0', { total: 2 }, true],
    ['1.5 * input.total == 3.0', { total: 2 }, true],
    ['input.total / 2 == 3', { total: 7 }, true],
    ['size(input.lines) == 2', { lines: [1, 2] }, true],
    ['input.lines.all(x, x > 0)', { lines: [1, 2] }, true],
    ['has(input.x)', {}, false],
    ['has(input.constructor) || has(input.toString)', {}, false],
    ['"toString" in input', {}, false],
    ['input.x == {"a": [1, {"b": null}]}', { x: { a: [1, { b: null }] } }, true],
    ['input.exists(key, input[key] == 2)', { a: 1, b: 2 }, true],
    ['input.name.matches("^[a-z]+$")', { name: 'abc' }, true],
    ['input["a b"] == null', { 'a b': null }, true],
    ['input.x.y == 1', {}, undefined],
    ['input.total + "x" == "x"', { total: 1 }, undefined],
    ['size(input.many) == 1500', { many }, true],
    ['input.many.exists(x, x == 3)', { many }, true],
    ['input.many.all(x, x >= 0)', { many }, undefined],
    ['input.all(key, key != "")', Object.fromEntries(many.map((key) => [`k${key}`, 1])), undefined],
    ['input.text.matches("^(a+)+$")', { text: `${'a'.repeat(60)}!` }, undefined],
  ])('%s of %j is %j', (source, input, value) => {
    expect(compiled(source).evaluate({ input, output: {} })).toBe(value)
  })

  it.each(NASTY)('finds what stands under %s, whatever it is', (key) => {
    const at = compiled(`output[${JSON.stringify(key)}] == input.value`)
    const besides = compiled('output.other == 1 && size(output) == 2')
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
        const output = Object.fromEntries([
          [key, value],
          ['other', 1],
        ])
        expect(at.evaluate({ input: { value }, output })).toBe(true)
        expect(besides.evaluate({ input: {}, output })).toBe(true)
      }),
    )
  })

  it.each(NASTY)('knows by the schema whether there is a field %s', (key) => {
    const condition = compiled(`output[${JSON.stringify(key)}] == 1`)
    const schema = (fields: readonly string[]) => ({
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, { type: 'integer' }])),
    })
    expect(condition.misfit({ input: undefined, output: schema([key]) })).toBe(undefined)
    expect(condition.misfit({ input: undefined, output: schema(['other']) })).toContain(`No such key: ${key}`)
  })

  it('that was cut off works again with the next value', () => {
    const condition = compiled('input.text.matches("^(a+)+$")')
    expect(condition.evaluate({ input: { text: `${'a'.repeat(60)}!` } })).toBe(undefined)
    expect(condition.evaluate({ input: { text: 'aaa' } })).toBe(true)
  })

  it.each([
    ['input.', 'Expected IDENTIFIER'],
    ['other == 1', 'Unknown variable: other (character 1)'],
    ['1 + 1', 'it gives an int'],
    [`${'1 + '.repeat(300)}1 == 1`, 'maxAstNodes'],
    [`${'('.repeat(300)}true${')'.repeat(300)}`, 'maxDepth'],
    ['input.matches(input.x)', 'literal pattern'],
    ['input.x.matches("(")', 'Invalid regular expression'],
    ['input.a.all(x, x.all(y, y.all(z, z)))', 'nests macros'],
  ])('%s is refused', (source, reason) => {
    expect(refusal(source)).toContain(reason)
  })

  const line = { type: 'object', properties: { qty: { type: 'integer' } }, additionalProperties: false }
  const input = {
    type: 'object',
    $defs: { line, self: { type: 'object', properties: { next: { $ref: '#/$defs/self' } } } },
    properties: {
      name: { type: 'string' },
      'card-number': { type: 'string' },
      price: { type: 'number' },
      lines: { type: 'array', items: { $ref: '#/$defs/line' } },
      open: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      self: { $ref: '#/$defs/self' },
    },
  }

  it.each([
    ['input.name == "x"', undefined],
    ['input.nme == "x"', 'No such key: nme'],
    ['has(input.nme)', 'No such key: nme'],
    ['input.lines.all(l, l.qty > 0)', undefined],
    ['input.lines.all(l, l.quantity > 0)', 'No such key: quantity'],
    ['input.lines.all(l, has(l.qty))', undefined],
    ['input["card-number"] != ""', undefined],
    ['input.price > 1 && input.price > 1.5', undefined],
    ['input.open.anything == 1', undefined],
    ['input.either == 1', undefined],
    ['input.self.next.next.next.next.next.next.next.next == 1', undefined],
    ['input.name + 1 == "x"', 'no such overload'],
    ['output.whatever == 1', undefined],
    ['size(input.lines)', 'it gives an int'],
  ])('%s against a schema: %s', (source, reason) => {
    const result = compileCel(source, 'output')
    const misfit = result.ok ? result.expression.misfit({ input, output: undefined }) : result.reason
    if (reason === undefined) expect(misfit).toBe(undefined)
    else expect(misfit).toContain(reason)
  })

  it('is checked against whatever a schema may be', () => {
    const key = fc.constantFrom(
      'type',
      'properties',
      'items',
      '$ref',
      'a',
      'b-c',
      '__proto__',
      'constructor',
      'additionalProperties',
    )
    const leaf = fc.constantFrom<unknown>(
      'object',
      'array',
      'string',
      'integer',
      '#',
      '#/properties/a',
      true,
      false,
      null,
      7,
    )
    const { schema } = fc.letrec<{ schema: Record<string, unknown>; part: unknown }>((tie) => ({
      schema: fc.dictionary(key, tie('part')),
      part: fc.oneof({ depthSize: 'small' }, leaf, tie('schema')),
    }))
    const condition = compiled('input.a == 1 && has(input.b.a) && size(input.c) > 0 && output.constructor == 2')
    fc.assert(
      fc.property(schema, schema, (input, output) => {
        const misfit = condition.misfit({ input, output })
        expect(misfit === undefined || misfit !== '').toBe(true)
      }),
    )
  })
})
