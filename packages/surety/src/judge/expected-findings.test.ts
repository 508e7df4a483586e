import { describe, expect, it } from 'vitest'
import type { CallEvidence, ExpectedFailure } from './call-evidence.ts'
import type { RunEvidence } from './evidence.ts'
import {
  exampleAnswer,
  exampleCall,
  exampleContract,
  exampleRun,
  exampleText,
  exampleTool,
  exampleWrite,
} from './example-evidence.ts'
import { withUnseenExpectations } from './expected-findings.ts'
import { judge } from './judge.ts'

const at = ['tests', 0, 'expect', 'error']

function expecting(type: ExpectedFailure['type'], given: Partial<CallEvidence> = {}): CallEvidence {
  return exampleCall({ expectsError: true, expects: { type, at, details: {} }, ...given })
}

function found(run: RunEvidence): readonly string[] {
  return judge(run).map(({ code, expected, evidence }) => `${code} ${expected ? 'expected' : 'found'} ${evidence.test}`)
}

const promised = { contract: exampleContract({ sideEffects: 'none' }), effects: [exampleWrite('notes.txt')] }
const innocent = { contract: exampleContract() }
const other = exampleCall({ id: 2, test: 'another', testAt: ['tests', 1] })
const readOnly = { definition: { name: 'fetch_user', annotations: { readOnlyHint: true } } }

describe('a failure that a test expects', () => {
  it('is expected in that test, whatever rule speaks of it', () => {
    const tool = exampleTool({ ...promised, ...readOnly, calls: [expecting('side_effect')] })
    expect(found(exampleRun({ tools: [tool] }))).toEqual(['E012 expected fetch_existing_user'])
  })

  it('fails in another test of the same tool', () => {
    const effects = [exampleWrite('notes.txt'), { ...exampleWrite('notes.txt'), call: 2 }]
    const tool = exampleTool({ ...promised, effects, calls: [expecting('side_effect'), other] })
    expect(found(exampleRun({ tools: [tool] }))).toEqual(['E012 found another', 'E012 expected fetch_existing_user'])
  })

  it('excuses no failure of another kind, and is missed if it does not come', () => {
    const tool = exampleTool({ ...promised, calls: [expecting('output_explosion')] })
    expect(found(exampleRun({ tools: [tool] }))).toEqual([
      'E012 found fetch_existing_user',
      'E020 found fetch_existing_user',
    ])
  })

  it('must speak of what the test says of it', () => {
    const call = expecting('side_effect', { expects: { type: 'side_effect', at, details: { field: 'diary.txt' } } })
    const tool = exampleTool({ ...promised, calls: [call] })
    expect(judge(exampleRun({ tools: [tool] })).map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining('E012 '),
      expect.stringContaining("with field 'diary.txt', which did not come; instead: E012 "),
    ])
  })

  it.each<[Record<string, string>, readonly string[]]>([
    [{ expected: 'string', received: 'number' }, ['E007 expected']],
    [{ expected: 'string', received: 'integer', field: 'name' }, ['E007 expected']],
    [{ expected: 'text', received: '7' }, ['E007 expected']],
    [{ expected: 'string', received: 'boolean' }, ['E007 found', 'E020 found']],
    [{ expected: 'number' }, ['E007 found', 'E020 found']],
  ])('may name the types of an output as JSON Schema does: %j', (details, expected) => {
    const outputSchema = { type: 'object', properties: { name: { type: 'string' } } }
    const schemaIssues = [{ path: '/name', message: '/name must be text, but is 7.' }]
    const call = expecting('output_validation', {
      expects: { type: 'output_validation', at, details },
      answer: exampleAnswer({ name: 7 }, { schemaIssues }),
    })
    const tool = exampleTool({ ...innocent, definition: { name: 'fetch_user', outputSchema }, calls: [call] })
    expect(found(exampleRun({ tools: [tool] }))).toEqual(expected.map((one) => `${one} fetch_existing_user`))
  })

  it('excuses no other effect of the same call than the one it speaks of', () => {
    const contract = exampleContract({ sideEffects: 'none', network: 'none' })
    const call = expecting('side_effect', { expects: { type: 'side_effect', at, details: { field: 'notes.txt' } } })
    const stolen = { kind: 'connect', target: 'evil.example:443', outcome: 'lasting', call: 1 } as const
    const tool = exampleTool({ contract, effects: [exampleWrite('notes.txt'), stolen], calls: [call] })
    expect(found(exampleRun({ tools: [tool] }))).toEqual([
      'E012 expected fetch_existing_user',
      'E017 found fetch_existing_user',
    ])
  })

  it('may be an error answer where the execution is to fail', () => {
    const calls = [expecting('execution_error', { answer: exampleText('no such user', { isError: true }) })]
    expect(found(exampleRun({ tools: [exampleTool({ ...innocent, calls })] }))).toEqual([])
  })

  it('is not checked where nobody could see whether it came', () => {
    const unseen = { how: 'unseen', reason: 'strace is not here' } as const
    const run = exampleRun({ tools: [exampleTool({ ...innocent, calls: [expecting('side_effect')] })] })
    const blind = withUnseenExpectations({ ...run, observable: { ...run.observable, process: unseen } })
    expect(judge(blind).map(({ code, message }) => `${code} ${message}`)).toEqual([
      "W027 The promise 'tests' (E020) was not checked: test 'fetch_existing_user' expects a side effect, and strace is not here.",
    ])
  })
})
