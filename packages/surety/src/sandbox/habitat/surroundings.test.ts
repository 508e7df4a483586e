import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../../test/machine.ts'
import {
  BARE,
  FULL,
  type Ran,
  UNCONTAINED,
  cellOptions,
  folderWith,
  inShort,
  runInCell,
} from '../../../test/run-in-cell.ts'
import type { Layers } from '../cell.ts'
import { probeLayers } from '../probe-layers.ts'

const able = await probeLayers()
const kinds = (
  [
    ['contained', FULL],
    ['traced on a copy', UNCONTAINED],
    ['on a copy', BARE],
  ] as const
).filter(([, { L1, L2 }]) => (able.L1.works || !L1.works) && (able.L2.works || !L2.works))
const copies = kinds.filter(([, { L1 }]) => !L1.works)

type Texts = Readonly<Record<string, string>>

const PACKAGE = { 'index.js': "module.exports = 'left'", 'package.json': '{ "name": "left" }' }
const IMPORTING = "import left from 'left'; console.log(left)"

/** A folder whose project, in packages/own, has neighbours; `links` by their paths in the folder. */
function workspace(files: Texts, links: Texts = {}): string {
  const folder = folderWith({ 'packages/own/d/x': 'x', ...files })
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(target.replace('FOLDER', folder), join(folder, path))
  }
  return folder
}

function run(folder: string, command: readonly string[], layers: Layers): Promise<Ran> {
  return runInCell(cellOptions(join(folder, 'packages/own'), command, { layers }))
}

function packageIn(folder: string): Texts {
  return Object.fromEntries(Object.entries(PACKAGE).map(([name, text]) => [join(folder, 'left', name), text]))
}

const resolved: readonly (readonly [what: string, files: Texts, links: Texts, command: readonly string[]])[] = [
  [
    'packages of a folder above',
    { ...packageIn('node_modules'), 'packages/own/server.mjs': IMPORTING },
    {},
    [process.execPath, 'server.mjs'],
  ],
  [
    'packages through a relative link',
    { ...packageIn('shared'), 'packages/own/server.mjs': IMPORTING },
    { 'packages/own/node_modules': '../../shared' },
    [process.execPath, 'server.mjs'],
  ],
  [
    'packages of a workspace it is one of',
    { ...packageIn('node_modules'), 'packages/own/server.mjs': IMPORTING },
    { 'node_modules/own': '../packages/own', 'node_modules/@all/own': '../../packages/own' },
    [process.execPath, 'server.mjs'],
  ],
  [
    'what kind of module it is by the package above',
    { 'package.json': '{ "type": "module" }', 'packages/own/server.js': "import 'node:fs'; console.log('left')" },
    {},
    [process.execPath, 'server.js'],
  ],
  ['a file beside it', { 'packages/other/left': 'left\n' }, {}, ['/bin/cat', '../other/left']],
  [
    'a file through a relative link',
    { 'packages/other/left': 'left\n' },
    { 'packages/own/link': '../other' },
    ['/bin/cat', 'link/left'],
  ],
  [
    'a file through an absolute link',
    { 'packages/other/left': 'left\n' },
    { 'packages/own/link': 'FOLDER/packages/other' },
    ['/bin/cat', 'link/left'],
  ],
  ['a program beside it', { 'bin/say': '#!/bin/sh\necho left\n' }, {}, ['../../bin/say']],
]

describe.each(kinds)('a server, %s,', (_, layers) => {
  it.each(resolved)('finds %s', async (_what, files, links, command) => {
    const folder = workspace(files, links)
    if (files['bin/say'] !== undefined) chmodSync(join(folder, 'bin/say'), 0o755)
    const { stdout, stderr } = await run(folder, command, layers)
    expect(stdout, stderr).toBe('left\n')
  })

  it.skipIf(find('python3') === undefined)('finds a Python package beside it', async () => {
    const code = "import sys; sys.path.insert(0, '..'); import other.left; print(other.left.NAME)"
    const folder = workspace({ 'packages/other/left.py': "NAME = 'left'" })
    const { stdout, stderr } = await run(folder, [find('python3') ?? '', '-c', code], layers)
    expect(stdout, stderr).toBe('left\n')
  })

  it('changes nothing real through links that lead back into the project', async () => {
    const folder = workspace(
      { 'packages/own/cli.sh': '#!/bin/sh\necho 5 > "$(dirname "$(readlink -f "$0")")/e"\n' },
      {
        'packages/own/inside': 'FOLDER/packages/own/d',
        'node_modules/own': '../packages/own',
        'node_modules/@all/own': '../../packages/own',
        'node_modules/.bin/own': '../own/cli.sh',
        alias: 'packages/own',
      },
    )
    chmodSync(join(folder, 'packages/own/cli.sh'), 0o755)
    const before = contents(folder)
    const script =
      'cd ../..; echo 1 > packages/own/inside/a; echo 2 > node_modules/own/b; echo 3 > node_modules/@all/own/c; echo 4 > alias/f; node_modules/.bin/own'
    const { changes, stderr } = await run(folder, ['/bin/sh', '-c', script], layers)
    expect(stderr).toBe('')
    expect(contents(folder)).toEqual(before)
    expect(changes.map(({ place, path }) => `${place} ${path}`).toSorted()).toEqual(
      ['b', 'c', 'd/a', 'e', 'f'].map((path) => `project ${path}`),
    )
  })
})

describe.each(copies)('a server, %s,', (_, layers) => {
  it('is seen making and removing things beside the project, and none of it is real', async () => {
    const folder = workspace({ 'packages/other/left': 'left', 'node_modules/left/index.js': '' })
    const before = contents(folder)
    const script = 'echo 1 > ../new; rm -rf ../other ../../node_modules'
    const { changes, sightings } = await run(folder, ['/bin/sh', '-c', script], layers)
    expect(contents(folder)).toEqual(before)
    const seen = changes.map(({ kind, place, path, existed }) => `${kind} ${place} ${path}${existed ? '' : ' new'}`)
    const expected = [
      `delete elsewhere ${folder}/node_modules`,
      `delete elsewhere ${folder}/packages/other`,
      `write elsewhere ${folder}/packages/new new`,
    ]
    expect(seen.toSorted()).toEqual(expected)
    if (layers.L2.works) expect(inShort(sightings)).toEqual(expect.arrayContaining(expected))
  })

  it('runs programs of the project from the copy', async () => {
    const folder = workspace({ 'packages/own/bin/surety-test-program': '#!/bin/sh\necho 1 > "$(dirname "$0")/made"\n' })
    const bin = join(folder, 'packages/own/bin')
    chmodSync(join(bin, 'surety-test-program'), 0o755)
    const path = process.env['PATH']
    process.env['PATH'] = `${path}${delimiter}${bin}`
    const { changes } = await run(folder, ['surety-test-program'], layers)
    process.env['PATH'] = path
    expect(changes).toEqual([{ kind: 'write', place: 'project', path: 'bin/made', existed: false }])
    expect(existsSync(join(bin, 'made'))).toBe(false)
  })
})

/** Files with their texts and links with their targets, by path. */
function contents(folder: string): Texts {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const paths = entries.map((entry) => [join(entry.parentPath, entry.name), entry.isSymbolicLink()] as const)
  return Object.fromEntries(
    paths.map(([path, isLink]) => [path, isLink ? readlinkSync(path) : readFileSync(path, 'utf8')]),
  )
}
