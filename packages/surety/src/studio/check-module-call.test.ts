import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Catalogue } from '../modules/catalogue.ts'
import { ModuleFolder, contract, manifest } from '../modules/modules.test-data.ts'
import { checkModuleCall } from './check-module-call.ts'

let folder: ModuleFolder
let catalogue: Catalogue
beforeEach(() => {
  folder = new ModuleFolder()
  catalogue = folder.catalogue()
})
afterEach(() => folder.remove())

const CONTRACTS = `import { z } from 'zod'
const base = { description: 'x', outputSchema: z.object({}), capabilities: ['READ'] }
export const refined = { ...base, toolName: 'refined', inputSchema: z.object({ a: z.string().refine((a) => a.startsWith('a'), 'a word with an a') }) }
export const compared = { ...base, toolName: 'compared', inputSchema: z.object({ a: z.number(), b: z.number() }).superRefine((v, c) => { if (v.a > v.b) c.addIssue({ code: 'custom', message: 'a > b' }) }) }
export const trimmed = { ...base, toolName: 'trimmed', inputSchema: z.object({ a: z.string().trim().min(1) }) }
export const hangs = { ...base, toolName: 'hangs', inputSchema: z.object({}).refine(() => { for (;;); }) }
`

const TABLES = `version: "1.0.0"
tables:
  - tableName: notes
    toolId: add-note
    displayName: Note
    description: Adds a note.
    fields:
      - { name: text, label: Text, dataType: text, required: true, maxLength: 100 }
    APPROVAL
`

describe('whether a call of a module’s tool would be let through', () => {
  it('is asked of the code of its contract too', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/tools/all.contract.ts', CONTRACTS)
    const { modules, diagnostics } = await catalogue.read()
    expect(diagnostics).toEqual([])
    const check = async (name: string, input: unknown): Promise<unknown> => {
      const tool = modules[0]?.tools.find(({ compiled }) => compiled.tool === name)
      if (tool === undefined) throw new Error(`There is no ${name}.`)
      const checked = await checkModuleCall(tool, input, { role: undefined, principal: 'p' }, undefined)
      return checked.ok || [checked.error.code, checked.error.stage]
    }
    const refused = ['INVALID_INPUT', 'validate']
    expect(await check('refined', { a: 'b' })).toEqual(refused)
    expect(await check('refined', { a: 'ab' })).toBe(true)
    expect(await check('compared', { a: 2, b: 1 })).toEqual(refused)
    expect(await check('compared', { a: 1, b: 2 })).toBe(true)
    expect(await check('trimmed', { a: '   ' })).toEqual(refused)
    expect(await check('trimmed', { a: ' x ' })).toBe(true)
  })

  it('is told in plain words', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put(
      'modules/a/b/tools/t.yaml',
      contract('t').replace('id: { type: string }', 'id: { type: integer, maximum: 100 }'),
    )
    const [tool] = (await catalogue.read()).modules.flatMap(({ tools }) => tools)
    if (tool === undefined) throw new Error('There is no such tool.')
    const told = async (input: unknown): Promise<string> => {
      const checked = await checkModuleCall(tool, input, { role: undefined, principal: 'p' }, undefined)
      return checked.ok ? '' : checked.error.message
    }
    expect(await told({ id: 101 })).toBe("Field 'id' of the input must be at most 100, but received 101.")
    expect(await told({})).toBe("Field 'id' of the input is required and must be there, as the schema requires.")
  })

  it('is not where that code does not answer', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/tools/all.contract.ts', CONTRACTS)
    const [tool] = (await folder.read(8000)).modules.flatMap(({ tools }) =>
      tools.filter(({ compiled }) => compiled.tool === 'hangs'),
    )
    if (tool === undefined) throw new Error('There is no such tool.')
    const checked = await checkModuleCall(tool, {}, { role: undefined, principal: 'p' }, undefined)
    expect(checked).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  })

  it.each([
    ['', false],
    ['approval: never', false],
    ['approval: always', true],
  ])('waits for approval where its table says so: %j', async (approval, needsApproval) => {
    folder.put('modules/a/b/module.yaml', `${manifest('a/b').replace(/tools.*\n/, '')}tables: tables.yaml\n`)
    folder.put('modules/a/b/tables.yaml', TABLES.replace('APPROVAL', approval))
    const [tool] = (await catalogue.read()).modules.flatMap(({ tools }) => tools)
    if (tool === undefined) throw new Error('There is no such tool.')
    const checked = await checkModuleCall(tool, { text: 'x' }, { role: undefined, principal: 'p' }, undefined)
    expect(checked).toMatchObject({ ok: true, value: { needsApproval } })
  })
})
