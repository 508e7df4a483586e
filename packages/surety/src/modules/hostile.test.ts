import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getuid } from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleModule } from './bundle.ts'
import type { Workspace } from './module.ts'
import { ModuleFolder, contract, manifest } from './modules.test-data.ts'

const SECRET = 'description: hunter2'

let folder: ModuleFolder
let outside: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
  outside = new ModuleFolder()
  outside.put('contract.yaml', contract('stolen', `${SECRET}\n`))
  outside.put('schema.json', JSON.stringify({ type: 'object', description: SECRET }))
  outside.put('tables.yaml', SECRET)
  folder.module('a/b', { tools: ['t'] })
})
afterEach(async () => {
  await folder.remove()
  await outside.remove()
})

const here = (path: string): string => join(folder.root, 'modules/a/b', path)
const there = (path: string): string => join(outside.root, path)
const HEAD = manifest('a/b')
const NAMING = 'version: 1\ntool: s\ncontract:\n  input_schema: ./in.json\n  output_schema: {}\n'

/** What is done to the folder, and the codes told of it. */
type Attack = readonly [title: string, prepare: () => void, codes: readonly string[]]

const ATTACKS: readonly Attack[] = [
  ['a contract that is a link out', () => symlinkSync(there('contract.yaml'), here('tools/s.yaml')), ['PATH_REFUSED']],
  ['a contract that is a hard link', () => linkSync(there('contract.yaml'), here('tools/s.yaml')), ['PATH_REFUSED']],
  [
    'a contract that is a relative link out',
    () => symlinkSync(relative(here('tools'), there('contract.yaml')), here('tools/s.yaml')),
    ['PATH_REFUSED'],
  ],
  [
    'a contract that links to another module',
    () => {
      folder.module('a/c', { tools: ['c'] })
      symlinkSync('../../c/tools/c.yaml', here('tools/s.yaml'))
    },
    ['PATH_REFUSED'],
  ],
  ['a contract that links to itself', () => symlinkSync('s.yaml', here('tools/s.yaml')), ['PATH_REFUSED']],
  ['a contract that links to nothing', () => symlinkSync('nothing', here('tools/s.yaml')), ['PATH_REFUSED']],
  [
    'a contract that links to a secret within',
    () => {
      folder.put('modules/a/b/.env', contract('s', `${SECRET}\n`))
      symlinkSync('../.env', here('tools/s.yaml'))
    },
    ['PATH_REFUSED'],
  ],
  ['a contract that is a pipe', () => execFileSync('mkfifo', [here('tools/s.yaml')]), ['FILE_UNREADABLE']],
  ['a contract that is a device', () => symlinkSync('/dev/zero', here('tools/s.yaml')), ['PATH_REFUSED']],
  ['a contract that is a folder', () => mkdirSync(here('tools/s.yaml')), []],
  ['a folder of contracts that is a link out', () => symlinkSync(outside.root, here('tools/more')), []],
  [
    'a contract of more than 1 MiB',
    () => folder.put('modules/a/b/tools/s.yaml', contract('s', `# ${'x'.repeat(1024 * 1024)}\n`)),
    ['FILE_UNREADABLE'],
  ],
  [
    'a contract of deep YAML',
    () => folder.put('modules/a/b/tools/s.yaml', `a: ${'['.repeat(50_000)}`),
    ['CONTRACT_INVALID'],
  ],
  ['a contract of aliases without end', () => folder.put('modules/a/b/tools/s.yaml', LAUGHS), ['CONTRACT_INVALID']],
  [
    'a contract with keys of prototypes',
    () =>
      folder.put(
        'modules/a/b/tools/s.yaml',
        contract('s', 'examples: [{ input: { id: a, __proto__: { polluted: 1 } } }]\nconstructor: 1\n'),
      ),
    ['CONTRACT_INVALID'],
  ],
  [
    'a contract that is no UTF-8',
    () => execFileSync('cp', [process.execPath, here('tools/s.yaml')]),
    ['FILE_UNREADABLE'],
  ],
  [
    'a schema that is a link out',
    () => {
      folder.put('modules/a/b/tools/s.yaml', NAMING)
      symlinkSync(there('schema.json'), here('tools/in.json'))
    },
    ['CONTRACT_INVALID'],
  ],
  [
    'a schema that is a hard link',
    () => {
      folder.put('modules/a/b/tools/s.yaml', NAMING)
      linkSync(there('schema.json'), here('tools/in.json'))
    },
    ['PATH_REFUSED'],
  ],
  [
    'a schema in a file of credentials',
    () => {
      folder.put('modules/a/b/tools/s.yaml', NAMING.replace('in.json', 'Credentials.json'))
      folder.put('modules/a/b/tools/Credentials.json', JSON.stringify({ description: SECRET }))
    },
    ['PATH_REFUSED'],
  ],
  [
    'tables that are a link out',
    () => {
      folder.put('modules/a/b/module.yaml', `${HEAD}tables: tables.yaml\n`)
      symlinkSync(there('tables.yaml'), here('tables.yaml'))
    },
    ['PATH_REFUSED'],
  ],
  [
    'tables that are a pipe',
    () => {
      folder.put('modules/a/b/module.yaml', `${HEAD}tables: tables.yaml\n`)
      execFileSync('mkfifo', [here('tables.yaml')])
    },
    ['FILE_UNREADABLE'],
  ],
  [
    'tables in .git',
    () => {
      folder.put('modules/a/b/module.yaml', `${HEAD}tables: .git/config\n`)
      folder.put('modules/a/b/.git/config', SECRET)
    },
    ['PATH_REFUSED'],
  ],
  [
    'a manifest that is a link out',
    () => {
      rmSync(here('module.yaml'))
      symlinkSync(there('contract.yaml'), here('module.yaml'))
    },
    ['PATH_REFUSED'],
  ],
  [
    'a manifest that is a hard link',
    () => {
      rmSync(here('module.yaml'))
      linkSync(there('contract.yaml'), here('module.yaml'))
    },
    ['PATH_REFUSED'],
  ],
  [
    'a manifest that is a folder',
    () => {
      rmSync(here('module.yaml'))
      mkdirSync(here('module.yaml'))
    },
    ['FILE_UNREADABLE'],
  ],
  [
    'a module that is a link',
    () => symlinkSync(outside.root, join(folder.root, 'modules/a/linked')),
    ['MODULE_FOLDER_LINK'],
  ],
  [
    'a namespace that is a link',
    () => symlinkSync(outside.root, join(folder.root, 'modules/linked')),
    ['MODULE_FOLDER_LINK'],
  ],
  [
    'more files than are read',
    () => {
      for (let index = 0; index < 2001; index++) folder.put(`modules/a/b/files/${index}.txt`, '')
    },
    ['MODULE_TOO_LARGE', 'GLOB_MATCHES_NOTHING'],
  ],
  [
    'deep folders',
    () => folder.put(`modules/a/b/${'d/'.repeat(40)}x.yaml`, ''),
    ['MODULE_TOO_LARGE', 'GLOB_MATCHES_NOTHING'],
  ],
  [
    'more bytes than are kept',
    () => {
      for (let index = 0; index < 20; index++)
        folder.put(`modules/a/b/tools/${index}.yaml`, contract(`b${index}`, `# ${'x'.repeat(1_000_000)}\n`))
    },
    ['MODULE_TOO_LARGE'],
  ],
]

const LAUGHS = `a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
`

describe('a module that is not to be trusted', () => {
  it.each(ATTACKS)('with %s brings nothing in from outside', async (_, prepare, codes) => {
    prepare()
    const workspace = await folder.read()
    expect([...new Set(workspace.diagnostics.map(({ code }) => code))]).toEqual(codes)
    expect(everythingIn(workspace)).not.toContain(SECRET)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    const bundled = await bundleModule(workspace, 'a/b')
    expect(JSON.stringify(bundled)).not.toContain('hunter2')
  })

  it('is not followed by a link in place of modules/', async () => {
    rmSync(join(folder.root, 'modules'), { recursive: true })
    outside.module('a/b')
    symlinkSync(join(outside.root, 'modules'), join(folder.root, 'modules'))
    const { modules, diagnostics } = await folder.read()
    expect(modules).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'MODULE_FOLDER_LINK', file: 'modules' }])
  })

  it('may hold links that stay within', async () => {
    symlinkSync('t.yaml', here('tools/same.txt'))
    symlinkSync('../contracts/u.yaml', here('tools/u.yaml'))
    folder.put('modules/a/b/contracts/u.yaml', contract('u'))
    const { modules, diagnostics } = await folder.read()
    expect(diagnostics).toEqual([])
    expect(modules[0]?.tools.map(({ compiled }) => compiled.tool)).toEqual(['t', 'u'])
  })

  it.skipIf(getuid?.() === 0)('that may not be entered hides no other', async () => {
    folder.module('a/c')
    chmodSync(join(folder.root, 'modules/a/c'), 0o000)
    try {
      const { modules, diagnostics } = await folder.read()
      expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['FILE_UNREADABLE']))
      expect(modules.map(({ ref, tools }) => [ref, tools.length])).toEqual([
        ['a/b', 1],
        ['a/c', 0],
      ])
    } finally {
      chmodSync(join(folder.root, 'modules/a/c'), 0o700)
    }
  })

  it.skipIf(getuid?.() === 0)('tells of a folder that may not be listed', async () => {
    mkdirSync(here('tools/closed'))
    chmodSync(here('tools/closed'), 0)
    const { diagnostics } = await folder.read()
    expect(diagnostics).toMatchObject([{ code: 'FILE_UNREADABLE', file: 'modules/a/b/tools/closed' }])
  })
})

function everythingIn({ modules, diagnostics }: Workspace): string {
  return JSON.stringify([modules, diagnostics])
}
