import { describe, expect, it } from 'vitest'
import { bind } from './bind.ts'
import { readContract } from './read-contract.ts'

function contractOf(text: string) {
  const read = readContract(text, { path: '/nowhere/t.yaml', file: 't.yaml' })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.contract
}

const NAMED = `version: 1
tool: t
contract: { input_schema: In, output_schema: Out }
`
const INPUT = { type: 'object', properties: { id: { type: 'string' }, n: { type: 'integer' } } }
const OUTPUT = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }

describe('a contract bound to a server', () => {
  it('means by a name what the server lists', () => {
    const bound = bind(contractOf(NAMED), { inputSchema: INPUT, outputSchema: OUTPUT })
    expect(bound.problems).toEqual([])
    expect(bound.input?.jsonSchema).toBe(INPUT)
    expect(bound.output?.parse({})).toMatchObject({ ok: false, issues: [{ path: ['id'] }] })
  })

  it('has no schema where neither has one', () => {
    expect(bind(contractOf(NAMED), {})).toMatchObject({ input: undefined, output: undefined, problems: [] })
  })

  it('prefers the schema that stands in it', () => {
    const contract = contractOf('version: 1\ntool: t\ncontract: { output_schema: { type: array } }')
    expect(bind(contract, { outputSchema: OUTPUT }).output?.parse([])).toMatchObject({ ok: true })
  })

  it('is held to what its fields mean', () => {
    const contract = contractOf(`${NAMED}semantic_types: { input: { id: uuid }, output: { "ids[]": uuid } }`)
    const { input, output } = bind(contract, { inputSchema: INPUT, outputSchema: {} })
    expect(input?.parse({ id: 'x' })).toMatchObject({ ok: false, issues: [{ path: ['id'], code: 'semantic_type' }] })
    expect(input?.parse({})).toMatchObject({ ok: true })
    expect(output?.parse({ ids: [null, 'x'] })).toMatchObject({
      ok: false,
      issues: [{ path: ['ids', 1], received: 'x' }],
    })
  })

  it('knows for each test what its output must fit', () => {
    const contract = contractOf(`${NAMED}tests:
  - { name: none }
  - { name: named, expect: { output_schema: Out } }
  - { name: inline, expect: { output_schema: { type: 'null' } } }
  - { name: bad, expect: { output_schema: { type: 'nll' } } }
`)
    const { tests, problems } = bind(contract, { outputSchema: OUTPUT })
    expect(tests.map((schema) => schema?.jsonSchema)).toEqual([undefined, OUTPUT, { type: 'null' }, undefined])
    expect(problems).toEqual([expect.objectContaining({ file: 't.yaml', tool: 't', line: 8 })])
  })

  it.each([
    [
      'conditions that do not fit',
      'preconditions: [{ description: d, error_code: C, check: "input.m > 1" }]',
      'No such key: m',
    ],
    ['an approval that does not fit', 'approval: input.m > 1', 'No such key: m'],
    [
      'a sensitive field that is not there',
      'sensitive: [output.it]',
      "names 'it', which the output schema does not have",
    ],
  ])('has problems only a server can show: %s', (_, more, message) => {
    const { problems } = bind(contractOf(NAMED + more), { inputSchema: INPUT, outputSchema: OUTPUT })
    expect(problems).toEqual([expect.objectContaining({ line: 4, message: expect.stringContaining(message) })])
  })

  it('may test inputs that its schema refuses, where an error is expected', () => {
    const contract = contractOf(`${NAMED}tests: [{ name: n, input: { id: 1 }, expect: { error: BAD } }]`)
    expect(bind(contract, { inputSchema: INPUT }).problems).toEqual([])
  })

  it.each([
    [NAMED, { line: 3, column: 13 }],
    ['version: 1\ntool: t\ncontract: {}', { line: 2, column: 1 }],
  ])("tells of a server's schema that does not compile, at its name or at the tool's: %s", (text, place) => {
    const { input, problems } = bind(contractOf(text), { inputSchema: { type: 'objct' } })
    expect(input).toBe(undefined)
    expect(problems).toMatchObject([{ ...place, message: expect.stringMatching(/^The server's own input schema/) }])
  })
})
