import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inspectModule } from './inspect.ts'
import { listModules } from './list.ts'
import { ModuleFolder, contract, manifest } from './modules.test-data.ts'
import { moduleSchemaDocument } from './schema.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
  folder.module('acme/base')
  folder.module('acme/bills', { more: 'depends_on: [acme/base@^1.0.0]\n', tools: ['bill.list', 'bill.send'] })
  folder.put('modules/acme/bills/tools/bill.pay.yaml', contract('bill.pay', PAY))
  folder.put('modules/zoo/bad/module.yaml', manifest('zoo/bad').replace('1.0.0', 'one'))
})
afterEach(() => folder.remove())

const PAY = `semantic_types:
  input: { id: uuid }
guarantees: { dependencies: [bill.list, acme.base] }
preconditions:
  - { description: It has an id, error_code: NO_ID, check: 'input.id != ""' }
approval: input.id == "x"
`

describe('a list of modules', () => {
  it('has each with its version, the number of its tools and whether it is valid', async () => {
    expect(listModules(await folder.read())).toEqual({
      modules: [
        { ref: 'acme/base', semver: '1.0.0', tools: 1, status: 'valid' },
        { ref: 'acme/bills', semver: '1.0.0', tools: 3, status: 'valid' },
        { ref: 'zoo/bad', semver: '', tools: 0, status: 'invalid' },
      ],
    })
  })

  it('is filtered by a part of the name, and comes in pages', async () => {
    const workspace = await folder.read()
    const refs = (request: Parameters<typeof listModules>[1]): readonly string[] =>
      listModules(workspace, request).modules.map(({ ref }) => ref)
    expect(refs({ filter: 'b' })).toEqual(['acme/base', 'acme/bills', 'zoo/bad'])
    expect(refs({ filter: 'zoo/' })).toEqual(['zoo/bad'])
    const first = listModules(workspace, { limit: 2 })
    expect(first.nextCursor).toBe('acme/bills')
    expect(listModules(workspace, { limit: 2, cursor: first.nextCursor })).toMatchObject({
      modules: [{ ref: 'zoo/bad' }],
    })
    expect(listModules(workspace, { limit: 3 })).not.toHaveProperty('nextCursor')
  })
})

describe('an inspected module', () => {
  it('tells its contracts, conditions as text, what it needs, who needs it, and the graph of both', async () => {
    const workspace = await folder.read()
    const bills = inspectModule(workspace, 'acme/bills')
    expect(bills).toMatchObject({
      ok: true,
      value: {
        ref: 'acme/bills',
        status: 'valid',
        manifest: { semver: '1.0.0' },
        tools: [
          { tool: 'bill.list' },
          {
            tool: 'bill.pay',
            inputSchema: { properties: { id: { 'x-semantic-type': 'uuid' } } },
            semanticTypes: { input: { id: 'uuid' } },
            capabilities: ['EXECUTE'],
            preconditions: [{ description: 'It has an id', errorCode: 'NO_ID', check: 'input.id != ""' }],
            approval: 'input.id == "x"',
          },
          { tool: 'bill.send' },
        ],
        dependencies: [{ ref: 'acme/base', range: '^1.0.0', semver: '1.0.0', satisfied: true }],
        dependents: [],
        graph: {
          modules: [{ from: 'acme/bills', to: 'acme/base' }],
          tools: [
            { from: 'bill.pay', to: 'bill.list' },
            { from: 'bill.pay', to: 'acme.base' },
          ],
        },
        diagnostics: [],
      },
    })
    expect(inspectModule(workspace, 'acme/base')).toMatchObject({
      value: { dependents: [{ ref: 'acme/bills', range: '^1.0.0' }], graph: { modules: [], tools: [] } },
    })
    expect(inspectModule(workspace, 'zoo/bad')).toMatchObject({
      value: { status: 'invalid', diagnostics: [{ code: 'MANIFEST_INVALID' }, { code: 'GLOB_MATCHES_NOTHING' }] },
    })
    expect(inspectModule(workspace, 'acme/bils')).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
  })
})

describe('the schema of a module', () => {
  it('is a JSON Schema 2020-12 that compiles, with what its fields mean', async () => {
    const answer = moduleSchemaDocument(await folder.read(), 'acme/bills')
    expect(answer).toMatchObject({
      value: {
        properties: { 'bill.pay': { properties: { input: { properties: { id: { 'x-semantic-type': 'uuid' } } } } } },
      },
    })
    const validate = new Ajv2020({ strict: false }).compile(answer.ok ? answer.value : false)
    expect(validate({ 'bill.pay': { input: { id: 'a' }, output: { ok: true } } })).toBe(true)
    expect(validate({ 'bill.pay': { input: { id: 1 } } })).toBe(false)
    expect(validate({ 'bill.tear': {} })).toBe(false)
  })

  it('is not given of a module with errors, whose tools it would lack', async () => {
    folder.put('modules/acme/bills/tools/x.yaml', 'version: 1\ntool: x\n')
    expect(moduleSchemaDocument(await folder.read(), 'acme/bills')).toMatchObject({
      ok: false,
      error: { code: 'MODULE_INVALID', message: expect.stringContaining('tools/x.yaml') },
    })
  })

  it('keeps what the schemas of two tools define under the same name apart', async () => {
    const defining = (tool: string, type: string): string =>
      `version: 1\ntool: ${tool}\ncontract:\n  input_schema: { $ref: '#/$defs/it', $defs: { it: { type: ${type} } } }\n  output_schema: {}\n`
    folder.put('modules/acme/bills/tools/x.yaml', defining('x', 'string'))
    folder.put('modules/acme/bills/tools/y.yaml', defining('y', 'number'))
    const answer = moduleSchemaDocument(await folder.read(), 'acme/bills')
    const validate = new Ajv2020({ strict: false }).compile(answer.ok ? answer.value : false)
    expect(validate({ x: { input: 'text' }, y: { input: 1 } })).toBe(true)
    expect(validate({ x: { input: 1 } })).toBe(false)
    expect(validate({ y: { input: 'text' } })).toBe(false)
  })
})
