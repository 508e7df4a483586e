import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bind } from '../bind.ts'
import type { CodeProcess } from './code-conversation.ts'
import { type LoadedCode, loadCode } from './load-code.ts'

let root: string
let started: number
const open: LoadedCode[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'surety-code-'))
  started = 0
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ end }) => end()))
  rmSync(root, { recursive: true })
})

function start([command = '', ...args]: readonly string[]): CodeProcess {
  started++
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    exited,
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function put(path: string, content: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  return join(root, path)
}

async function load(files: readonly string[], timeoutMs = 20_000): Promise<LoadedCode> {
  const loaded = await loadCode(files, start, { root, timeoutMs })
  open.push(loaded)
  return loaded
}

const contract = (tool: string, more = '') => `{
  toolName: '${tool}', description: 'Does it.', capabilities: ['READ'],
  inputSchema: z.object({ n: z.number().int() }), outputSchema: z.object({ n: z.number() }), ${more}
}`
const IMPORTS = `import { z } from 'zod'\nimport { createPrecondition, createPostcondition, defineContract } from '@surety/tool-contracts'\n`

describe('contracts in code', () => {
  it('are read with all they state, and their predicates run in their own process', async () => {
    const file = put(
      'tools/one.contract.ts',
      `${IMPORTS}interface Context { readonly n: number }
console.log('{"id":1,"answer":"noise"}')
export const one = defineContract(${contract(
        'one',
        `deterministic: true, sideEffects: 'none', network: 'none', dependencies: ['two'], idempotent: true,
  resourceLimits: { timeoutMs: 500, maxOutputBytes: 100 },
  errorCodes: [{ code: 'BUSY', description: 'Busy.', retryable: true }],
  inputSemanticTypes: { n: 'unknown' }, sensitive: ['input.n'], constraints: ['Small numbers.'],
  preconditions: [createPrecondition('positive', 'NOT_POSITIVE', (c: Context) => c.n > 0)],
  postconditions: [createPostcondition('doubled', 'NOT_DOUBLED', (c: { n: number; $input: Context }) => c.n === c.$input.n * 2)],
  approval: (input) => Number(input.n) > 10,
  examples: [{ input: { n: 1 }, output: { n: 2 } }],`,
      )})
`,
    )
    const { contracts, problems } = await load([file])
    expect(problems).toEqual([])
    const [one] = contracts
    expect(one).toMatchObject({
      file: 'tools/one.contract.ts',
      tool: 'one',
      inputSchema: { kind: 'schema', schema: { type: 'object', properties: { n: { type: 'integer' } } } },
      guarantees: {
        deterministic: true,
        sideEffects: 'none',
        network: 'none',
        dependencies: ['two'],
        maxExecutionMs: 500,
        maxOutputBytes: 100,
      },
      limits: { timeoutMs: 500, memoryMb: undefined, maxOutputBytes: 100 },
      idempotent: true,
      errors: [{ code: 'BUSY', retryable: true }],
      sensitive: ['input.n'],
      tests: [{ name: 'example 1', input: { n: 1 } }],
    })
    expect(one?.locate(['tool'])).toEqual({ line: 6, column: 13 })
    expect(await one?.preconditions[0]?.holds({ n: 1 })).toBe(true)
    expect(await one?.preconditions[0]?.holds({ n: 0 })).toBe(false)
    expect(await one?.preconditions[0]?.holds({ n: 'x' })).toBe(false)
    expect(await one?.postconditions[0]?.holds({ n: 1 }, { n: 2 })).toBe(true)
    expect(await one?.postconditions[0]?.holds({ n: 1 }, { n: 3 })).toBe(false)
    const approval = one?.approval
    if (typeof approval !== 'object') throw new Error('approval must be a function')
    expect([await approval.when({ n: 11 }), await approval.when({ n: 9 }), await approval.when({})]).toEqual([
      true,
      false,
      true,
    ])
    expect(one && bind(one, {}).problems).toEqual([])
    expect(started).toBe(1)
  })

  it('are found among all kinds of exports', async () => {
    const file = put(
      'many.contract.js',
      `${IMPORTS}export const helper = () => 1
export const tool = { contract: ${contract('a')}, handler() {} }
export const list = [${contract('b')}, ${contract('c')}]
export default ${contract('d')}
`,
    )
    const { contracts } = await load([file])
    expect(contracts.map(({ tool }) => tool).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('that cannot be used are told of by file and place, and hide no other', async () => {
    const files = [
      put('a-syntax.contract.ts', 'export const x = {\n  a: 1,,\n}\n'),
      put('b-throws.contract.ts', '\nthrow new Error("boom")\n'),
      put('c-missing.contract.ts', 'import "./nowhere.ts"\n'),
      put('d-none.contract.ts', 'export const x = 1\n'),
      put(
        'e-invalid.contract.ts',
        `${IMPORTS}export const x = ${contract('x', "capabilites: ['READ'], dependencies: ['x'],")}`,
      ),
      put('f-exits.contract.ts', 'process.exit(3)\n'),
      put('g-writes.contract.ts', `${IMPORTS}export const x = ${contract('w', "writes: ['/etc/passwd'],")}`),
      put('z-good.contract.ts', `${IMPORTS}export const x = ${contract('good')}`),
    ]
    const { contracts, problems } = await load(files)
    expect(contracts.map(({ tool }) => tool)).toEqual(['good'])
    expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      expect.stringContaining('a-syntax.contract.ts:2 Its code cannot be loaded: ParseError'),
      expect.stringContaining('b-throws.contract.ts:2 Its code cannot be loaded: boom'),
      expect.stringContaining("c-missing.contract.ts:1 Its code cannot be loaded: Cannot find module './nowhere.ts'"),
      expect.stringContaining('d-none.contract.ts:1 It exports no contract.'),
      expect.stringContaining("e-invalid.contract.ts:4 A contract has no field 'capabilites'"),
      expect.stringContaining("e-invalid.contract.ts:4 'x' depends on itself."),
      expect.stringContaining('f-exits.contract.ts:1 The contract cannot be loaded: its code ended the process'),
      expect.stringContaining("g-writes.contract.ts:4 'guarantees.writes[0]' must be a glob"),
    ])
  })

  it('keep their own predicates beside one in the same file that cannot be used', async () => {
    const conditions = "preconditions: [createPrecondition('positive', 'NOT_POSITIVE', ({ n }) => n > 0)],"
    const file = put(
      'mixed.contract.js',
      `${IMPORTS}export const all = [${contract('bad', "capabilites: ['READ'],")}, ${contract('good', conditions)}]\n`,
    )
    const { contracts, problems } = await load([file])
    expect(problems).toMatchObject([{ message: expect.stringContaining('capabilites') }])
    expect(contracts.map(({ tool }) => tool)).toEqual(['good'])
    const [positive] = contracts[0]?.preconditions ?? []
    expect([await positive?.holds({ n: 1 }), await positive?.holds({ n: 0 })]).toEqual([true, false])
  })

  it('that hang are given up, in listing and in judging', async () => {
    const files = [
      put('a.contract.mjs', 'for (;;);\n'),
      put(
        'b.contract.mjs',
        `${IMPORTS}export const x = ${contract('b', "preconditions: [createPrecondition('hangs', 'HANGS', () => { for (;;); })],")}`,
      ),
      put(
        'c.contract.mjs',
        `${IMPORTS}export const x = ${contract('c', "preconditions: [createPrecondition('fine', 'FINE', () => true)],")}`,
      ),
    ]
    const { contracts, problems } = await load(files, 5000)
    expect(problems).toEqual([
      expect.objectContaining({ file: 'a.contract.mjs', message: expect.stringContaining('5000 ms') }),
    ])
    expect(await contracts[0]?.preconditions[0]?.holds({ n: 1 })).toBe(false)
    expect(await contracts[1]?.preconditions[0]?.holds({ n: 1 })).toBe(true)
  })

  it('that spoil the process later are not blamed on the next file', async () => {
    const files = [
      put('a.contract.mjs', `${IMPORTS}setTimeout(() => process.exit(1), 1)\nexport const x = ${contract('a')}`),
      put(
        'b.contract.mjs',
        `await new Promise((resolve) => setTimeout(resolve, 50))\n${IMPORTS}export const x = ${contract('b')}`,
      ),
    ]
    const { contracts, problems } = await load(files)
    expect(problems).toEqual([])
    expect(contracts.map(({ tool }) => tool)).toEqual(['a', 'b'])
  })

  it('use the packages of their own project where it has them', async () => {
    put('node_modules/zod/package.json', '{"name":"zod","version":"9.9.9","main":"index.js"}')
    put('node_modules/zod/index.js', "throw new Error('the project’s own zod')")
    const { problems } = await load([
      put('a.contract.ts', `import { z } from 'zod'\nexport const x = ${contract('a')}`),
    ])
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('own zod') })])
  })
})
