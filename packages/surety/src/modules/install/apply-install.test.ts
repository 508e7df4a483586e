import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModuleFolder, contract, manifest } from '../modules.test-data.ts'
import { applyInstall } from './apply-install.ts'
import { planStanding } from './plan-standing.ts'
import { failure, given } from './lab.test-data.ts'
import { planInstall } from './plan-install.ts'
import { readInstalled } from './read-installed.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

async function planOf(...want: readonly string[]): Promise<string> {
  const plan = await planInstall(await folder.read(), given(readInstalled(folder.root)), want)
  return given(plan).planId
}

const apply = (planId: string): ReturnType<typeof applyInstall> =>
  applyInstall(folder.root, planId, () => folder.read())

const inRoot = (...names: readonly string[]): string => join(folder.root, ...names)

function setFolders(): readonly string[] {
  return readdirSync(inRoot('.surety', 'installed', 'sets'))
}

/** The folder of the installed set. */
function installedFolder(): string {
  return inRoot('.surety', 'installed', 'sets', given(readInstalled(folder.root)).id ?? 'none')
}

function filesBelow(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1))
    .toSorted()
}

describe('installing', () => {
  it('keeps contracts and the schemas they name, and compiled modules beside them', async () => {
    folder.module('acme/shop', { tools: ['pay'], more: 'tables: tables.yaml\ndepends_on: [acme/base@^1.0.0]\n' })
    folder.module('acme/base', { tools: ['fetch'] })
    folder.put('modules/acme/shop/notes.yaml', 'not: a contract\n')
    folder.put('modules/acme/shop/tables.yaml', TABLES)
    folder.put(
      'modules/acme/shop/tools/in/refund.yaml',
      contract('refund').replace(/input_schema: .*/, 'input_schema: ./refund.json'),
    )
    folder.put('modules/acme/shop/tools/in/refund.json', '{"type":"object"}')
    expect(given(await apply(await planOf('acme/shop')))).toEqual({
      installed: [
        { ref: 'acme/base', semver: '1.0.0' },
        { ref: 'acme/shop', semver: '1.0.0' },
      ],
    })
    expect(filesBelow(installedFolder())).toEqual([
      'contracts/acme/base/tools/fetch.yaml',
      'contracts/acme/shop/tools/in/refund.json',
      'contracts/acme/shop/tools/in/refund.yaml',
      'contracts/acme/shop/tools/pay.yaml',
      'modules.json',
    ])
    const pointer: unknown = JSON.parse(readFileSync(inRoot('.surety', 'installed', 'installed.json'), 'utf8'))
    expect(pointer).toEqual({
      version: 1,
      set: expect.stringMatching(/^[0-9a-f]{64}$/),
      modules: ['acme/base', 'acme/shop'].map((ref) => ({
        ref,
        semver: '1.0.0',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    })
  })

  it('is preceded by a plan that names tests that are gone or changed, and where the rows of a table go instead', async () => {
    folder.module('acme/shop', { tools: ['pay'], more: 'tables: tables.yaml\n' })
    const tests = (id: string) => `tests:
  - { name: kept, expect: { output: { ok: true } }, input: { id: a } }
  - { name: changed, input: { id: ${id} }, expect: { output: { ok: true } } }\n`
    folder.put('modules/acme/shop/tools/pay.yaml', contract('pay', tests('b')))
    folder.put('modules/acme/shop/tables.yaml', TABLES)
    given(await apply(await planOf('acme/shop')))
    folder.put('modules/acme/shop/module.yaml', `${manifest('acme/shop', '2.0.0')}tables: tables.yaml\n`)
    folder.put('modules/acme/shop/tools/pay.yaml', contract('pay', tests('c')))
    folder.put(
      'modules/acme/shop/tables.yaml',
      TABLES.replace('notes', 'users') + '    columnMappings: { text: is_admin }\n    audit: false\n',
    )
    const plan = await planInstall(await folder.read(), given(readInstalled(folder.root)), ['acme/shop'])
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
    const both = ['kept', 'changed'].map((name) => ({ name, sha256: digest }))
    expect(given(plan).loosened.map(({ tool, promise, before, after }) => [tool, promise, before, after])).toEqual([
      ['pay', 'tests', both, both],
      ['add-note', 'tableName', 'notes', 'users'],
      ['add-note', 'columnMappings', {}, { text: 'is_admin' }],
      ['add-note', 'audit', true, false],
    ])
  })

  it('keeps the set before, and no older one', async () => {
    const ids: (string | undefined)[] = []
    for (const semver of ['1.0.0', '1.1.0', '1.2.0']) {
      folder.put('modules/acme/a/module.yaml', manifest('acme/a', semver))
      folder.put('modules/acme/a/tools/a.yaml', contract('a'))
      given(await apply(await planOf('acme/a')))
      ids.push(given(readInstalled(folder.root)).id)
    }
    expect(new Set(setFolders())).toEqual(new Set(ids.slice(1)))
  })

  it('again what is installed changes nothing, and nothing wanted removes everything', async () => {
    folder.module('acme/a')
    given(await apply(await planOf('acme/a')))
    const before = readFileSync(inRoot('.surety', 'installed', 'installed.json'), 'utf8')
    given(await apply(await planOf('acme/a')))
    expect(readFileSync(inRoot('.surety', 'installed', 'installed.json'), 'utf8')).toBe(before)
    expect(given(await apply(await planOf()))).toEqual({ installed: [] })
    expect(given(readInstalled(folder.root)).modules).toEqual([])
  })
})

describe('a plan is refused once anything changed', () => {
  const changes: readonly (readonly [what: string, change: () => unknown, says: RegExp])[] = [
    [
      'a contract',
      () => folder.put('modules/acme/a/tools/a.yaml', contract('a', 'idempotent: true\n')),
      /acme\/a changed/,
    ],
    [
      'a contract of a dependency',
      () => folder.put('modules/acme/b/tools/b.yaml', contract('b', 'idempotent: true\n')),
      /acme\/b changed/,
    ],
    [
      'a manifest',
      () => folder.put('modules/acme/a/module.yaml', `${manifest('acme/a', '1.0.1')}depends_on: [acme/b@*]\n`),
      /acme\/a changed/,
    ],
    ['a further contract', () => folder.put('modules/acme/a/tools/c.yaml', contract('c')), /acme\/a changed/],
    ['a contract that is gone', () => rmSync(inRoot('modules/acme/a/tools/a.yaml')), /acme\/a changed/],
    ['a module that is gone', () => rmSync(inRoot('modules/acme/b'), { recursive: true }), /can no longer be made/],
    [
      'a module behind a link',
      () => {
        renameSync(inRoot('modules/acme/b'), inRoot('elsewhere'))
        symlinkSync(inRoot('elsewhere'), inRoot('modules/acme/b'))
      },
      /can no longer be made/,
    ],
    [
      'a contract that is a hard link',
      () => linkSync(inRoot('modules/acme/b/tools/b.yaml'), inRoot('other.yaml')),
      /can no longer be made/,
    ],
    [
      'the plan itself',
      () => {
        const [name = ''] = readdirSync(inRoot('.surety/plans'))
        const file = inRoot('.surety/plans', name)
        writeFileSync(file, readFileSync(file, 'utf8').replace('"loosened":[]', '"loosened":[1]'))
      },
      /There is no such plan/,
    ],
    ['the installed set', async () => apply(await planOf('acme/b')), /Other modules were installed/],
  ]

  it.each(changes)('%s', async (_, change, says) => {
    folder.module('acme/a', { tools: ['a'], more: 'depends_on: [acme/b@*]\n' })
    folder.module('acme/b', { tools: ['b'] })
    const planId = await planOf('acme/a')
    expect(planStanding(folder.root, planId)).toBe('current')
    await change()
    expect(planStanding(folder.root, planId)).not.toBe('current')
    const before = readInstalled(folder.root)
    const answer = failure(await apply(planId))
    expect(answer).toMatch(/^CONFLICT: .*Nothing was installed; ask for a new plan/)
    expect(answer).toMatch(says)
    expect(readInstalled(folder.root)).toEqual(before)
  })

  it('what concerns no wanted module does not matter', async () => {
    folder.module('acme/a')
    const planId = await planOf('acme/a')
    folder.module('acme/other')
    folder.put('modules/acme/a/README.md', 'Read me.')
    expect(planStanding(folder.root, planId)).toBe('current')
    given(await apply(planId))
    expect(planStanding(folder.root, planId)).not.toBe('current')
  })

  it.each(['', '..', '../installed/installed', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\0`, 'f'.repeat(64)])(
    'no plan has the id %j',
    async (id) => {
      folder.module('acme/a')
      await planOf('acme/a')
      expect(planStanding(folder.root, id)).toBe('unknown')
      expect(failure(await apply(id))).toMatch(/^CONFLICT: There is no such plan/)
    },
  )
})

describe('what is installed is read whole or not at all', () => {
  const damages: readonly (readonly [what: string, damage: () => void])[] = [
    [
      'a changed contract',
      () => writeFileSync(join(installedFolder(), 'contracts/acme/a/tools/a.yaml'), contract('a', 'approval: never\n')),
    ],
    ['a missing contract', () => rmSync(join(installedFolder(), 'contracts/acme/a/tools/a.yaml'))],
    ['a further contract', () => writeFileSync(join(installedFolder(), 'contracts/x.yaml'), contract('x'))],
    [
      'a contract that is a link',
      () => {
        const file = join(installedFolder(), 'contracts/acme/a/tools/a.yaml')
        renameSync(file, inRoot('a.yaml'))
        symlinkSync(inRoot('a.yaml'), file)
      },
    ],
    ['no contracts', () => rmSync(join(installedFolder(), 'contracts'), { recursive: true })],
    ['changed modules', () => writeFileSync(join(installedFolder(), 'modules.json'), '{"version":1,"modules":[]}')],
    ['no set', () => rmSync(installedFolder(), { recursive: true })],
    [
      'half a pointer',
      () => {
        const file = inRoot('.surety/installed/installed.json')
        writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100))
      },
    ],
    [
      'a pointer that says otherwise',
      () => {
        const file = inRoot('.surety/installed/installed.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('1.0.0', '1.0.1'))
      },
    ],
  ]
  it.each(damages)('%s', async (_, damage) => {
    folder.module('acme/a', { tools: ['a'] })
    const planId = await planOf('acme/a')
    given(await apply(planId))
    damage()
    expect(failure(readInstalled(folder.root))).toMatch(
      /^MODULE_INVALID: The installed set is damaged: .* remove that folder and install the modules again\.$/,
    )
    expect(failure(await apply(planId))).toMatch(/^MODULE_INVALID|^CONFLICT/)
    rmSync(inRoot('.surety/installed'), { recursive: true })
    given(await apply(await planOf('acme/a')))
  })

  it.each(['.surety', '.surety/installed', '.surety/installed/sets', '.surety/plans'])(
    'nothing is written through a link in place of %s',
    async (name) => {
      folder.module('acme/a')
      const outside = new ModuleFolder()
      try {
        mkdirSync(join(inRoot(name), '..'), { recursive: true })
        symlinkSync(outside.root, inRoot(name))
        const plan = await planInstall(await folder.read(), { id: undefined, modules: [] }, ['acme/a'])
        const answer = plan.ok ? await apply(plan.value.planId) : plan
        expect(failure(answer)).toMatch(/^PATH_REFUSED: \.surety\S* is a link/)
        expect(readdirSync(outside.root)).toEqual([])
      } finally {
        await outside.remove()
      }
    },
  )

  it('a link in place of the pointer is not followed', async () => {
    folder.put('installed.json', '{}')
    mkdirSync(inRoot('.surety/installed'), { recursive: true })
    symlinkSync(inRoot('installed.json'), inRoot('.surety/installed/installed.json'))
    expect(failure(readInstalled(folder.root))).toMatch(/^PATH_REFUSED/)
  })
})

const TABLES = `version: '1.0.0'
tables:
  - tableName: notes
    toolId: add-note
    displayName: Note
    description: Keep a note.
    fields:
      - { name: text, label: Text, dataType: text, required: true, maxLength: 50 }
`
