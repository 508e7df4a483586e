import { describe, expect, test } from 'vitest'
import type { ContractSummary, Observable, Promised, RunEvidence, ToolEvidence } from '../evidence.ts'
import {
  exampleCall,
  exampleContract,
  exampleRun,
  exampleText,
  exampleTool,
  exampleWrite,
} from '../example-evidence.ts'
import { judge } from '../judge.ts'
import { notChecked } from '../not-checked.ts'

const contracted = exampleTool({ contract: exampleContract() })

describe('E001', () => {
  const problem = { file: 'tools/a.yaml', line: 3, column: 5, message: 'No.', fix: 'Do.', tool: 'a' }

  test('a problem is located, and belongs to the tool where the file tells it', () => {
    const run = exampleRun({
      tools: [],
      contractProblems: [problem, { ...problem, line: 4, tool: undefined } as never],
    })
    expect(judge(run)).toMatchObject([
      { code: 'E001', tool: 'a', place: { file: 'tools/a.yaml', line: 3, column: 5 }, fix: 'Do.', blame: 'contract' },
      { code: 'E001', tool: null, place: { line: 4 } },
    ])
  })

  test('problems found with the server at hand are on the tool, and explain what was not checked', () => {
    const contract = { ...exampleContract({ deterministic: true }), problems: [problem] }
    const run = exampleRun({ tools: [exampleTool({ contract, calls: [], notCalled: 'its contract is invalid' })] })
    expect(judge(run).map(({ code, tool }) => [code, tool])).toEqual([['E001', 'fetch_user']])
  })
})

describe('E002 and E015', () => {
  const summary = (tool: string, given: Partial<ContractSummary> = {}): ContractSummary => ({
    tool,
    file: `tools/${tool}.yaml`,
    dependencies: [],
    ...given,
  })
  const codes = (run: Partial<RunEvidence>): readonly string[] =>
    judge(exampleRun({ tools: [contracted], ...run })).map(({ code, tool }) => `${code} ${tool}`)

  test('a contract for a tool that is not listed is found, under the name it gives', () => {
    expect(codes({ contracts: [summary('fetch_user'), summary('gone')] })).toEqual(['E002 gone'])
  })

  test('a narrowed run judges only the contracts it was asked for', () => {
    const contracts = [summary('gone'), summary('missing', { asked: true })]
    expect(codes({ narrowed: true, contracts })).toEqual(['E002 missing'])
  })

  test('a dependency that is not listed is E015 at its place', () => {
    const tool = exampleTool({ contract: exampleContract({ dependencies: ['create_invoice', 'nobody'] }) })
    expect(judge(exampleRun({ tools: [tool] }))).toMatchObject([
      { code: 'E015', blame: 'contract', at: ['guarantees', 'dependencies', 1] },
    ])
  })

  test('each hidden call is one finding; a tool may call itself', () => {
    const nestedCalls = ['a', 'b', 'a', 'fetch_user'].map((to) => ({ to, how: 'client' as const, call: 1 }))
    const tool = exampleTool({ contract: exampleContract(), nestedCalls })
    expect(judge(exampleRun({ tools: [tool] })).map(({ evidence }) => evidence['target'])).toEqual(['a', 'b'])
  })

  test('without a contract nothing is hidden', () => {
    const tool = exampleTool({ nestedCalls: [{ to: 'a', how: 'handler', call: 1 }] })
    expect(judge(exampleRun({ tools: [tool] })).map(({ code }) => code)).toEqual(['W026'])
  })
})

describe('E003', () => {
  const cyclesOf = (
    graph: Readonly<Record<string, readonly string[]>>,
    given: Partial<RunEvidence> = {},
  ): unknown[] => {
    const contracts = Object.entries(graph).map(([tool, dependencies]) => ({
      tool,
      file: `${tool}.yaml`,
      dependencies,
    }))
    return judge(
      exampleRun({ tools: [contracted], listed: [...Object.keys(graph), 'fetch_user'], contracts, ...given }),
    )
      .filter(({ code }) => code === 'E003')
      .map(({ evidence }) => evidence['path'])
  }

  test.each<[string, Record<string, readonly string[]>, readonly string[]]>([
    ['none', { a: ['b'], b: ['c'], c: [] }, []],
    ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    ['itself', { a: ['a'] }, ['a → a']],
    ['two', { b: ['a'], a: ['b'] }, ['a → b → a']],
    ['three, from any start', { c: ['a'], b: ['c'], a: ['b'] }, ['a → b → c → a']],
    ['two circles through one tool', { a: ['b', 'c'], b: ['a'], c: ['a'] }, ['a → b → a', 'a → c → a']],
    ['a short cut', { a: ['b', 'c'], b: ['c'], c: ['a'] }, ['a → b → c → a', 'a → c → a']],
    ['two apart', { a: ['b'], b: ['a'], x: ['y'], y: ['x'] }, ['a → b → a', 'x → y → x']],
    ['a tail into a circle', { z: ['a'], a: ['b'], b: ['a'] }, ['a → b → a']],
    ['a name without a contract', { a: ['nobody'] }, []],
    ['the same twice', { a: ['b', 'b'], b: ['a'] }, ['a → b → a']],
  ])('%s', (_, graph, cycles) => {
    expect(cyclesOf(graph)).toEqual(cycles)
  })

  test('a long chain and a large circle', () => {
    const name = (index: number): string => `t${String(index).padStart(5, '0')}`
    const chain = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [name(index), [name(index + 1)]]))
    expect(cyclesOf(chain)).toEqual([])
    expect(cyclesOf({ ...chain, [name(2000)]: [name(0)] })).toHaveLength(1)
  })

  test('a narrowed run tells only of circles it was asked about', () => {
    const graph = { fetch_user: ['a'], a: ['fetch_user'], x: ['y'], y: ['x'] }
    expect(cyclesOf(graph, { narrowed: true })).toEqual(['a → fetch_user → a'])
  })
})

describe('E018', () => {
  const definition = {
    name: 'fetch_user',
    description: 'Return a user.',
    inputSchema: { type: 'object', required: ['a'] },
    annotations: { readOnlyHint: true },
  }
  const messages = (given: Partial<ToolEvidence>): readonly string[] =>
    judge(exampleRun({ tools: [exampleTool({ contract: exampleContract(), definition, ...given })] })).map(
      ({ message }) => message,
    )

  test.each<[string, Partial<ToolEvidence>, string | undefined]>([
    [
      'the order of keys',
      { definitionAtEnd: { ...definition, inputSchema: { required: ['a'], type: 'object' } } },
      undefined,
    ],
    [
      'an annotation',
      { definitionAtEnd: { ...definition, annotations: { readOnlyHint: false } } },
      'Its annotations had',
    ],
    [
      'a new field',
      { definitionAtEnd: { ...definition, title: 'x', description: 'y' } },
      'Its title and description had',
    ],
    ['gone', { definitionAtEnd: null }, 'The tool was gone'],
    ['nobody could ask', { definitionAtEnd: undefined }, undefined],
    ['the lock', { changedSinceLock: ['description'] }, 'Its description differs from surety.lock.'],
    ['not in the lock', { changedSinceLock: ['added'] }, 'The tool is not in surety.lock.'],
    ['the same as the lock', { changedSinceLock: [] }, undefined],
  ])('%s', (_, given, message) => {
    const found = messages(given)
    if (message === undefined) expect(found).toEqual([])
    else expect(found).toEqual([expect.stringContaining(message)])
  })

  test('the fix tells how to accept a change since the lock, and nothing of it for a change during the run', () => {
    const fixOf = (tool: string, given: Partial<ToolEvidence>): string | undefined =>
      judge(exampleRun({ tools: [exampleTool({ tool, contract: exampleContract(), definition, ...given })] }))[0]?.fix
    const since = { changedSinceLock: ['description'] }
    expect(fixOf('add', since)).toMatch(
      /^Review the change with `surety diff`, and accept it with `surety lock --accept add` /,
    )
    expect(fixOf("it's", since)).toContain(String.raw`--accept 'it'\''s'`)
    expect(fixOf('add', { definitionAtEnd: null })).toMatch(/^Keep definitions constant while the server runs/)
    const server = { ...exampleRun().server, lock: { removed: ['gone'], appeared: [], launch: [] } }
    expect(judge(exampleRun({ tools: [contracted], server }))[0]?.fix).toContain('`surety lock --accept gone`')
  })

  test('what only the lock has is found under its name, but in a run that is not narrowed; what it has not, and the launch, in every run', () => {
    const server = {
      ...exampleRun().server,
      lock: { removed: ['gone'], appeared: ['new'], launch: ['command', 'env'] },
    }
    const found = (given: Partial<RunEvidence>): unknown =>
      judge(exampleRun({ tools: [contracted], server, ...given })).map(({ code, tool }) => [code, tool])
    expect(found({})).toEqual([
      ['E018', 'gone'],
      ['E018', 'new'],
      ['E018', null],
    ])
    expect(found({ narrowed: true })).toEqual([
      ['E018', 'new'],
      ['E018', null],
    ])
  })
})

describe('W026', () => {
  const bare = [exampleTool({ tool: 'a', calls: [] }), exampleTool({ tool: 'b', calls: [] })]
  const codes = (run: Partial<RunEvidence>): readonly string[] =>
    judge(exampleRun(run)).flatMap(({ code, tool }) => (code === 'W026' ? [`${tool}`] : []))

  test('once for a run without contracts, else for each tool', () => {
    expect(codes({ tools: bare })).toEqual(['null'])
    expect(codes({ tools: [contracted, ...bare] })).toEqual(['a', 'b'])
    expect(codes({ tools: [] })).toEqual([])
  })

  test('the fix tells how `surety init` gets to a server behind a URL', () => {
    const { server } = exampleRun()
    const [here] = judge(exampleRun({ tools: bare }))
    const [elsewhere] = judge(exampleRun({ tools: bare, server: { ...server, isRemote: true } }))
    expect(here?.fix).toBeUndefined()
    expect(elsewhere?.fix).toContain('`surety init --url …` drafts one')
  })

  test('a contract that could not be read is one', () => {
    const contractProblems = [{ file: 'tools/a.yaml', line: 1, column: 1, message: 'No.', tool: 'a' }]
    expect(codes({ tools: bare, contractProblems })).toEqual(['b'])
  })

  test('while a file cannot be read far enough to say whose it is, it may be any', () => {
    const contractProblems = [{ file: 'tools/x.yaml', line: 1, column: 1, message: 'No.' }]
    expect(codes({ tools: [contracted, ...bare], contractProblems })).toEqual([])
  })
})

describe('W027', () => {
  const blind = { how: 'unseen', reason: 'strace is missing' } as const
  const promises = (
    promised: Partial<Promised>,
    given: Partial<ToolEvidence> = {},
    seen: Partial<Observable> = {},
  ): readonly string[] => {
    const run = exampleRun({ tools: [exampleTool({ contract: exampleContract(promised), ...given })] })
    return judge({ ...run, observable: { ...run.observable, ...seen } })
      .filter(({ code }) => code === 'W027')
      .map(({ message }) => message.replace(/^The promise '(\w+)' \(\w+\) was not checked(: .*)\.$/, '$1$2'))
  }

  test('a promise about what cannot be seen here', () => {
    const all: Partial<Promised> = { sideEffects: 'none', network: 'none', dependencies: [], memoryBytes: 1 }
    const nothing = { filesystem: blind, network: blind, process: blind, toolCalls: blind, memory: blind }
    expect(promises(all, {}, nothing)).toEqual(
      ['side_effects', 'network', 'dependencies', 'memory'].map((promise) => `${promise}: strace is missing`),
    )
    expect(promises({}, {}, nothing)).toEqual([])
    expect(promises({ network: 'any' }, {}, nothing)).toEqual([])
    expect(promises({ writes: ['a'] }, {}, nothing)).toEqual(['writes: strace is missing'])
    expect(promises(all)).toEqual([])
  })

  test('what was seen of other tools, and not of this one', () => {
    const inside = { toolCalls: blind, inputs: { how: 'limited' } } as const
    expect(promises({ dependencies: [] }, { inside })).toEqual(['dependencies: strace is missing'])
    expect(promises({}, { inside })).toEqual([])
  })

  test('no input that could not be seen, which the report lists all the same', () => {
    const mutation = { path: '$.a', before: 1, after: 2, call: 1 }
    const inside = { toolCalls: { how: 'seen' }, inputs: blind } as const
    const listed = (given: Partial<ToolEvidence>) =>
      notChecked(exampleTool({ contract: exampleContract(), inside, ...given }), exampleRun())
    expect(promises({}, { inside })).toEqual([])
    expect(listed({})).toEqual([{ promise: 'inputs', code: 'E011', reason: 'strace is missing' }])
    for (const given of [{ mutations: [mutation] }, { calls: [] }, { contract: undefined }]) {
      expect(listed(given)).toEqual([])
    }
  })

  test('no promise that was found broken, and every other', () => {
    const nothing = { network: blind, process: blind, toolCalls: blind }
    const all: Partial<Promised> = { sideEffects: 'filesystem', writes: ['a'], network: 'none', dependencies: [] }
    const rest = ['network', 'dependencies'].map((promise) => `${promise}: strace is missing`)
    expect(promises(all, { effects: [exampleWrite('b')] }, nothing)).toEqual(rest)
    expect(promises(all, { effects: [exampleWrite('/home/b', { place: 'home' })] }, nothing)).toEqual(rest)
    expect(promises({ ...all, dependencies: ['gone'] }, { effects: [exampleWrite('b')] }, nothing)).toEqual(rest)
    const refused = exampleCall({ expectsError: true, answer: exampleText('no', { isError: true }) })
    const broken = { at: ['tests', 0, 'expect', 'error'], kind: 'error', message: 'no' } as const
    expect(promises({ postconditions: ['x'] }, { calls: [{ ...refused, broken: [broken] }] })).toEqual([
      'postconditions: no call gave a result',
    ])
  })

  test('a promise that takes a result, where no call gave one', () => {
    const promised: Partial<Promised> = { maxOutputBytes: 1, outputSchemaName: 'User', postconditions: ['x'] }
    const definition = { name: 'fetch_user', outputSchema: {} }
    const calls = [exampleCall({ expectsError: true, answer: exampleText('no', { isError: true }) })]
    expect(promises(promised, { definition, calls })).toEqual(
      ['max_output_size', 'output_schema', 'postconditions'].map((promise) => `${promise}: no call gave a result`),
    )
    expect(promises({ maxExecutionMs: 1 }, { calls: [] })).toEqual(['max_execution_time: the tool was not called'])
    expect(promises({ maxExecutionMs: 1 }, { calls: [], notCalled: 'no input' })).toEqual([
      'max_execution_time: no input',
    ])
  })

  test('a promise that takes repeats, where there were none', () => {
    expect(promises({ deterministic: true, idempotent: true })).toEqual([
      'deterministic: no call could be repeated',
      'idempotent: no call could be repeated',
    ])
    expect(promises({ deterministic: false, idempotent: false })).toEqual([])
  })

  test('a call that failed explains it already; the report still lists it', () => {
    const calls = [exampleCall({ answer: { kind: 'timeout', limitMs: 1 } })]
    const contract = exampleContract({ deterministic: true, dependencies: [], maxOutputBytes: 1 })
    const tool = exampleTool({ contract, calls })
    const run = exampleRun({ tools: [tool] })
    expect(judge(run).map(({ code }) => code)).toEqual(['E016'])
    expect(notChecked(tool, run).map(({ promise }) => promise)).toEqual([
      'dependencies',
      'max_output_size',
      'deterministic',
    ])
  })

  test.each<[string, Partial<Promised>, Partial<ToolEvidence>, Partial<Observable>, RegExp]>([
    ['what cannot be seen here', { network: 'none' }, {}, { network: blind }, /^Run where the sandbox can see more/],
    [
      'memory that cannot be measured here',
      { memoryBytes: 1 },
      {},
      { memory: blind },
      /^Run where the sandbox can see/,
    ],
    [
      'calls that cannot be seen',
      { dependencies: [] },
      {},
      { toolCalls: blind },
      /^Calls between tools are seen in Node/,
    ],
    ['no call', { maxExecutionMs: 1 }, { calls: [] }, {}, /^Add a test whose call succeeds\.$/],
    [
      'no call to repeat',
      { deterministic: true },
      { calls: [], notCalled: 'x' },
      {},
      /^Add a test whose call succeeds\.$/,
    ],
    ['no repeat', { deterministic: true }, {}, {}, /^Add a test that expects a result, and run where/],
  ])('the fix fits the reason: %s', (_, promised, given, seen, fix) => {
    const run = exampleRun({ tools: [exampleTool({ contract: exampleContract(promised), ...given })] })
    const found = judge({ ...run, observable: { ...run.observable, ...seen } }).filter(({ code }) => code === 'W027')
    expect(found.map((finding) => finding.fix)).toEqual([expect.stringMatching(fix)])
  })

  test.each<[string, Partial<Promised>, Partial<Observable>]>([
    ['what cannot be seen', { memoryBytes: 1 }, { memory: blind }],
    ['what cannot be repeated', { deterministic: true }, {}],
  ])('of a server elsewhere the fix is to test it where it can be watched: %s', (_, promised, seen) => {
    const run = exampleRun({ tools: [exampleTool({ contract: exampleContract(promised) })] })
    const elsewhere = { ...run, server: { ...run.server, isRemote: true as const } }
    const found = judge({ ...elsewhere, observable: { ...run.observable, ...seen } })
    expect(found.filter(({ code }) => code === 'W027').map(({ fix }) => fix)).toEqual([
      expect.stringMatching(/^Test the server where it can be watched/),
    ])
  })

  test('what the run itself could not check is told with its reason, once', () => {
    const unchecked = [{ promise: 'dependencies', code: 'E015', reason: 'no spy for Rust' }]
    expect(promises({ dependencies: [] }, { unchecked }, { toolCalls: blind })).toEqual([
      'dependencies: no spy for Rust',
    ])
  })
})

describe('W029', () => {
  test('noise is on the tool in whose call it came, otherwise on the server', () => {
    const tool = exampleTool({ contract: exampleContract(), calls: [exampleCall({ noise: ['a', 'b\u001B[2K'] })] })
    const run = exampleRun({ tools: [tool] })
    const server = { ...run.server, noise: ['ready'] }
    expect(judge({ ...run, server }).map(({ code, tool, message }) => [code, tool, message])).toEqual([
      ['W029', 'fetch_user', 'Printed 2 lines on stdout that are no messages, such as "a".'],
      ['W029', null, 'Printed 1 line on stdout that is no message, such as "ready".'],
    ])
  })
})
