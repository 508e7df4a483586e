import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openCatalogue } from '../packages/surety/src/modules/catalogue.ts'
import { applyInstall } from '../packages/surety/src/modules/install/apply-install.ts'
import { given } from '../packages/surety/src/modules/install/lab.test-data.ts'
import { planInstall } from '../packages/surety/src/modules/install/plan-install.ts'
import { readInstalled } from '../packages/surety/src/modules/install/read-installed.ts'
import { contract, manifest, startCode } from '../packages/surety/src/modules/modules.test-data.ts'
import { project, removeProjects, surety } from './cli-lab.ts'

afterAll(removeProjects)

const MODULES = {
  'modules/acme/lab/module.yaml': manifest('acme/lab'),
  'modules/acme/lab/tools/one.yaml': contract(
    'one',
    'preconditions: [{ description: an id, error_code: NO_ID, check: "size(input.id) > 0" }]\nlimits: { timeout_ms: 500 }\n',
  ),
  'modules/acme/shop/module.yaml': manifest('acme/shop'),
  'modules/acme/shop/tools/two.yaml': contract('two'),
}

it.each<[string, readonly string[], number, string | RegExp]>([
  [
    'a filter that matches none',
    ['modules', 'list', 'zzz'],
    0,
    'No module has "zzz" in its name; without a filter, 2 modules would be listed.\n',
  ],
  ['one module', ['modules', 'validate', 'acme/lab'], 0, '1 module, 0 errors, 0 warnings\n'],
  ['all modules', ['modules', 'validate'], 0, '2 modules, 0 errors, 0 warnings\n'],
  [
    'an unknown module',
    ['modules', 'inspect', 'x/y'],
    2,
    /There is no module "x\/y"\. `surety modules list` lists those that are/,
  ],
  ['an unknown module to document', ['contracts', 'doc', 'x/y'], 2, /`surety modules list`/],
  ['no module', ['modules', 'inspect'], 2, /surety modules inspect needs a REF: /],
  [
    'a configuration that is not there',
    ['approvals', 'list', '--config', '/nowhere/surety.yaml'],
    2,
    /\/nowhere\/surety\.yaml:1:1 It cannot be read/,
  ],
  ['a diagnostic', ['explain', 'tool_name_clash'], 0, /^TOOL_NAME_CLASH {2}`surety modules validate`: error\n/],
  ['an error', ['explain', 'APPROVAL_REQUIRED'], 0, /^APPROVAL_REQUIRED {2}Status 428\n/],
  ['no code', ['explain', 'NOTHING'], 2, /There is no code "NOTHING"\./],
  [
    'conditions and limits',
    ['contracts', 'doc', 'acme/lab'],
    0,
    /### Constraints\n- Needs: an id \(NO_ID\)\n- Takes at most 500 ms\n/,
  ],
])('%s', async (_, args, code, told) => {
  const ran = await surety(args, { cwd: project(MODULES) })
  expect(ran.out + ran.err).toEqual(typeof told === 'string' ? told : expect.stringMatching(told))
  expect(ran.code).toBe(code)
})

it('validating a folder without modules is a mistake, and a manifest that lies in it is named', async () => {
  const none = await surety(['modules', 'validate', '--root', project()])
  expect([none.code, none.out]).toEqual([2, ''])
  expect(none.err).toMatch(
    /There are no modules in .*: a module is a folder modules\/<namespace>\/<name>\/ with a module\.yaml/,
  )
  const folder = project({ 'module.yaml': '' })
  expect((await surety(['modules', 'validate', '--root', folder])).err).toContain(`${folder}/module.yaml`)
  mkdirSync(join(folder, 'modules/orders'), { recursive: true })
  writeFileSync(join(folder, 'modules/orders/module.yaml'), manifest('shop/orders'))
  const misplaced = await surety(['modules', 'validate', '--root', folder])
  expect(misplaced.code).toBe(1)
  expect(misplaced.out).toMatch(
    /modules\/orders\/module\.yaml:1:1: error MANIFEST_MISPLACED.*\n.*modules\/<namespace>\/orders/,
  )
})

it('a plan says whether it can still be applied', async () => {
  const root = project(MODULES)
  const catalogue = openCatalogue(root, { startCode })
  const planOf = async (ref: string): Promise<string> =>
    given(await planInstall(await catalogue.read(), given(readInstalled(root)), [ref])).planId
  const [first, other] = [await planOf('acme/lab'), await planOf('acme/shop')]
  const told = async (id: string): Promise<string> => (await surety(['modules', 'plan', id, '--root', root])).out
  expect(await told(first)).toBe('install acme/lab 1.0.0\ngains one: EXECUTE\n')
  given(await applyInstall(root, first, () => catalogue.read()))
  await catalogue.close()
  expect(await told(first)).toMatch(/\nThis plan has been applied\.\n$/)
  expect(await told(other)).toMatch(/\nThis plan is stale: .* Ask for a new one\.\n$/)
})
