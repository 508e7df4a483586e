import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LoadedCode } from '../../author/code/load-code.ts'
import type { ModuleAnswer } from '../module.ts'
import { ModuleFolder, contract, manifest, startCode } from '../modules.test-data.ts'
import { applyInstall } from './apply-install.ts'
import { installedCode } from './installed-code.ts'
import { NOTHING_INSTALLED } from './installed-set.ts'
import { setFolder } from './layout.ts'
import { planInstall } from './plan-install.ts'
import { readInstalled } from './read-installed.ts'

let folder: ModuleFolder
let loaded: LoadedCode | undefined
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(async () => {
  delete process.env['SURETY_TEST_WEAK']
  await loaded?.end()
  await folder.remove()
})

function valueOf<T>(answer: ModuleAnswer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

async function install(): Promise<void> {
  const some = (file: string, content: string): string => folder.put(`node_modules/some/${file}`, content)
  some('package.json', '{"name":"some","version":"1.0.0","main":"index.js"}')
  some('index.js', `exports.LEAST = 1\n`)
  folder.put('modules/a/b/module.yaml', manifest('a/b'))
  folder.put('modules/a/b/tools/lib.ts', `export const LIMIT = 9\n`)
  folder.put(
    'modules/a/b/tools/one.contract.ts',
    `import { z } from 'zod'\nimport { LEAST } from 'some'\nimport { LIMIT } from './lib.ts'
const WEAK = process.env.SURETY_TEST_WEAK !== undefined
export default { toolName: 'one', description: 'x', capabilities: ['READ'], ...(WEAK ? {} : { sideEffects: 'none' }),
  inputSchema: z.object({ n: z.number().min(LEAST).max(LIMIT) }), outputSchema: z.object({}) }\n`,
  )
  const catalogue = folder.catalogue()
  const { planId } = valueOf(await planInstall(await catalogue.read(), NOTHING_INSTALLED, ['a/b']))
  valueOf(await applyInstall(folder.root, planId, () => catalogue.read()))
}

async function load(): Promise<LoadedCode> {
  const installed = valueOf(readInstalled(folder.root))
  loaded = await installedCode(
    folder.root,
    setFolder(folder.root, installed.id ?? ''),
    installed,
    startCode,
    folder.root,
  )
  return loaded
}

describe('an installed contract in code', () => {
  it('is loaded with its imports, and says what it said', async () => {
    await install()
    const { contracts, problems } = await load()
    expect(problems).toEqual([])
    expect(contracts).toMatchObject([{ tool: 'one', guarantees: { sideEffects: 'none' } }])
  })

  it('is refused when it says less than when it was approved', async () => {
    await install()
    process.env['SURETY_TEST_WEAK'] = '1'
    const { contracts, problems } = await load()
    expect(contracts).toEqual([])
    expect(problems).toMatchObject([{ tool: 'one', message: expect.stringContaining('when it was installed') }])
  })

  it('is refused when a package that it imports is another one', async () => {
    await install()
    folder.put('node_modules/some/index.js', `exports.LEAST = -1\n`)
    const { contracts, problems } = await load()
    expect(contracts).toEqual([])
    expect(problems).toMatchObject([{ message: expect.stringContaining('not those it was installed with') }])
  })

  it('whose checks change where no schema tells is listed as one that may be weaker', async () => {
    await install()
    folder.put('modules/a/b/tools/lib.ts', `export const LIMIT = 9 // as before\n`)
    const { loosened } = valueOf(await planInstall(await folder.read(), valueOf(readInstalled(folder.root)), ['a/b']))
    expect(loosened).toMatchObject([{ tool: 'one', promise: 'code' }])
  })

  it('whose checks change, or that takes the place of YAML, may refuse what was accepted', async () => {
    await install()
    folder.put('modules/a/b/tools/lib.ts', `export const LIMIT = 9 // as before\n`)
    const other = valueOf(await planInstall(await folder.read(), valueOf(readInstalled(folder.root)), ['a/b']))
    expect(other.breaks).toMatchObject([{ tool: 'one', reason: expect.stringContaining('other code') }])

    const inYaml = contract('one').replace(/input_schema: .*/, 'input_schema: { type: object }')
    rmSync(join(folder.root, 'modules/a/b/tools'), { recursive: true })
    folder.put('modules/a/b/tools/one.yaml', inYaml)
    const catalogue = folder.catalogue()
    const { planId } = valueOf(await planInstall(await catalogue.read(), valueOf(readInstalled(folder.root)), ['a/b']))
    valueOf(await applyInstall(folder.root, planId, () => catalogue.read()))
    rmSync(join(folder.root, 'modules/a/b/tools/one.yaml'))
    folder.put(
      'modules/a/b/tools/one.contract.ts',
      `import { z } from 'zod'
export default { toolName: 'one', description: 'x', capabilities: ['READ'],
  inputSchema: z.looseObject({}).refine(() => false), outputSchema: z.strictObject({ ok: z.boolean() }) }\n`,
    )
    const plan = valueOf(await planInstall(await folder.read(), valueOf(readInstalled(folder.root)), ['a/b']))
    expect(plan.loosened).toContainEqual(expect.objectContaining({ tool: 'one', promise: 'code', before: null }))
    expect(plan.breaks).toMatchObject([{ tool: 'one', reason: expect.stringContaining('now also judged by code') }])
  })
})
