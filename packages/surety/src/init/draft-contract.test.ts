import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { type ContractFile } from '../author/contract-file.ts'
import { readContract } from '../author/read-contract.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import {
  exampleAnswer,
  exampleCall,
  exampleRepeats,
  exampleRun,
  exampleText,
  exampleTool,
  exampleWrite,
} from '../judge/example-evidence.ts'
import { type Draft, draftContract } from './draft-contract.ts'

const SCHEMA: Json = { type: 'object' }

describe('a drafted contract', () => {
  it('promises what surely holds, and notes what held', () => {
    const seen = exampleTool({
      definition: { name: 'fetch_user', description: 'Fetches a user. And more.', inputSchema: SCHEMA },
      calls: exampleRepeats([exampleAnswer({ name: 'Ada' }), exampleAnswer({ name: 'Ada' })]),
    })
    expect(draftContract(draftOf(seen)).split('\n').slice(1)).toEqual([
      'version: 1',
      'tool: fetch_user',
      'description: Fetches a user.',
      '',
      'contract:',
      '  input_schema: FetchUserInput',
      '',
      'guarantees:',
      '  deterministic: false',
      '  # deterministic: true # held: 1 repeated call gave the same answer',
      '  side_effects: filesystem',
      '  # side_effects: none # held: no file was changed in 2 answered calls',
      '  # network: none # held: no connection was tried in 2 answered calls',
      '  max_output_size: 50kb',
      '  # max_output_size: 1kb # held: the largest answer had 14 bytes',
      '  # max_execution_time: 2s # held: the slowest answer took 2 ms',
      '  # dependencies: [] # held: it called no other tool',
      '',
      'tests:',
      '  - name: an input that was answered',
      '    input: { "user_id": "123" }',
      '',
    ])
  })

  it('promises nothing of a tool that was not called, and notes what a test could hold it to', () => {
    const definition = { name: 'fetch_user', inputSchema: SCHEMA }
    const draft = draftOf(exampleTool({ definition, calls: [], notCalled: 'Nobody dared.' }))
    expect(draftContract(draft)).toContain('\ncontract: {} # with a test: { input_schema: FetchUserInput }\n')
    expect(draftContract(draft)).not.toMatch(/^ {2}(?!deterministic|#)/m)
  })

  it('promises what held when it is to be tight, but for what did not hold when it was promised', () => {
    const seen = exampleTool({ calls: exampleRepeats([exampleAnswer(1), exampleAnswer(1)]) })
    const tight = draftOf(seen, { tight: true })
    expect(read(tight).guarantees).toMatchObject({
      deterministic: true,
      sideEffects: 'none',
      network: 'none',
      maxOutputBytes: 1024,
      maxExecutionMs: 2000,
      dependencies: [],
    })
    expect(read({ ...tight, notHeld: new Set(['deterministic', 'network']) }).guarantees).toMatchObject({
      deterministic: false,
      network: undefined,
      sideEffects: 'none',
    })
  })

  it('notes nothing of what did not hold', () => {
    const seen = exampleTool({
      calls: exampleRepeats([exampleAnswer(1), exampleAnswer(2)], { durationMs: 12_000 }),
      effects: [exampleWrite('/tmp/cache', { place: 'temp' })],
      nestedCalls: [{ to: 'create_invoice', how: 'handler', call: 1 }],
    })
    expect(read(draftOf(seen, { tight: true })).guarantees).toMatchObject({
      deterministic: false,
      sideEffects: 'filesystem',
      maxExecutionMs: undefined,
      dependencies: ['create_invoice'],
    })
  })

  it('declares the project files it saw change', () => {
    const seen = exampleTool({ effects: [exampleWrite('data/log-17.txt'), exampleWrite('/root/x', { place: 'home' })] })
    expect(read(draftOf(seen)).guarantees.writes).toEqual(['data/log-*.txt'])
  })

  it('never declares a network, for the tests would be given it', () => {
    const connect = { kind: 'connect', outcome: 'refused', call: 1 } as const
    const effects = ['api.example.com', 'api.example.com:8443'].map((target) => ({ ...connect, target }))
    const draft = draftOf(exampleTool({ effects }), { tight: true })
    expect(read(draft).guarantees.network).toBeUndefined()
    expect(draftContract(draft)).toContain('# network: ["api.example.com:443", "api.example.com:8443"] # tried')
  })

  it('allows a large answer that was seen, with room', () => {
    const seen = exampleTool({ calls: [exampleCall({ answer: exampleText('x'.repeat(20 * 1024)) })] })
    expect(read(draftOf(seen)).guarantees.maxOutputBytes).toBe(80 * 1024)
  })

  it.each([
    ['no call gave a result', { calls: [exampleCall({ answer: exampleText('No.\nNever.', { isError: true }) })] }],
    ['it was not called', { calls: [], notCalled: 'Nobody dared.' }],
  ])('promises nothing that takes a result to check where %s', (_, given) => {
    const seen = exampleTool({ ...given, definition: { name: 'x', outputSchema: SCHEMA } })
    const draft = draftOf(seen, { tight: true })
    expect(read(draft)).toMatchObject({
      outputSchema: undefined,
      tests: [],
      guarantees: { deterministic: false, sideEffects: undefined, maxOutputBytes: undefined, dependencies: undefined },
    })
    expect(draftContract(draft)).toMatch(
      /# (No call gave a result. The first answer: "No\.\\nNever\."|It was not called: Nobody dared\.)\n/,
    )
  })

  it('notes only what could be seen', () => {
    const unseen = { how: 'unseen', reason: 'blind' } as const
    const observable = {
      filesystem: unseen,
      network: unseen,
      process: unseen,
      memory: unseen,
      toolCalls: unseen,
    }
    const tool = exampleTool({ inside: { toolCalls: unseen, inputs: unseen } })
    expect(read(draftOf(tool, { tight: true, observable })).guarantees).toMatchObject({
      sideEffects: 'filesystem',
      network: undefined,
      dependencies: undefined,
    })
  })

  it.each<readonly [schema: Json, name: string | undefined]>([
    [{ title: 'User' }, 'User'],
    [{ title: 'A user: #1' }, 'A user: #1'],
    [{ $id: 'https://example.com/user.schema.json' }, 'user'],
    [{ $ref: '#/$defs/Person', $defs: { Person: {} } }, 'Person'],
    [{ title: 'a/b' }, undefined],
    [{ title: 'user.json' }, undefined],
  ])('calls the schema %j by the name it gives itself', (schema, name) => {
    const contract = read(draftOf(exampleTool({ definition: { name: 'x', inputSchema: schema } })))
    expect(contract.inputSchema).toEqual(name === undefined ? undefined : { kind: 'name', name })
  })

  it('tells why each finding is ignored', () => {
    const ignored = new Map([['W025', 'It says: "secret" # really,\nreally']])
    expect(read(draftOf(exampleTool(), { ignored })).ignore).toEqual([
      { code: 'W025', reason: 'It says: "secret" # really,\nreally', until: undefined },
    ])
  })

  it.each([
    'Reads: {a} [b] & *c, # d',
    '\n\n  - first\nsecond',
    '---\n...',
    'a\u0000\u0007\u001b[31mb\u007f\u0085\u2028c\u{e0001}\ud800',
    '"quoted" \\ and `ticked`',
    'null',
    '~',
    '   ',
  ])('is read again whatever the description: %j', (description) => {
    const text = draftContract(draftOf(exampleTool({ definition: { name: 'x', description } })))
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    const told = readText(text).description
    expect(told ?? '').toBe(description.trim().split('\n')[0] ?? '')
  })

  it('is read again with the same name and input, whatever they are', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => !/[\p{C}\p{Z}\p{DI}]/u.test(text))
    const input = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true })
    fc.assert(
      fc.property(name, input, fc.string({ unit: 'binary' }), (tool, given, description) => {
        const json: Json = JSON.parse(JSON.stringify(given))
        fc.pre(!/"__proto__"|\d{16}/.test(JSON.stringify(json)))
        const calls = [exampleCall({ input: json })]
        const contract = read(draftOf(exampleTool({ tool, definition: { name: tool, description }, calls })))
        expect(contract.tool).toBe(tool)
        expect(contract.tests[0]?.input).toEqual(json)
      }),
    )
  })
})

function draftOf(seen: ToolEvidence, given: Partial<Draft> = {}): Draft {
  const { observable } = exampleRun()
  return { seen, observable, tight: false, notHeld: new Set(), ignored: new Map(), ...given }
}

function read(draft: Draft): ContractFile {
  return readText(draftContract(draft))
}

function readText(text: string): ContractFile {
  const contract = readContract(text, { path: '/nowhere/x.yaml', file: 'x.yaml' })
  if (!contract.ok) throw new Error(`${JSON.stringify(contract.problems)}\n${text}`)
  return contract.contract
}
