import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredToolContract } from '@surety/tool-contracts'
import { toTool } from '@surety/tool-contracts/mcp'
import type { z } from 'zod'
import type { CompiledTool } from '../module.ts'
import { generateModule } from './codegen.ts'
import { nameTools } from './generated-tool.ts'
import { compiledTool, exportsOf, folderWith, generated, moduleOf } from './generated.test-data.ts'
import { HOSTILE_TOOLS } from './hostile.test-data.ts'

const READ = compiledTool('files.read-lines', {
  description: 'Reads lines',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where', pattern: '^[a-z]+$', maxLength: 10 },
      count: { type: 'integer', minimum: 1, default: 3 },
      since: { type: 'string', format: 'date' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { lines: { type: 'array', items: { type: 'string' } } },
    required: ['lines'],
  },
  semanticTypes: { input: { path: 'file-path' }, output: {} },
  capabilities: ['READ', 'EXECUTE'],
  limits: { timeoutMs: 500, memoryMb: undefined, maxOutputBytes: undefined },
  guarantees: { ...compiledTool('x').guarantees, maxOutputBytes: 900, dependencies: ['files.list'], network: 'none' },
  idempotent: true,
  errors: [{ code: 'BUSY', description: 'Come back later.', retryable: true }],
  preconditions: [{ description: 'path is there', errorCode: 'NO_SUCH_FILE', check: 'input.path != "gone"' }],
  approval: 'input.count > 100',
  sensitive: ['output.lines'],
  constraints: ['At most 10 lines'],
  examples: [{ input: { path: 'a' }, output: { lines: [] } }],
})

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

async function load(tools: readonly CompiledTool[], path: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = folderWith(generated(tools))
  folders.push(folder)
  return exportsOf(folder, path)
}

type Call = (name: string, args: unknown) => Promise<unknown>
type Client = Readonly<Record<string, (input: unknown) => Promise<unknown>>>

let createClient: (call: Call) => Client
beforeAll(async () => {
  // What the generated file exports under this name.
  createClient = (await load([READ], 'index.ts'))['createClient'] as typeof createClient
})

test('a generated client fills in defaults, calls the tool by its name and returns what it answers', async () => {
  const calls: unknown[] = []
  const client = createClient(async (name, args) => {
    calls.push([name, args])
    return { lines: ['a'], more: 1 }
  })
  expect(await client['filesReadLines']?.({ path: 'a' })).toEqual({ lines: ['a'], more: 1 })
  expect(calls).toEqual([['files.read-lines', { path: 'a', count: 3 }]])
})

test.each([
  ['is missing', {}],
  ['is too long', { path: 'abcdefghijk' }],
  ['is of the wrong format', { path: 'a', since: '2023-02-29' }],
  ['is not known', { path: 'a', more: 1 }],
  ['is no whole number', { path: 'a', count: 1.5 }],
])('a generated client makes no call when an argument %s', async (_, input) => {
  const calls: string[] = []
  const client = createClient(async (name) => calls.push(name))
  await expect(client['filesReadLines']?.(input)).rejects.toThrow(/invalid|expected|required|unrecognized/i)
  expect(calls).toEqual([])
})

test('a generated client does not return what the tool must not answer', async () => {
  const client = createClient(async () => ({ lines: [1] }))
  await expect(client['filesReadLines']?.({ path: 'a' })).rejects.toThrow('expected string, received number')
})

test('a generated contract says what the contract says, and publishes the same schemas', async () => {
  const contracts = await load([READ], 'contracts.ts')
  // It compiles with this type.
  const contract = contracts['filesReadLinesContract'] as DeclaredToolContract
  expect(contract).toMatchObject({
    toolName: 'files.read-lines',
    capabilities: ['READ', 'EXECUTE'],
    dependencies: ['files.list'],
    resourceLimits: { timeoutMs: 500, maxOutputBytes: 900 },
    // The condition cannot be translated: nobody must be spared the question.
    approval: 'always',
    network: 'none',
    sensitive: ['output.lines'],
    errorCodes: [
      { code: 'NO_SUCH_FILE', description: 'path is there' },
      { code: 'BUSY', description: 'Come back later.', retryable: true },
    ],
  })
  const { inputSchema, outputSchema } = toTool(contract)
  const path = { ...Object(READ.inputSchema?.['properties']).path, 'x-semantic-type': 'file-path' }
  expect(inputSchema).toMatchObject({
    ...READ.inputSchema,
    properties: { path, count: { type: 'integer', default: 3 } },
  })
  expect(outputSchema).toMatchObject({ ...READ.outputSchema })
})

test('conditions are told in the comment of a contract', () => {
  const text = generated([READ]).find(({ path }) => path === 'contracts.ts')?.text
  expect(text).toContain(' * - NO_SUCH_FILE: path is there: input.path != "gone"\n')
  expect(text).toContain('the contract asks where: input.count > 100\n')
})

test('the same module gives the same files, in whatever order its tools were read', () => {
  expect(generated(HOSTILE_TOOLS.toReversed())).toEqual(generated(HOSTILE_TOOLS))
})

test('no text of a contract becomes code', async () => {
  for (const path of ['index.ts', 'contracts.ts', 'schemas.ts']) {
    const exported = await load(HOSTILE_TOOLS, path)
    expect(Object.keys(exported)).not.toContain('owned')
    expect(Object.keys(exported).length).toBeGreaterThan(HOSTILE_TOOLS.length / 2)
  }
})

test('tools have names of their own, whatever they are called', () => {
  const names = ['read.file', 'read-file', 'readFile2', 'class', 'then', 'constructor', '', '!', '2nd', '__proto__']
  const methods = nameTools(names.map((name) => compiledTool(name))).map(({ tool, method }) => [tool.tool, method])
  expect(Object.fromEntries(methods)).toEqual({
    '': 'tool',
    '!': 'tool2',
    '2nd': 'tool2nd',
    ['__proto__']: 'proto',
    class: 'class2',
    constructor: 'constructor2',
    'read-file': 'readFile',
    'read.file': 'readFile2',
    readFile2: 'readFile22',
    then: 'then2',
  })
})

test('a property called __proto__ is held to its schema', async () => {
  const outputSchema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
  )
  const exported = await load([compiledTool('odd', { outputSchema })], 'schemas.ts')
  // It is a schema: it compiles as one.
  const schema = exported['oddOutput'] as z.ZodType
  const accepts = (text: string): boolean => schema.safeParse(JSON.parse(text)).success
  expect([accepts('{"__proto__":"x"}'), accepts('{"__proto__":1}'), accepts('{}')]).toEqual([true, false, false])
})

test('keywords that nothing generated holds are told', () => {
  const tool = compiledTool('open', { outputSchema: { type: 'object', unevaluatedProperties: false } })
  const text = generated([tool]).find(({ path }) => path === 'schemas.ts')?.text
  expect(text).toContain('Not held here: unevaluatedProperties.')
})

test('a module without tools gets a client without methods', async () => {
  expect(generateModule(moduleOf([])).ok).toBe(true)
  expect(Object.keys(await load([], 'index.ts'))).toEqual(['createClient'])
})

test('schemas that nest deeply and refer to each other often take no longer than they are long', () => {
  const levels = Array.from({ length: 24 }, (_, level) => level)
  const $defs = Object.fromEntries(
    levels.map((level) => [
      `l${level}`,
      { type: 'object', properties: { a: { $ref: `#/$defs/l${level + 1}` }, b: { $ref: `#/$defs/l${level + 1}` } } },
    ]),
  )
  const deep = levels.reduce<object>((inner) => ({ type: 'object', properties: { a: inner, b: { default: 1 } } }), {})
  const tool = compiledTool('deep', {
    inputSchema: { type: 'object', ...deep },
    outputSchema: { $ref: '#/$defs/l0', $defs: { ...$defs, l24: { type: 'null' } } },
  })
  const [size = 0] = generated([tool]).flatMap(({ path, text }) => (path === 'schemas.ts' ? [text.length] : []))
  expect(size).toBeLessThan(50_000)
})
