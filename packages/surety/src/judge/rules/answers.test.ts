import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import type { Answer, CallEvidence, ResultAnswer } from '../call-evidence.ts'
import type { Promised, ToolDefinition, ToolEvidence } from '../evidence.ts'
import {
  exampleAlike,
  exampleAnswer,
  exampleCall,
  exampleContract,
  exampleFresh,
  exampleRepeats,
  exampleResult,
  exampleRun,
  exampleText,
  exampleTool,
} from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import { judge } from '../judge.ts'

function found(given: Partial<ToolEvidence>, promised: Partial<Promised> = {}): readonly Finding[] {
  const tool = exampleTool({ contract: exampleContract(promised), ...given })
  return judge(exampleRun({ tools: [tool] }))
}

const codes = (given: Partial<ToolEvidence>, promised: Partial<Promised> = {}): readonly string[] =>
  found(given, promised).map(({ code }) => code)

const crash = exampleText('x is not a function', { isError: true })
const failure = exampleText('NO: not there', { isError: true, errorCode: 'NO' })

describe('a call that ended badly', () => {
  const bad: readonly [Answer['kind'], Answer, string][] = [
    ['timeout', { kind: 'timeout', limitMs: 100 }, 'E016'],
    ['died', { kind: 'died', exitCode: null, signal: 'SIGSEGV', stderr: '' }, 'E004'],
    ['malformed', { kind: 'malformed', reason: 'neither result nor error' }, 'E005'],
    ['memory', { kind: 'memory', bytes: 2, limitBytes: 1 }, 'E006'],
    ['oversize', { kind: 'oversize', bytes: 20_000_000 }, 'E014'],
  ]

  test.each(bad)('%s is one finding, whatever the contract promises', (_, answer, code) => {
    const broken = [{ at: ['tests', 0, 'expect', 'output'], kind: 'output', message: 'It is not so.' } as const]
    const calls = exampleRepeats([answer, answer, answer], { broken })
    const promised: Partial<Promised> = {
      deterministic: true,
      sideEffects: 'none',
      maxOutputBytes: 10,
      maxExecutionMs: 100,
      idempotent: true,
      errors: [],
      postconditions: ['x'],
    }
    const definition = { name: 'fetch_user', outputSchema: { type: 'object' } }
    expect(codes({ calls, definition }, promised)).toEqual([code])
  })

  test('it counts whatever the call was for', () => {
    const answer: Answer = { kind: 'died', exitCode: 3, signal: null, stderr: 'one\nlast words\n' }
    const [finding, ...others] = found({ calls: [exampleCall(), exampleCall({ id: 2, purpose: 'invalid', answer })] })
    expect(finding?.message).toBe('The server died with exit code 3 in the call. Its last words: last words')
    expect(others).toEqual([])
  })

  test.each<[Answer, object]>([
    [
      { kind: 'died', exitCode: 3, signal: null, stderr: '' },
      { kind: 'died', exitCode: 3 },
    ],
    [
      { kind: 'died', exitCode: null, signal: 'SIGSEGV', stderr: 'x\n' },
      { kind: 'died', signal: 'SIGSEGV', stderr: 'x' },
    ],
  ])('the evidence of a death holds only what there is: %j', (answer, evidence) => {
    expect(found({ calls: [exampleCall({ answer })] })[0]?.evidence).toEqual({
      ...evidence,
      input: { user_id: '123' },
      test: 'fetch_existing_user',
    })
  })

  test.each<[Answer, Partial<Promised>, string, string, string]>([
    [{ kind: 'timeout', limitMs: 100 }, { maxExecutionMs: 100 }, 'max_execution_time', 'timeoutMs', 'timeout_ms'],
    [
      { kind: 'oversize', bytes: 60_000 },
      { maxOutputBytes: 9 },
      'max_output_size',
      'maxOutputBytes',
      'max_output_bytes',
    ],
    [{ kind: 'memory', bytes: 2, limitBytes: 1 }, { memoryBytes: 1 }, 'memory', 'memoryMb', 'memory_mb'],
  ])('a limit is blamed on whoever set it: $kind', (answer, promised, guarantee, stated, limit) => {
    const calls = [exampleCall({ answer })]
    const limits = { timeoutMs: undefined, memoryMb: undefined, maxOutputBytes: undefined, [stated]: 1 }
    const own = { ...exampleContract(), limits }
    const [guaranteed] = found({ calls, contract: { ...exampleContract(promised), limits } })
    expect(guaranteed).toMatchObject({
      message: expect.stringContaining('the contract'),
      at: ['guarantees', guarantee],
    })
    const [limited] = found({ calls, contract: own })
    expect(limited).toMatchObject({ message: expect.stringContaining('the contract'), at: ['limits', limit] })
    const [configured] = found({ calls, limits: { timeoutMs: 100, outputBytes: 2, memoryBytes: 1 } })
    expect(configured?.message).toMatch(/`check\.\w+`/)
    expect(configured?.at).toBeUndefined()
  })
})

describe('E004', () => {
  test.each<[string, Partial<CallEvidence>, readonly string[]]>([
    ['a test answered by an error', { answer: failure }, ['E004']],
    [
      'a test answered by a protocol error',
      { answer: { kind: 'error', code: -32603, message: 'x', errorCode: undefined } },
      ['E004'],
    ],
    ['an expected error', { answer: failure, expectsError: true }, []],
    ['a repeat', { answer: failure, purpose: 'repeat' }, []],
    ['an invalid input', { answer: failure, purpose: 'invalid' }, []],
    ['a generated input', { answer: failure, purpose: 'generated' }, []],
    ['an internal failure on a generated input', { answer: crash, purpose: 'generated', test: undefined }, ['E004']],
    ['the same on an invalid input', { answer: crash, purpose: 'invalid' }, []],
    [
      'an internal failure on a generated input of a bad shape',
      { answer: crash, purpose: 'generated', test: undefined, acceptedVariants: [{ a: 1 }] },
      ['E004'],
    ],
    ['a test that expects it', { answer: crash, purpose: 'generated', expectsError: true }, []],
  ])('%s', (_, call, expected) => {
    expect(codes({ calls: [exampleCall(call)] })).toEqual(expected)
  })

  test('each failing test is a finding of its own, at its place', () => {
    const calls = [0, 1].map((id) => exampleCall({ id, testAt: ['tests', id], answer: failure }))
    expect(found({ calls }).map(({ at }) => at)).toEqual([
      ['tests', 0],
      ['tests', 1],
    ])
  })
})

describe('W030', () => {
  const invalid = (answer: Answer): CallEvidence =>
    exampleCall({
      purpose: 'invalid',
      input: {},
      answer,
      variation: { kind: 'invalid', path: '/a', problem: 'missing', expected: 'text' },
    })

  test('a refusal in words is one, a result is E008, and both show the answer', () => {
    const words = invalid(exampleText('{"error":"Missing required arguments: a"}'))
    expect(found({ calls: [words] })).toMatchObject([
      {
        code: 'W030',
        message:
          'Refused an input that its schema forbids, without isError: /a is missing (expected text). The answer: "{\\"error\\":\\"Missing required arguments: a\\"}"',
        evidence: { answer: '{"error":"Missing required arguments: a"}' },
      },
    ])
    expect(codes({ calls: [words, invalid(exampleText('done'))] })).toEqual(['E008', 'W030'])
  })

  test('an answer that refuses the wrong part by its name is one, unless a valid input is answered so too', () => {
    const words = invalid(exampleText('Hm, a is not a text.'))
    expect(codes({ calls: [exampleCall(), words] })).toEqual(['W030'])
    expect(codes({ calls: [exampleCall({ answer: exampleText('Here a is not a text.') }), words] })).toEqual(['E008'])
  })

  test('a refusal in words of a valid input is none', () => {
    expect(codes({ calls: [exampleCall({ answer: exampleText('Error: no such user') })] })).toEqual([])
  })
})

describe('W031', () => {
  const shape: Partial<CallEvidence> = {
    purpose: 'generated',
    test: undefined,
    answer: failure,
    input: { a: '' },
    acceptedVariants: [{ a: 'a' }],
  }
  test.each<[string, Partial<CallEvidence>, readonly string[]]>([
    ['refused for its shape', shape, ['W031']],
    ['accepted', { ...shape, answer: exampleText('x') }, []],
    ['refused as its variants are', { ...shape, acceptedVariants: [] }, []],
    ['of a test', { ...shape, purpose: 'test', expectsError: true }, []],
  ])('an input %s', (_, call, expected) => {
    expect(codes({ calls: [exampleCall(call)] })).toEqual(expected)
  })

  test('all of a tool are one finding, with what the schema could say', () => {
    const calls = [exampleCall(shape), exampleCall({ ...shape, id: 2 })]
    expect(found({ calls })).toMatchObject([
      {
        message:
          'The input schema allows {"a":""}, but it is refused while {"a":"a"} is accepted (and in 1 more call): NO: not there',
        fix: 'Say so in the input schema: "minLength": 1 at $.a. Or accept the input.',
      },
    ])
  })
})

describe('E005', () => {
  const definition = (type: Json): ToolDefinition => ({ name: 'fetch_user', outputSchema: { type } })
  const at = (protocolVersion: string | undefined, type: Json): readonly string[] => {
    const contract = exampleContract()
    const run = exampleRun({ tools: [exampleTool({ contract, definition: definition(type), calls: [] })] })
    return judge({ ...run, server: { ...run.server, protocolVersion } }).map(({ code }) => code)
  }

  test('an output schema that is no object is one only towards old revisions', () => {
    expect(at('2025-11-25', 'array')).toEqual(['E005'])
    expect(at('2025-11-25', ['object', 'null'])).toEqual(['E005'])
    expect(at('2025-11-25', 'object')).toEqual([])
    expect(at('2026-07-28', 'array')).toEqual([])
    expect(at(undefined, 'string')).toEqual([])
  })

  test.each<[string, Json | undefined, readonly string[]]>([
    ['an object', { type: 'object' }, []],
    ['no type', { properties: {} }, ['E005']],
    ['nothing', undefined, ['E005']],
    ['another type', { type: 'string' }, ['E005']],
    ['several types', { type: ['object', 'null'] }, ['E005']],
    ['a truth value', true, ['E005']],
  ])('an input schema that says %s', (_, inputSchema, expected) => {
    const named = {
      name: 'fetch_user',
      description: 'Return a user.',
      ...(inputSchema !== undefined && { inputSchema }),
    }
    const tool = { ...exampleTool({ contract: exampleContract() }), definition: named }
    expect(judge(exampleRun({ tools: [tool] })).map(({ code }) => code)).toEqual(expected)
  })

  test('what the server did wrong outside any call is on no tool', () => {
    const run = exampleRun({ tools: [] })
    const server = { ...run.server, protocolProblems: ['The tool at place 2 has no name.'] }
    expect(judge({ ...run, server })).toMatchObject([{ code: 'E005', tool: null }])
  })
})

describe('E007', () => {
  const definition = { name: 'fetch_user', outputSchema: { type: 'object' } }
  const schemaIssues = [{ path: '/a/0/b', message: '/a/0/b must be a number, but is "".' }]
  const expectation = [{ at: ['tests', 0, 'expect', 'output_schema'], kind: 'schema', message: 'No User.' } as const]

  const withheld = (text: string): Answer => ({
    kind: 'error',
    code: -32602,
    message: `MCP error -32602: Output validation error: ${text}`,
    errorCode: 'VALIDATION_ERROR',
  })
  const isError = { isError: true } as const
  const generated = { purpose: 'generated', test: undefined, testAt: undefined } as const

  test.each<[string, Partial<CallEvidence>, readonly string[]]>([
    ['a nested breach', { answer: exampleAnswer({ a: [{ b: '' }] }, { schemaIssues }) }, ['E007']],
    ['no structured content', { answer: exampleText('{}') }, ['E007']],
    ['an error without structured content', { answer: failure, expectsError: true }, []],
    [
      'an error whose structured content breaks the schema',
      { answer: exampleAnswer({}, { isError: true, schemaIssues }), expectsError: true },
      ['E007'],
    ],
    ['null is content', { answer: exampleResult({ structuredContent: null, schemaIssues: [] }) }, []],
    ['a schema that a test names', { answer: exampleAnswer({}, { schemaIssues: [] }), broken: expectation }, ['E007']],
    [
      'E020 keeps quiet about the same call',
      {
        answer: exampleAnswer({}, { schemaIssues }),
        broken: [{ at: ['postconditions', 0], kind: 'postcondition', message: 'It does not hold.' }],
      },
      ['E007'],
    ],
    ['a result that the SDK withheld, in a test', { answer: withheld('has no structured content') }, ['E007']],
    [
      'a result that the SDK withheld, of a generated input',
      { ...generated, answer: withheld('Invalid structured content for tool fetch_user: []'), acceptedVariants: [{}] },
      ['E007'],
    ],
    [
      'a result that FastMCP withheld',
      { answer: exampleText('Error executing tool x: 1 validation error for xOutput\nn\n  Input should be', isError) },
      ['E007'],
    ],
    [
      'what FastMCP said of an input',
      { answer: exampleText('Error executing tool x: 1 validation error for xArguments', isError), expectsError: true },
      [],
    ],
    ['what was withheld after an invalid input', { purpose: 'invalid', answer: withheld('no') }, []],
    [
      'a report of a validation',
      { answer: exampleText('No output validation error: x', isError), expectsError: true },
      [],
    ],
    ['what an invalid input led to', { purpose: 'invalid', answer: exampleText('') }, []],
  ])('%s', (_, call, expected) => {
    expect(codes({ definition, calls: [exampleCall(call)] })).toEqual(expected)
  })

  test('a tool without an output schema withholds nothing', () => {
    expect(codes({ calls: [exampleCall({ answer: withheld('x'), expectsError: true })] })).toEqual([])
  })

  test('each issue is told once, in one sentence', () => {
    const issues = ['a', 'b', 'c', 'd'].map((key) => ({ path: `/${key}`, message: `/${key} must be text, but is 7.` }))
    const message = (count: number): string | undefined =>
      found({
        definition,
        calls: [exampleCall({ answer: exampleAnswer({}, { schemaIssues: issues.slice(0, count) }) })],
      })[0]?.message
    expect(message(2)).toBe(
      'structuredContent breaks the output schema: /a must be text, but is 7; /b must be text, but is 7. Seen in 1 call.',
    )
    expect(message(4)).toContain('/c must be text, but is 7; and 1 more issue. Seen')
  })

  test('a tool without an output schema may answer with text', () => {
    expect(codes({ calls: [exampleCall({ answer: exampleText('x') })] })).toEqual([])
  })
})

describe('E008', () => {
  const invalid = (id: number, input: Json, path: string, answer: Answer = exampleText('ok')): CallEvidence =>
    exampleCall({
      id,
      purpose: 'invalid',
      input,
      answer,
      variation: { kind: 'invalid', path, problem: 'wrong type', expected: 'a string' },
    })

  test('the first accepted value is named, with the number of the others', () => {
    const calls = [invalid(1, { a: { 'b/c': [7] } }, '/a/b~1c/0'), invalid(2, {}, '/a'), invalid(3, {}, '/b', failure)]
    expect(found({ calls })).toMatchObject([
      {
        code: 'E008',
        message:
          'Accepted an input that its schema forbids: /a/b~1c/0 is 7, wrong type (expected a string); 1 other invalid input too. The answer: "ok"',
        evidence: { kind: 'accepted', path: '/a/b~1c/0', input: { a: { 'b/c': [7] } } },
      },
    ])
  })

  test('any error is a proper refusal', () => {
    const error: Answer = { kind: 'error', code: -32602, message: 'Invalid params', errorCode: undefined }
    expect(codes({ calls: [invalid(1, {}, '/a', failure), invalid(2, {}, '/a', error)] })).toEqual([])
  })
})

describe('E009', () => {
  const answer = (errorCode: string | undefined): CallEvidence =>
    exampleCall({ expectsError: true, answer: exampleText('x', { isError: true, errorCode }) })

  test.each<[string | undefined, readonly string[] | undefined, readonly string[]]>([
    ['NO', ['NO'], []],
    ['NO', [], ['E009']],
    ['NO', undefined, []],
    ['INVALID_INPUT', [], []],
    ['TIMEOUT', [], []],
    ['invalid_input', [], ['E009']],
    [undefined, [], []],
    ['constructor', [], ['E009']],
    ['OUTPUT_TOO_LARGE', ['NO'], ['E009']],
  ])('%s where the contract lists %j', (errorCode, errors, expected) => {
    expect(codes({ calls: [answer(errorCode)] }, { errors })).toEqual(expected)
  })

  test("a code that only a host raises is no tool's, unless a host in the server refused", () => {
    const refusal = { isError: true, errorCode: 'APPROVAL_REQUIRED' } as const
    const call = (given: Partial<ResultAnswer>): CallEvidence =>
      exampleCall({ expectsError: true, answer: exampleText('x', { ...refusal, ...given }) })
    expect(found({ calls: [call({})] }, { errors: [] })).toMatchObject([
      { code: 'E009', message: expect.stringContaining('only a host raises'), fix: expect.any(String) },
    ])
    expect(codes({ calls: [call({ refusedByHost: true })] }, { errors: [] })).toEqual([])
    expect(codes({ calls: [call({ refusedByHost: true, errorCode: 'NO' })] }, { errors: [] })).toEqual(['E009'])
  })

  test('it speaks for E004 and E020 on the same answer', () => {
    const broken = [{ at: ['tests', 0, 'expect', 'error'], kind: 'error', message: 'Not that error.' } as const]
    expect(codes({ calls: [{ ...answer('NO'), broken }] }, { errors: [] })).toEqual(['E009'])
    expect(codes({ calls: [{ ...answer('NO'), expectsError: false }] }, { errors: [] })).toEqual(['E009'])
    expect(codes({ calls: [{ ...answer('NO'), broken }] }, { errors: ['NO'] })).toEqual(['E020'])
  })

  test('each code is one finding, however often it came', () => {
    const calls = ['A', 'B', 'A'].map((code, id) => ({ ...answer(code), id }))
    expect(found({ calls }, { errors: [] }).map(({ evidence }) => evidence['errorCode'])).toEqual(['A', 'B'])
  })
})

describe('E010 and E019', () => {
  const step = { answer: 'a', digest: 'x', files: 1, bytes: 1 }
  const run = [step, { ...step, digest: 'y' }]
  const repetition = { input: {}, runs: [run, run] }
  const hint = { idempotentHint: true }

  test.each<[string, boolean | undefined, ToolDefinition['annotations'], readonly string[]]>([
    ['claimed in the contract', true, undefined, ['E010']],
    ['claimed in both', true, hint, ['E010']],
    ['claimed in annotations', undefined, hint, ['E019']],
    ['claimed nowhere', undefined, undefined, []],
    ['denied', false, { idempotentHint: false }, []],
    ['a read-only tool', true, { ...hint, readOnlyHint: true }, []],
  ])('%s', (_, idempotent, annotations, expected) => {
    const definition = { name: 'fetch_user', ...(annotations === undefined ? {} : { annotations }) }
    expect(codes({ definition, repetition }, { idempotent })).toEqual(expected)
  })
})

describe('E011', () => {
  const echo = (input: Json, answer: Answer): readonly string[] => codes({ calls: [exampleCall({ input, answer })] })

  test.each<[string, Json, Answer, readonly string[]]>([
    ['a changed echo', { a: 1 }, exampleAnswer({ args: { a: 2 } }), ['E011']],
    ['a changed echo in a text', { a: [2, 1] }, exampleText('{"request":{"a":[1,2]}}'), ['E011']],
    ['a true echo', { a: 1, b: 2 }, exampleAnswer({ input: { b: 2, a: 1 } }), []],
    ['an echo with defaults filled in', { a: 1 }, exampleAnswer({ input: { a: 1, b: 2 } }), []],
    ['other keys', { a: 1 }, exampleAnswer({ input: { b: 2 } }), []],
    ['another property', { a: 1 }, exampleAnswer({ output: { a: 2 } }), []],
    ['nothing to echo', {}, exampleAnswer({ input: {} }), []],
    ['an error', { a: 1 }, exampleAnswer({ input: { a: 2 } }, { isError: true, schemaIssues: [] }), ['E004']],
  ])('%s', (_, input, answer, expected) => {
    expect(echo(input, answer)).toEqual(expected)
  })

  test('seen inside and in the echo, it is one defect', () => {
    const mutations = [{ path: '/a', before: 1, after: undefined, call: 1 }]
    const calls = [exampleCall({ input: { a: 1 }, answer: exampleAnswer({ input: { a: 2 } }) })]
    expect(found({ mutations, calls })).toMatchObject([
      { code: 'E011', message: 'The handler changed its input at /a from 1 to nothing.' },
    ])
  })
})

describe('E013', () => {
  test('the path and both values are named, and which process answered', () => {
    const [first, second] = exampleRepeats([exampleAnswer({ a: { b: 1 } }), exampleAnswer({ a: { b: 2 } })])
    const calls = [first, second].flatMap((call) => (call === undefined ? [] : [call]))
    const fresh = calls.map((call) => (call.base === undefined ? call : { ...call, purpose: 'fresh' as const }))
    expect(found({ calls: fresh }, { deterministic: true })).toMatchObject([
      {
        code: 'E013',
        evidence: { path: '$.a.b', before: 1, after: 2, where: 'in a fresh process' },
        at: ['guarantees', 'deterministic'],
      },
    ])
    expect(codes({ calls: fresh }, { deterministic: false })).toEqual([])
    expect(codes({ calls: fresh })).toEqual([])
  })

  test('once in five is enough', () => {
    const calls = exampleRepeats([1, 1, 1, 2, 1].map((a) => exampleAnswer({ a })))
    expect(codes({ calls }, { deterministic: true })).toEqual(['E013'])
  })

  test('errors that differ are differences', () => {
    const error = (message: string): Answer => ({ kind: 'error', code: 1, message, errorCode: undefined })
    const calls = exampleRepeats([error('a'), error('b')], { expectsError: true })
    expect(codes({ calls }, { deterministic: true })).toEqual(['E013'])
  })

  test('random output is E013 where determinism is promised, and W022 elsewhere', () => {
    const answers = ['9f86d081884c7d659a2feaa0c55ad015', '3b4c1e0da7f2856b90ccd1f7e2a4486d']
    const calls = exampleRepeats(answers.map((key) => exampleAnswer({ key })))
    const fresh = exampleFresh(exampleAnswer({ key: 'd4735e3a265e16eee03f59718b9b5d03' }))
    expect(codes({ calls: [...calls, fresh] }, { deterministic: true })).toEqual(['E013'])
    expect(codes({ calls: [...calls, fresh] }, { deterministic: false })).toEqual(['W022'])
    expect(codes({ calls }, { deterministic: false })).toEqual([])
  })
})

describe('E014', () => {
  const limits = { timeoutMs: 1, outputBytes: 8, memoryBytes: 1 }
  test.each<[string, Answer, number | undefined]>([
    ['exactly the limit', exampleText('12345678'), undefined],
    ['one more', exampleText('123456789'), 9],
    ['bytes, not characters', exampleText('€€€'), 9],
    ['an emoji', exampleText('👩‍🚀'), 11],
    ['many blocks', exampleResult({ content: [text('12345'), text('6789')] }), 9],
    ['an image', exampleResult({ content: [{ type: 'image', data: 'aGVsbG8gIQ==', mimeType: 'image/png' }] }), 12],
    [
      'an embedded resource',
      exampleResult({ content: [{ type: 'resource', resource: { uri: 'a:b', blob: 'aGVsbG8gIQ==' } }] }),
      15,
    ],
    ['_meta', exampleResult({ content: [{ type: 'text', text: 'x', _meta: { long: 'x'.repeat(50) } }] }), undefined],
    ['structured content', exampleAnswer({ a: 123 }), 9],
    [
      'each representation by itself',
      exampleText('12345', { structuredContent: [1, 2], structuredBytes: 5 }),
      undefined,
    ],
    ['a reply nobody read to its end', { kind: 'oversize', bytes: 5000 }, 5000],
  ])('%s', (_, answer, bytes) => {
    const findings = found({ limits, calls: [exampleCall({ answer })] }, { maxOutputBytes: 8 })
    expect(findings.map(({ evidence }) => evidence['bytes'])).toEqual(bytes === undefined ? [] : [bytes])
  })

  test.each<[string, Partial<Promised>, readonly string[]]>([
    ['promised', { maxOutputBytes: 8 }, ['E014']],
    ['not promised', {}, []],
  ])('a picture whose size was %s', (_, promised, expected) => {
    const picture = exampleResult({ content: [text('x'), { type: 'image', data: 'aGVsbG8gIQ==' }] })
    expect(codes({ limits, calls: [exampleCall({ answer: picture })] }, promised)).toEqual(expected)
  })

  test('where the contract is silent the key of the limit is named', () => {
    const [finding] = found({ limits, calls: [exampleCall({ answer: exampleText('123456789') })] })
    expect(finding?.message).toBe('The content of an answer is 9 bytes; `check.max_output_size_kb` allows 8.')
    expect(finding?.at).toBeUndefined()
  })

  test('a default limit is called so: there may be no configuration that names it', () => {
    const answer = exampleText('x'.repeat(51_201))
    expect(found({ calls: [exampleCall({ answer })] })[0]?.message).toBe(
      'The content of an answer is 51201 bytes; the default limit of 50 kb allows 51200.',
    )
    const late = exampleCall({ answer: { kind: 'timeout', limitMs: 30_000 } })
    expect(found({ calls: [late] })[0]?.message).toContain('the default limit of 30 seconds allows')
  })

  function text(content: string): Json {
    return { type: 'text', text: content }
  }
})

describe('E020', () => {
  const broken = [{ at: ['postconditions', 0], kind: 'postcondition', message: 'It does not hold.' } as const]

  test('one finding for each promise, however many calls break it', () => {
    const calls = [1, 2, 3].map((id) => exampleCall({ id, purpose: 'generated', broken }))
    expect(found({ calls })).toMatchObject([
      { code: 'E020', message: 'It does not hold (and in 2 more calls).', at: ['postconditions', 0] },
    ])
  })

  test('an error that did not come is a broken promise', () => {
    const missed = [{ at: ['tests', 0, 'expect', 'error'], kind: 'error', message: 'No error came.' } as const]
    expect(codes({ calls: [exampleCall({ expectsError: true, broken: missed })] })).toEqual(['E020'])
  })

  test('an invalid call breaks none', () => {
    expect(codes({ calls: [exampleCall({ purpose: 'invalid', broken, answer: failure })] })).toEqual([])
  })
})

describe('W023', () => {
  const withDefault = (answer: Answer, id: number = 9): CallEvidence =>
    exampleCall({ id, purpose: 'default', base: 1, variation: { kind: 'default', path: '/limit', value: 10 }, answer })
  const clock = (at: number, n: number): Answer => exampleAnswer({ at, items: [n] })

  const withoutFresh = [...exampleRepeats([clock(1, 1), clock(1, 1)]), exampleFresh({ kind: 'timeout', limitMs: 1 })]
  const steady = exampleAlike(clock(1, 1))
  const ticking = [...exampleRepeats([clock(1, 1), clock(2, 1)]), exampleFresh(clock(3, 1))]

  test.each<[string, readonly CallEvidence[], readonly string[]]>([
    ['another answer', [...steady, withDefault(clock(1, 2))], ['W023']],
    ['only the clock', [...ticking, withDefault(clock(4, 1))], []],
    ['more than the clock', [...ticking, withDefault(clock(4, 2))], ['W023']],
    ['nothing to compare with', [exampleCall({ answer: clock(1, 1) }), withDefault(clock(2, 1))], []],
    ['no fresh process', [...exampleRepeats([clock(1, 1), clock(1, 1)]), withDefault(clock(1, 2))], []],
    ['no answer of a fresh process', [...withoutFresh, withDefault(clock(1, 2))], ['E016']],
    ['refused', [...steady, withDefault(failure)], ['W023']],
    ['no answer', [...steady, withDefault({ kind: 'timeout', limitMs: 1 })], ['E016']],
    ['the same property twice', [...steady, withDefault(clock(1, 2)), withDefault(clock(1, 3), 10)], ['W023']],
  ])('%s', (_, calls, expected) => {
    expect(codes({ calls })).toEqual(expected)
  })

  describe('an answer that is half chance', () => {
    const coin = fc.boolean().map((heads) => exampleAnswer({ sum: heads ? 2 : 1 }))
    const tossed = (repeats: number): fc.Arbitrary<readonly CallEvidence[]> =>
      fc
        .tuple(fc.array(coin, { minLength: repeats + 1, maxLength: repeats + 1 }), coin)
        .map(([answers, answer]) => [...exampleRepeats(answers), withDefault(answer, 99)])

    test('is never judged where the contract says so, however few repeats or many agree', () => {
      const evidence = fc.tuple(fc.integer({ min: 1, max: 12 }).chain(tossed), coin)
      fc.assert(
        fc.property(evidence, ([calls, fresh]) => {
          expect(codes({ calls: [...calls, exampleFresh(fresh)] }, { deterministic: false })).toEqual([])
        }),
      )
    })

    test('is not judged by repeats in one process alone', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 12 }).chain(tossed), (calls) => {
          expect(codes({ calls })).toEqual([])
        }),
      )
    })
  })
})
