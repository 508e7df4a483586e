import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModuleFolder, contract } from './modules.test-data.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

describe('a catalogue', () => {
  it('is empty where there is no folder of modules', async () => {
    expect(await folder.read()).toEqual({ root: folder.root, modules: [], diagnostics: [] })
  })

  it('reads every module with its contracts, its files and what it depends on', async () => {
    folder.module('acme/base')
    folder.module('acme/billing', { more: 'depends_on: ["acme/base@^1.0.0"]\n', tools: ['bill.send', 'bill.list'] })
    const { modules, diagnostics } = await folder.read()
    expect(diagnostics).toEqual([])
    expect(modules.map(({ ref }) => ref)).toEqual(['acme/base', 'acme/billing'])
    expect(modules[1]).toMatchObject({
      file: 'modules/acme/billing/module.yaml',
      manifest: { semver: '1.0.0', dependsOn: [{ ref: 'acme/base', range: '^1.0.0' }] },
      tools: [{ compiled: { tool: 'bill.list', file: 'tools/bill.list.yaml' } }, { compiled: { tool: 'bill.send' } }],
      sources: [{ path: 'module.yaml' }, { path: 'tools/bill.list.yaml' }, { path: 'tools/bill.send.yaml' }],
    })
  })

  it('does not read a module again whose files did not change', async () => {
    folder.module('acme/one')
    folder.module('acme/two')
    const catalogue = folder.catalogue()
    await setTimeout(100)
    const first = await catalogue.read()
    expect(await catalogue.read()).toBe(first)
    folder.put('modules/acme/two/tools/further.yaml', contract('further'))
    const second = await catalogue.read()
    expect(second.modules[0]).toBe(first.modules[0])
    expect(second.modules[1]?.tools).toHaveLength(2)
  })

  it.each<readonly [string, (path: string) => void]>([
    ['rewritten in the same instant with as many bytes', (path) => writeFileSync(path, contract('aaa'))],
    [
      'rewritten and given its old time',
      (path) => {
        writeFileSync(path, contract('aaa'))
        utimesSync(path, 1, 1)
      },
    ],
    ['removed', (path) => rmSync(path)],
    ['renamed', (path) => renameSync(path, path.replace('one', 'other'))],
  ])('sees that a file was %s', async (_, change) => {
    folder.put(
      'modules/a/b/module.yaml',
      'version: 1\nmodule: a/b\nsemver: 1.0.0\ndescription: D.\ntools: ["*.yaml"]\n',
    )
    const path = folder.put('modules/a/b/one.yaml', contract('bbb'))
    const catalogue = folder.catalogue()
    const before = await catalogue.read()
    change(path)
    const after = await catalogue.read()
    expect(after.modules[0]?.sources).not.toEqual(before.modules[0]?.sources)
  })

  it('is read by several at once', async () => {
    folder.module('acme/one')
    const catalogue = folder.catalogue()
    const all = await Promise.all(Array.from({ length: 20 }, () => catalogue.read()))
    expect(new Set(all.map(({ modules }) => modules.length))).toEqual(new Set([1]))
  })

  it('says that the root is missing', () => {
    rmSync(join(folder.root), { recursive: true })
    expect(() => folder.catalogue()).toThrow('ENOENT')
    folder = new ModuleFolder()
  })
})
