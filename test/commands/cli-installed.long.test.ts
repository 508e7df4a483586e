import { symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openCatalogue } from '../../packages/surety/src/modules/catalogue.ts'
import { applyInstall } from '../../packages/surety/src/modules/install/apply-install.ts'
import { planInstall } from '../../packages/surety/src/modules/install/plan-install.ts'
import { readInstalled } from '../../packages/surety/src/modules/install/read-installed.ts'
import { given } from '../../packages/surety/src/modules/install/lab.test-data.ts'
import { manifest, startCode } from '../../packages/surety/src/modules/modules.test-data.ts'
import { SERVER, codesOf, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

afterAll(removeProjects)

const IN_CODE = `import { defineContract } from '@surety/tool-contracts'
import { z } from 'zod'
import { description } from './words.ts'

export const two = defineContract({
  toolName: 'two',
  description,
  capabilities: ['READ'],
  inputSchema: z.object({}),
  outputSchema: z.unknown(),
  sideEffects: 'none',
  examples: [{ input: {} }],
})
`

/** A server whose contract in tools/ allows what the one of its module does not. */
function withModule(): string {
  const folder = project({
    'server.mjs': SERVER,
    'surety.yaml': config(['one', 'two']),
    'tools/one.yaml': contract('one', { guarantees: 'writes: [one.txt]' }),
    'tools/two.yaml': contract('two', { guarantees: 'writes: [two.txt]' }),
    'modules/acme/lab/module.yaml': manifest('acme/lab'),
    'modules/acme/lab/tools/one.yaml': contract('one'),
    'modules/acme/lab/tools/two.contract.ts': IN_CODE,
    'modules/acme/lab/tools/words.ts': "export const description = 'Writes two.txt.'\n",
  })
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  return folder
}

const TABLES = `version: "1.0.0"
tables:
  - { tableName: threes, toolId: three, displayName: Three, description: Adds a row to it., fields: [{ name: text, label: Text, dataType: text, required: true, maxLength: 9 }] }
  - { tableName: fives, toolId: five, displayName: Five, description: Adds a row to it., fields: [{ name: text, label: Text, dataType: text, required: true, maxLength: 9 }] }
`

async function install(root: string): Promise<void> {
  const catalogue = openCatalogue(root, { startCode })
  const plan = await planInstall(await catalogue.read(), given(readInstalled(root)), ['acme/lab'])
  given(await applyInstall(root, given(plan).planId, () => catalogue.read()))
  await catalogue.close()
}

it('--installed holds a server to the contracts that are installed, in YAML and in code, whatever tools_dir and modules/ say', async () => {
  const folder = withModule()
  await install(folder)
  writeFileSync(join(folder, 'modules/acme/lab/tools/one.yaml'), 'not a contract')
  const plain = reportOf(await surety(['test', folder, '--json']))
  expect(codesOf(plain)).toEqual([['one'], ['two']])
  const report = reportOf(await surety(['test', folder, '--json', '--installed']))
  expect(codesOf(report)).toEqual([
    ['one', 'E012'],
    ['two', 'E012'],
  ])
  expect(report.errors).toEqual([])
  const [finding] = report.tools.flatMap(({ findings }) => findings)
  expect(finding?.replay).toContain('--installed')
  const { contract: file } = report.tools.find(({ tool }) => tool === 'one') ?? {}
  expect(file).toMatch(/^\.surety\/installed\/sets\/[0-9a-f]{64}\/contracts\/acme\/lab\/tools\/one\.yaml$/)
})

it('--installed holds a server to the tools that tables make, too', async () => {
  const folder = project({
    'server.mjs': SERVER,
    'surety.yaml': config(['three']),
    'modules/acme/lab/module.yaml': `${manifest('acme/lab').replace(/tools:.*\n/, '')}tables: tables.yaml\n`,
    'modules/acme/lab/tables.yaml': TABLES,
  })
  await install(folder)
  const report = reportOf(await surety(['test', folder, '--json', '--installed']))
  const file = expect.stringMatching(/^\.surety\/installed\/sets\/[0-9a-f]{64}\/modules\.json$/)
  expect(report.tools).toMatchObject([{ tool: 'three', contract: file }])
  expect(codesOf(report)[0]).toContain('E012')
  expect(report.errors).toMatchObject([{ code: 'E002', tool: 'five', file }])
})

it('--installed without installed modules, or with damaged ones, exits 2 and says what to do', async () => {
  const folder = withModule()
  const without = await surety(['test', folder, '--installed'])
  expect([without.code, without.out]).toEqual([2, ''])
  expect(without.err).toMatch(/No modules are installed in .*graph\.install_plan.*or leave --installed out/)
  await install(folder)
  writeFileSync(join(folder, '.surety/installed/installed.json'), '{}')
  const damaged = await surety(['test', folder, '--installed'])
  expect([damaged.code, damaged.out]).toEqual([2, ''])
  expect(damaged.err).toMatch(/The installed set is damaged.*install the modules again/)
})
