import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { type Answer, type CallEvidence, PURPOSES } from './call-evidence.ts'
import { type Effect } from './effect-evidence.ts'
import type { RunEvidence, Sight, ToolEvidence } from './evidence.ts'
import { exampleContract, exampleRun, exampleTool, exampleWrite } from './example-evidence.ts'
import { judge } from './judge.ts'
import { RULES } from './rules/index.ts'

test('one defect is one finding, the most specific, and the order is of tools, then of codes', () => {
  const readOnly = { annotations: { readOnlyHint: true } }
  const tools = ['b', 'a'].map((tool) =>
    exampleTool({
      tool,
      definition: { name: tool, ...readOnly },
      contract: exampleContract({ sideEffects: 'none', dependencies: [] }),
      effects: [exampleWrite('x')],
      nestedCalls: [{ to: 'c', how: 'handler', call: 1 }],
    }),
  )
  const run = exampleRun({ tools, contractProblems: [{ file: 'f', line: 1, column: 1, message: 'No.', tool: 'z' }] })
  const contracts = [...run.contracts, { tool: 'y', file: 'y', dependencies: ['y'] }]
  expect(judge({ ...run, contracts }).map(({ code, tool }) => [tool, code])).toEqual([
    ['b', 'E012'],
    ['b', 'E015'],
    ['a', 'E012'],
    ['a', 'E015'],
    ['y', 'E002'],
    ['z', 'E001'],
    [null, 'E003'],
  ])
})

const json = fc.oneof(fc.jsonValue(), fc.constantFrom('', '{"input":{"a":1}}', '$.a', '/a')) as fc.Arbitrary<Json>
const name = fc.constantFrom('a', 'b_c', '__proto__', 'constructor', 'ü', '')
const text = fc.oneof(fc.string({ unit: 'binary' }), name)
const texts = fc.array(text, { maxLength: 3 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const path = fc.array(fc.oneof(name, fc.nat(3)), { maxLength: 3 })

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({
    kind: fc.constant('result' as const),
    isError: fc.boolean(),
    content: fc.array(fc.oneof(json, fc.record({ type: fc.constant('text'), text })), { maxLength: 3 }),
    structuredContent: maybe(json),
    errorCode: maybe(name),
    contentBytes: fc.nat(),
    structuredBytes: fc.nat(),
    schemaIssues: maybe(fc.array(fc.record({ path: text, message: text }), { maxLength: 2 })),
  }),
  fc.record({ kind: fc.constant('error' as const), code: fc.integer(), message: text, errorCode: maybe(name) }),
  fc.record({ kind: fc.constant('malformed' as const), reason: text }),
  fc.record({ kind: fc.constant('timeout' as const), limitMs: fc.nat() }),
  fc.record({
    kind: fc.constant('died' as const),
    exitCode: fc.option(fc.nat(255)),
    signal: fc.option(text),
    stderr: text,
  }),
  fc.record({ kind: fc.constant('memory' as const), bytes: fc.nat(), limitBytes: fc.nat() }),
  fc.record({ kind: fc.constant('oversize' as const), bytes: fc.nat() }),
)

const variation: fc.Arbitrary<CallEvidence['variation']> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    kind: fc.constant('invalid' as const),
    path: text,
    problem: fc.constantFrom('missing', 'wrong type', 'out of range', 'not a member'),
    expected: text,
  }),
  fc.record({ kind: fc.constant('default' as const), path: text, value: json }),
)

const kind = fc.constantFrom('postcondition', 'output', 'error', 'schema')
const call: fc.Arbitrary<CallEvidence> = fc.record({
  id: fc.nat(3),
  purpose: fc.constantFrom(...PURPOSES),
  input: json,
  test: maybe(text),
  testAt: maybe(fc.nat(3).map((index) => ['tests', index])),
  base: maybe(fc.nat(3)),
  expectsError: fc.boolean(),
  ignorePaths: texts,
  variation,
  process: fc.nat(3),
  answer,
  durationMs: fc.nat(),
  noise: texts,
  broken: fc.array(fc.record({ at: path, kind, message: text }), { maxLength: 2 }),
})

const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('write', 'delete', 'rename', 'attributes'),
    path: text,
    place: fc.constantFrom('project', 'temp', 'home', 'elsewhere'),
    outcome: fc.constantFrom('lasting', 'undone', 'refused'),
    existed: fc.boolean(),
    call: maybe(fc.nat(3)),
  }),
  fc.record({
    kind: fc.constant('connect' as const),
    target: text,
    outcome: fc.constantFrom('lasting', 'refused'),
    call: maybe(fc.nat(3)),
  }),
  fc.record({
    kind: fc.constant('process' as const),
    command: text,
    how: fc.constantFrom('detached', 'outlived'),
    call: maybe(fc.nat(3)),
  }),
)

const problem = fc.record({ file: text, line: fc.nat(), column: fc.nat(), message: text })
const contract = fc.record({
  file: text,
  promised: fc.record({
    deterministic: maybe(fc.boolean()),
    sideEffects: fc.constantFrom('none', 'filesystem', undefined),
    writes: texts,
    network: fc.oneof(fc.constantFrom('none', 'any', undefined), texts),
    maxOutputBytes: maybe(fc.nat()),
    maxExecutionMs: maybe(fc.nat()),
    memoryBytes: maybe(fc.nat()),
    dependencies: maybe(fc.array(name)),
    idempotent: maybe(fc.boolean()),
    errors: maybe(fc.array(name)),
    inputSchemaName: maybe(name),
    outputSchemaName: maybe(name),
    checksInput: fc.boolean(),
    checksOutput: fc.boolean(),
    postconditions: texts,
  }),
  problems: fc.array(problem, { maxLength: 1 }),
  ignored: fc.constant([]),
})

const hint = fc.boolean()
const definition = fc.record(
  {
    name,
    title: text,
    description: text,
    inputSchema: json,
    outputSchema: fc.oneof(json, fc.record({ type: json, title: json })),
    annotations: fc.record(
      { title: text, readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['name'] },
)

const step = fc.record({ answer: name, digest: name, files: fc.nat(2), bytes: fc.nat(2) })
const sight: fc.Arbitrary<Sight> = fc.oneof(
  fc.record({ how: fc.constantFrom('seen', 'blocked', 'limited') }),
  fc.record({ how: fc.constant('unseen' as const), reason: text }),
)
const tool: fc.Arbitrary<ToolEvidence> = fc.record({
  tool: name,
  definition,
  definitionAtEnd: fc.oneof(fc.constantFrom(null, undefined), definition),
  definitionElsewhere: fc.oneof(fc.constantFrom(null, undefined), definition),
  protocolProblems: fc.array(fc.record({ problem: text, call: maybe(fc.nat(3)) }), { maxLength: 2 }),
  changedSinceLock: maybe(texts),
  contract: maybe(contract),
  calls: fc.array(call, { maxLength: 5 }),
  effects: fc.array(effect, { maxLength: 3 }),
  nestedCalls: fc.array(
    fc.record({ to: name, how: fc.constantFrom('handler', 'client', 'process'), call: maybe(fc.nat(3)) }),
    { maxLength: 2 },
  ),
  programs: fc.array(name, { maxLength: 2 }),
  mutations: fc.array(fc.record({ path: text, before: maybe(json), after: maybe(json), call: maybe(fc.nat(3)) }), {
    maxLength: 2,
  }),
  inside: fc.record({ toolCalls: sight, inputs: sight }),
  repetition: maybe(fc.record({ input: json, runs: fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 3 }) })),
  unchecked: fc.array(fc.record({ promise: name, code: text, reason: text }), { maxLength: 2 }),
  notCalled: maybe(text),
  unrun: fc.array(fc.record({ test: text, at: fc.constant(['tests', 0]), reason: text }), { maxLength: 2 }),
  limits: fc.record({ timeoutMs: fc.nat(), outputBytes: fc.nat(), memoryBytes: fc.nat() }),
})

const run: fc.Arbitrary<RunEvidence> = fc.record({
  tools: fc.array(tool, { maxLength: 3 }),
  listed: fc.array(name),
  contracts: fc.array(fc.record({ tool: name, file: text, dependencies: fc.array(name) }), { maxLength: 4 }),
  contractProblems: fc.array(problem, { maxLength: 2 }),
  narrowed: fc.boolean(),
  server: fc.record(
    {
      protocolVersion: maybe(text),
      noise: texts,
      unexplained: fc.array(effect, { maxLength: 2 }),
      protocolProblems: texts,
      lock: fc.record({ removed: texts, appeared: texts, launch: texts }),
    },
    { requiredKeys: ['protocolVersion', 'noise', 'unexplained', 'protocolProblems'] },
  ),
  observable: fc.record({
    filesystem: sight,
    network: sight,
    process: sight,
    memory: sight,
    toolCalls: sight,
  }),
  canaries: texts,
})

test('no evidence makes a rule throw, find one defect twice, or change its mind', () => {
  const codes = new Set(RULES.map(({ code }) => code))
  fc.assert(
    fc.property(run, (evidence) => {
      const findings = judge(evidence)
      expect(findings.every(({ code }) => codes.has(code))).toBe(true)
      const keys = findings.map(({ tool, defect }) => JSON.stringify([tool, defect]))
      expect(new Set(keys).size).toBe(keys.length)
      expect(judge(evidence)).toEqual(findings)
      expect(JSON.parse(JSON.stringify(findings))).toHaveLength(findings.length)
    }),
  )
})
