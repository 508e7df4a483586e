import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { compileSchema } from './schema/compile-schema.ts'
import { contractSchema, readContract } from './read-contract.ts'

/** Every key a contract can have. */
const FULL = `version: 1
tool: create_invoice
description: Create a draft invoice.
contract:
  input_schema: CreateInvoice
  output_schema: { type: object, properties: { invoice_id: { type: string }, total: { type: number }, count: { type: integer } }, required: [invoice_id, total] }
guarantees:
  deterministic: false
  side_effects: filesystem
  writes: ["data/invoices/**"]
  network: [api.example.com:443, '*.example.com:443']
  max_output_size: 10kb
  max_execution_time: 5s
  memory: 256mb
  dependencies: [fetch_customer]
capabilities: [READ, CREATE]
semantic_types: { input: { customer_id: uuid, "lines[].product_id": resource-id }, output: { invoice_id: uuid } }
idempotent: false
errors:
  - { code: CUSTOMER_BLOCKED, description: The customer may not be invoiced., retryable: false }
preconditions:
  - { description: at least one line, error_code: NO_LINES, check: "size(input.lines) > 0" }
postconditions:
  - { description: one id per invoice, error_code: WRONG_COUNT, check: "output.count == size(input.lines)" }
approval: "input.total > 1000.0"
limits: { timeout_ms: 10000, memory_mb: 512, max_output_bytes: 65536 }
sensitive: [input.card_number, output.iban]
constraints: [Draft only; never sends mail.]
examples: [{ input: { customer_id: a, lines: [] }, output: { invoice_id: b, total: 0 } }]
ignore: [{ code: W022, reason: ids are random by design, until: 2027-06-30 }]
tests:
  - name: one line
    input: { customer_id: a, lines: [{ product_id: "1", qty: 2 }] }
    env: { CURRENCY: EUR }
    ignore_paths: [$.created_at]
    expect: { output_schema: Invoice, output: { total: 20, invoice_id: { $type: string }, currency: { $regex: "^[A-Z]{3}$" }, lines: { $length: 1 } } }
  - { name: blocked, input: {}, expect: { error: CUSTOMER_BLOCKED } }
  - { name: blocked with words, input: {}, expect: { error: { code: CUSTOMER_BLOCKED, message: { $regex: blocked } } } }
`

/** The smallest contracts that mean something, by tool. */
const SEED: Readonly<Record<string, string>> = {
  fetch_user: `version: 1
tool: fetch_user

contract:
  input_schema: FetchUserRequest
  output_schema: User

guarantees:
  side_effects: none
  max_output_size: 10kb
  dependencies: []

tests:
  - name: fetch_existing_user
    input:
      user_id: '123'
    expect:
      output_schema: User
`,
  create_report: `version: 1
tool: create_report

contract:
  input_schema: ReportRequest
  output_schema: Report

guarantees:
  deterministic: false # Reports may include timestamps
  side_effects: filesystem # Writes to temp directory only
  max_output_size: 1mb
  dependencies: []
`,
  process_data: `version: 1
tool: process_data

contract:
  input_schema: ProcessDataRequest
  output_schema: ProcessedData

guarantees:
  side_effects: none
  max_output_size: 50kb
  dependencies:
    - fetch_user
    - validate_data
`,
}

const SOURCE = { path: '/nowhere/tools/x.yaml', file: 'tools/x.yaml' }

function contractOf(text: string) {
  const read = readContract(text, SOURCE)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.contract
}

function problemsOf(text: string) {
  const read = readContract(text, SOURCE)
  return read.ok ? [] : read.problems
}

/** A minimal contract, and what follows from its fifth line on. */
function withMore(more: string): string {
  return `version: 1\ntool: t\ncontract: {}\n\n${more}`
}

describe('a contract in YAML', () => {
  it('is read with every key it can have', () => {
    const contract = contractOf(FULL)
    expect(contract).toMatchObject({
      file: 'tools/x.yaml',
      tool: 'create_invoice',
      inputSchema: { kind: 'name', name: 'CreateInvoice' },
      outputSchema: { kind: 'schema', from: 'tools/x.yaml' },
      guarantees: {
        deterministic: false,
        sideEffects: 'filesystem',
        writes: ['data/invoices/**'],
        network: ['api.example.com:443', '*.example.com:443'],
        maxOutputBytes: 10_240,
        maxExecutionMs: 5000,
        memoryBytes: 256 * 1024 ** 2,
        dependencies: ['fetch_customer'],
      },
      limits: { timeoutMs: 10_000, memoryMb: 512, maxOutputBytes: 65_536 },
      capabilities: ['READ', 'CREATE'],
      semanticTypes: { input: { 'lines[].product_id': 'resource-id' }, output: { invoice_id: 'uuid' } },
      idempotent: false,
      errors: [{ code: 'CUSTOMER_BLOCKED', retryable: false }],
      sensitive: ['input.card_number', 'output.iban'],
      constraints: ['Draft only; never sends mail.'],
      ignore: [{ code: 'W022', until: '2027-06-30' }],
    })
    expect(contract.tests.map(({ expect: expected }) => expected?.error)).toEqual([
      undefined,
      { code: 'CUSTOMER_BLOCKED', message: undefined, type: undefined, details: {} },
      { code: 'CUSTOMER_BLOCKED', message: { $regex: 'blocked' }, type: undefined, details: {} },
      undefined,
    ])
    expect(contract.tests[3]).toMatchObject({ kind: 'example', name: 'example 1', at: ['examples', 0] })
    expect(contract.tests[0]).toMatchObject({ env: { CURRENCY: 'EUR' }, ignorePaths: ['$.created_at'] })
    expect(contract.preconditions[0]?.holds({ lines: [1] })).toBe(true)
    expect(contract.preconditions[0]?.holds({ lines: [] })).toBe(false)
    expect(contract.postconditions[0]?.holds({ lines: [1, 2] }, { count: 2 })).toBe(true)
    expect(contract.postconditions[0]?.holds({ lines: [1, 2] }, {})).toBe(false)
  })

  it('expects failures by their kind, as Syrin writes them', () => {
    const tests = `tests:
  - { name: a, expect: { success: false, error: { code: E500, type: side_effect } } }
  - { name: b, expect: { error: { type: input_validation, details: { field: id, received: int, expected: 5 } } } }
  - { name: c, expect: { success: false } }
  - { name: d, expect: { success: true } }`
    const contract = contractOf(withMore(tests))
    const any = { code: undefined, message: undefined, type: undefined, details: {} }
    expect(contract.tests.map(({ expect: expected }) => expected?.error)).toEqual([
      { ...any, code: 'E500', type: 'side_effect' },
      { ...any, type: 'input_validation', details: { field: 'id', received: 'int', expected: '5' } },
      any,
      undefined,
    ])
  })

  it.each(Object.keys(SEED))('is read as it always was written: %s', (name) => {
    expect(contractOf(SEED[name] ?? '').tool).toBe(name)
  })

  it.each([
    ['side_effects: none', ['READ']],
    ['side_effects: filesystem', ['READ', 'WRITE']],
    ['writes: [data/**]', ['READ', 'WRITE']],
    ['deterministic: true', ['EXECUTE']],
  ])('that names no capabilities has those of its effects: %s', (guarantee, capabilities) => {
    expect(contractOf(withMore(`guarantees: { ${guarantee} }`)).capabilities).toEqual(capabilities)
  })

  it.each([
    ['1B', 1],
    ['10kb', 10_240],
    ['1.5 MB', 1_572_864],
    ['2Gb', 2 * 1024 ** 3],
  ])('has sizes in any case: %s', (size, bytes) => {
    expect(contractOf(withMore(`guarantees: { max_output_size: ${size} }`)).guarantees.maxOutputBytes).toBe(bytes)
  })

  it('says where each of its keys stands, and where the nearest one does', () => {
    const { locate } = contractOf(FULL)
    expect(locate(['guarantees', 'side_effects'])).toEqual({ line: 9, column: 3 })
    expect(locate(['guarantees', 'nothing', 0])).toEqual({ line: 7, column: 1 })
    expect(locate(['tests', 1, 'expect', 'error'])).toMatchObject({ line: 37 })
    expect(locate([])).toEqual({ line: 1, column: 1 })
  })

  it('tells all its problems at once, each at its place, with the key that was probably meant', () => {
    const text = withMore('guarantes: {}\nguarantees:\n  sideEffects: none\n  max_output_size: 10\nidempotent: maybe\n')
    expect(problemsOf(text)).toEqual([
      expect.objectContaining({ line: 5, column: 1, fix: "Did you mean 'guarantees'?", tool: 't' }),
      expect.objectContaining({ line: 7, column: 3, fix: "Did you mean 'side_effects'?" }),
      expect.objectContaining({ line: 8, column: 3, message: expect.stringContaining('but is 10.') }),
      expect.objectContaining({ line: 9, column: 1, message: expect.stringContaining('true or false') }),
    ])
  })
})

const CONDITION = '[{ description: d, error_code: C, check: '

describe('a contract is refused', () => {
  it.each([
    ['version: 2\ntool: t\ncontract: {}', 'Only version 1'],
    ['tool: t\ncontract: {}', "must have 'version'"],
    ['version: 1\ncontract: {}', "must have 'tool'"],
    ['version: 1\ntool: t', "must have 'contract'"],
    ['version: 1\ntool: a b\ncontract: {}', 'visible characters'],
    ['version: 1\ntool: 7\ncontract: {}', 'must be text'],
    ['- 1', 'must be a mapping'],
    ['text', 'must be a mapping'],
    [withMore('guarantees:'), 'must be a mapping, but is empty'],
    [withMore('guarantees: { max_output_size: 10 kilobytes }'), 'a size such as 10kb'],
    [withMore('guarantees: { max_output_size: 0kb }'), 'a size such as 10kb'],
    [withMore('guarantees: { max_execution_time: 5w }'), 'a duration such as 5s'],
    [withMore('guarantees: { max_execution_time: 5 }'), 'but is 5. Give the unit: 5ms, 5s, 5m, 5h or 5d.'],
    [withMore('guarantees: { max_execution_time: "5" }'), 'Give the unit: 5ms, 5s, 5m, 5h or 5d.'],
    [withMore('guarantees: { memory: 256 }'), 'Give the unit: 256b, 256kb, 256mb or 256gb.'],
    [withMore('guarantees: { max_output_size: 0.5 }'), 'Give the unit: 0.5kb, 0.5mb or 0.5gb.'],
    [withMore('guarantees: { side_effects: network }'), 'one of none, filesystem'],
    [withMore('guarantees: { side_effects: none, writes: [a] }'), 'Keep one'],
    [withMore('guarantees: { writes: [/etc/**] }'), 'a glob below the project'],
    [withMore('guarantees: { writes: [../x] }'), 'a glob below the project'],
    [withMore('guarantees: { writes: ["a{b"] }'), 'a glob below the project'],
    [withMore(`guarantees: { writes: ["${'*a'.repeat(5001)}"] }`), 'has 10002 characters; at most 10000 are read'],
    [withMore('guarantees: { network: some }'), 'one of none, any'],
    [withMore('guarantees: { network: [api.example.com] }'), 'host:port'],
    [withMore('guarantees: { network: ["h:70000"] }'), 'host:port'],
    [withMore('guarantees: { network: ["*:443"] }'), 'host:port'],
    [withMore('guarantees: { network: ["api.*.com:443"] }'), 'host:port'],
    [withMore('guarantees: { dependencies: t }'), 'a list'],
    [withMore('capabilities: [READ, WRIT]'), "Did you mean 'WRITE'?"],
    [withMore('capabilities: []'), 'at least 1'],
    [withMore('semantic_types: { input: { id: guid } }'), "Did you mean 'uuid'?"],
    [withMore('semantic_types: { input: { "a..b": uuid } }'), 'a field path'],
    [withMore('errors: [{ code: not-good, description: d }]'), 'upper-case'],
    [withMore('errors: [{ code: A, description: d, retryable: true }]'), 'INV-MCP-004'],
    [withMore('errors: [{ code: A, description: d }, { code: A, description: d }]'), 'twice'],
    [withMore('errors: [{ code: OUTPUT_TOO_LARGE, description: d }]'), 'only the host'],
    [withMore('idempotent: true\nerrors: [{ code: CONFLICT, description: d, retryable: true }]'), 'standard code'],
    [withMore('limits: { timeout_ms: 0 }'), 'from 1 to'],
    [withMore('limits: { memory_mb: 1.5 }'), 'a whole number'],
    [withMore('sensitive: [card]'), 'input.card_number'],
    [withMore('ignore: [{ code: X1, reason: r }]'), 'W022'],
    [withMore('ignore: [{ code: W022, reason: r, until: 2027-02-30 }]'), 'a date'],
    [withMore('ignore: [{ code: W022, reason: r, until: 2027 }]'), "'ignore[0].until' must be a date"],
    [withMore('ignore: [{ code: W022 }]'), "must have 'reason'"],
    [withMore('ignore: [{ code: w022, reason: r }]'), "Did you mean 'W022'?"],
    [withMore('ignore: [{ code: W22, reason: r }]'), "Did you mean 'W022'?"],
    [withMore('ignore: [{ code: W999, reason: r }]'), '`surety explain` lists all of them'],
    [withMore('tests: [{ name: a }, { name: a }]'), 'twice'],
    [withMore('tests: [{ name: { toString: 1, valueOf: 1 } }]'), 'must be text, but is a mapping'],
    [withMore('tests: [{ input: {} }]'), "must have 'name'"],
    [withMore('tests: [{ name: a, input: [] }]'), 'a mapping'],
    [withMore('tests: [{ name: a, env: { A: 1 } }]'), 'Put it in quotes: "1".'],
    [withMore('tests: [{ name: a, env: { "A B": x } }]'), 'environment variable'],
    [withMore('tests: [{ name: a, ignore_paths: [created_at] }]'), '$.created_at'],
    [withMore('tests: [{ name: a, expect: { output: 1, error: A } }]'), 'both'],
    [withMore('tests: [{ name: a, expect: { error: {} } }]'), 'a code such as'],
    [withMore('tests: [{ name: a, expect: { success: true, error: A } }]'), 'both success and an error'],
    [withMore('tests: [{ name: a, expect: { success: false, output: 1 } }]'), 'both an output and an error'],
    [withMore('tests: [{ name: a, expect: { success: yes please } }]'), 'true or false'],
    [withMore('tests: [{ name: a, expect: { error: { type: side_effects } } }]'), "Did you mean 'side_effect'?"],
    [
      withMore('tests: [{ name: a, expect: { error: { typ: side_effect } } }]'),
      "'tests[0].expect.error' has no key 'typ'",
    ],
    [
      withMore('tests: [{ name: a, expect: { error: { type: side_effect, details: { file: x } } } }]'),
      "has no key 'file'",
    ],
    [withMore('tests: [{ name: a, expect: { output: { x: { $typ: string } } } }]'), "Did you mean '$type'?"],
    [withMore('tests: [{ name: a, expect: { output: { $type: text } } }]'), 'one of string'],
    [withMore('tests: [{ name: a, expect: { output: { $regex: "(" } } }]'), 'a regular expression'],
    [withMore('tests: [{ name: a, expect: { output: { $min: 1, x: 2 } } }]'), 'mixes matchers'],
    [withMore('approval: sometimes'), 'CEL'],
    [withMore(`preconditions: ${CONDITION}"input." }]`), 'Expected IDENTIFIER'],
    [withMore(`preconditions: ${CONDITION}"output.x" }]`), 'Unknown variable: output'],
    [withMore(`preconditions: ${CONDITION}"size(input.x)" }]`), 'not true or false'],
    ['version: 1\ntool: t\ncontract: { input_schema: https://example.com/x.json }', 'cannot be read'],
    ['version: 1\ntool: t\ncontract: { input_schema: 7 }', 'the name of a schema'],
    ['version: 1\ntool: t\ncontract: { input_schema: { $ref: "https://example.com/x" } }', 'nothing is fetched'],
  ])('%j', (text, message) => {
    const problems = problemsOf(text)
    expect(problems.map((problem) => `${problem.message} ${problem.fix ?? ''}`).join('\n')).toContain(message)
    for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0)
  })

  it('when a condition does not fit the schemas that stand in it', () => {
    const schemas =
      'version: 1\ntool: t\ncontract:\n  input_schema: { type: object, properties: { total: { type: integer } } }\n'
    const refused = (check: string) =>
      problemsOf(`${schemas}preconditions: ${CONDITION}"${check}" }]`).map(({ message }) => message)
    expect(refused('input.total > 3')).toEqual([])
    expect(refused('input.totl > 3')).toEqual([expect.stringContaining('No such key: totl')])
    expect(refused('has(input.totl)')).toEqual([expect.stringContaining('No such key: totl')])
    expect(refused('input.total')).toEqual([expect.stringContaining('it gives an int')])
  })
})

it('tells a hundred problems of a file, and no more, in good time', () => {
  const strange = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')
  const read = readContract(`${strange}\n`, SOURCE)
  expect(read.ok ? [] : read.problems).toHaveLength(100)
})

describe('reading any text at all', () => {
  /** Never a throw; without a contract, problems with a place; with one, a name. */
  function isAnswered(text: string): boolean {
    const read = readContract(text, SOURCE)
    if (read.ok) return read.contract.tool !== ''
    return (
      read.problems.length > 0 &&
      read.problems.every(({ line, column, message }) => line >= 1 && column >= 1 && message !== '')
    )
  }
  const rounds = (count: number) => ({ numRuns: count * Number(process.env['SURETY_ROUNDS'] ?? 1) })
  const pieces = fc.constantFrom(...FULL.split(/(?<=[\s:,[\]{}])/))

  it('answers arbitrary text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), isAnswered), rounds(600))
  })

  it('answers arbitrary arrangements of what contracts are made of', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
        isAnswered,
      ),
      rounds(800),
    )
  })

  it('answers contracts that were damaged', () => {
    const damage = fc.record({
      at: fc.nat(FULL.length),
      length: fc.nat(40),
      put: fc.oneof(
        pieces,
        fc.string({ maxLength: 8 }),
        fc.constantFrom('\t', '\u0000', '&a ', '*a', '!!x ', '\n---\n', '? ', '%'),
      ),
    })
    const damaged = fc.array(damage, { minLength: 1, maxLength: 4 }).map((changes) => {
      return changes.reduce((text, { at, length, put }) => text.slice(0, at) + put + text.slice(at + length), FULL)
    })
    fc.assert(fc.property(damaged, isAnswered), rounds(800))
  })

  it('answers values of the wrong kind anywhere in a contract', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const places = leavesOf(parse(FULL))
    fc.assert(
      fc.property(fc.constantFrom(...places), value, (place, put) =>
        isAnswered(JSON.stringify(replaced(parse(FULL), place, put))),
      ),
      rounds(600),
    )
  })

  it.each(['toString', 'constructor', '__proto__'])('answers a type that every object inherits: %s', (type) => {
    const place = ['contract', 'output_schema', 'properties', 'total', 'type']
    expect(isAnswered(JSON.stringify(replaced(parse(FULL), place, type)))).toBe(true)
  })

  it('answers deep nesting of any kind', () => {
    const opening = fc.constantFrom('[', '{', '{a: ', '- ', '? ', 'a: [', '[{')
    const deep = fc.tuple(opening, fc.nat(3000)).map(([open, times]) => `tests: ${open.repeat(times)}`)
    fc.assert(fc.property(deep, isAnswered), rounds(20))
  })
})

type Place = readonly (string | number)[]

function leavesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...at, key]))]
}

function replaced(value: unknown, [key, ...rest]: Place, put: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return put
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  Reflect.set(copy, key, replaced(Reflect.get(value, key), rest, put))
  return copy
}

describe('the JSON Schema of a contract', () => {
  it.each([...Object.entries(SEED), ['create_invoice', FULL]])('accepts %s', (_, text) => {
    const compiled = compileSchema(contractSchema)
    expect(compiled.ok && compiled.schema.parse(parse(text))).toMatchObject({ ok: true })
  })
})
