import type { Json } from '@surety/tool-contracts/tools'
import { describe, expect, it } from 'vitest'
import type { ExpectedFailure } from './call-evidence.ts'
import { exampleAnswer, exampleCall, exampleText } from './example-evidence.ts'
import type { Finding } from './finding.ts'
import { missingDetail, speaksOf } from './speaks-of.ts'

const FINDING: Finding = {
  code: 'E007',
  tool: 'fetch_user',
  message: '/id must be text, but is something else.',
  blame: 'tool',
  evidence: { kind: 'schema' },
  defect: 'output schema',
}

/** Does E007 speak of these details, where the answer has this value and the schema wants that type? */
function speaks(details: Readonly<Record<string, string>>, value: Json | undefined, wanted: Json = 'string'): boolean {
  const expected: ExpectedFailure = { type: 'output_validation', at: ['tests', 0], details }
  const output = value === undefined ? {} : { id: value }
  const answer = exampleAnswer(output, { schemaIssues: [{ path: '/id', message: 'No.' }] })
  const outputSchema = { type: 'object', properties: { id: { type: wanted } } }
  return speaksOf(FINDING, expected, exampleCall({ answer }), { name: 'fetch_user', outputSchema })
}

describe('the details of an expected failure', () => {
  it.each<[Json | undefined, string]>([
    [1, 'integer'],
    [1, 'number'],
    [1.5, 'number'],
    [true, 'boolean'],
    [{ a: 1 }, 'object'],
    [[1], 'array'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('are met where the answer has %j and %s is said to be received', (value, received) => {
    expect(speaks({ received }, value)).toBe(true)
  })

  it.each<[Json | undefined, string]>([
    [1.5, 'integer'],
    [1, 'object'],
    [null, 'array'],
  ])('are not met where the answer has %j and %s is said to be received', (value, received) => {
    expect(speaks({ received }, value)).toBe(false)
  })

  it.each<[Json, string, boolean]>([
    ['string', 'string', true],
    [['string', 'null'], 'null', true],
    ['string', 'boolean', false],
    [5, 'boolean', false],
  ])('are held against the schema, which wants %j: %s is met: %s', (wanted, expected, isMet) => {
    expect(speaks({ expected }, 1, wanted)).toBe(isMet)
  })

  it('may use the words of the finding, in whatever case', () => {
    expect(speaks({ expected: 'Text', field: 'ID' }, 1)).toBe(true)
    expect(speaks({ expected: 'string', field: 'name' }, 1)).toBe(false)
    expect(missingDetail('Field id', { field: 'id', expected: 'text' })).toBe('expected')
  })

  it('are looked for in lists too', () => {
    const expected: ExpectedFailure = { type: 'output_validation', at: ['tests', 0], details: { expected: 'integer' } }
    const answer = exampleAnswer({ ids: ['a'] }, { schemaIssues: [{ path: '/ids/0', message: 'No.' }] })
    const outputSchema = { properties: { ids: { type: 'array', items: { type: 'integer' } } } }
    expect(speaksOf(FINDING, expected, exampleCall({ answer }), { name: 'a', outputSchema })).toBe(true)
  })

  it('of another kind of failure, or of an answer that is none, are met by words alone', () => {
    const details = { received: 'number' }
    const other: ExpectedFailure = { type: 'side_effect', at: ['tests', 0], details }
    const same: ExpectedFailure = { type: 'output_validation', at: ['tests', 0], details }
    const late = exampleCall({ answer: { kind: 'timeout', limitMs: 1 } })
    expect(speaksOf(FINDING, other, exampleCall(), { name: 'a' })).toBe(false)
    expect(speaksOf(FINDING, same, late, { name: 'a' })).toBe(false)
    expect(speaksOf(FINDING, same, exampleCall({ answer: exampleText('1') }), { name: 'a' })).toBe(false)
  })
})
