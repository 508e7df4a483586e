import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson, isRecord, sha256 } from '@surety/tool-contracts/tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleModule } from './bundle.ts'
import { compileModule } from './compile.ts'
import type { ModuleAnswer } from './module.ts'
import { ModuleFolder, contract, manifest } from './modules.test-data.ts'
import { readBundle } from './read-bundle.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

function valueOf<T>(answer: ModuleAnswer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

function textAt(path: string): string {
  return readFileSync(join(folder.root, path), 'utf8')
}

function threeModules(into: ModuleFolder): void {
  into.module('acme/base')
  into.module('acme/middle', { more: 'depends_on: [acme/base@^1.0.0]\n' })
  into.module('acme/top', { more: 'depends_on: [acme/middle@1.x, acme/base@1]\n', tools: ['top.b', 'top.a'] })
}

describe('a compiled module', () => {
  it('is a file that is named for what it holds, with tools and sources', async () => {
    threeModules(folder)
    const { bundlePath, diagnostics } = valueOf(await compileModule(await folder.read(), 'acme/top'))
    expect(diagnostics).toEqual([])
    const text = textAt(bundlePath)
    expect(bundlePath).toBe(`.surety/bundles/${sha256(text)}.json`)
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      kind: 'module',
      ref: 'acme/top',
      semver: '1.0.0',
      tools: [{ tool: 'top.a' }, { tool: 'top.b' }],
      sources: [
        { path: 'module.yaml' },
        { path: 'tools/top.a.yaml', text: contract('top.a') },
        { path: 'tools/top.b.yaml' },
      ],
    })
  })

  it('is the same, byte for byte, in another folder, at another time and whatever order its files were made in', async () => {
    threeModules(folder)
    const other = new ModuleFolder()
    other.module('zoo/first')
    other.module('acme/top', { more: 'depends_on: [acme/middle@1.x, acme/base@1]\n', tools: ['top.a', 'top.b'] })
    threeModules(other)
    const [one, two] = [await folder.read(), await other.read()]
    for (const ref of ['acme/base', 'acme/middle', 'acme/top']) {
      expect(await compileModule(one, ref)).toEqual(await compileModule(two, ref))
      expect(await bundleModule(one, ref)).toEqual(await bundleModule(two, ref))
    }
    const { bundlePath } = valueOf(await bundleModule(one, 'acme/top'))
    expect(textAt(bundlePath)).toBe(readFileSync(join(other.root, bundlePath), 'utf8'))
    expect(textAt(bundlePath)).not.toContain(folder.root)
    await other.remove()
  })

  it('leaves nothing half-written behind, however many make it at once', async () => {
    threeModules(folder)
    const workspace = await folder.read()
    const made = await Promise.all(Array.from({ length: 20 }, () => compileModule(workspace, 'acme/top')))
    const { bundlePath } = valueOf(await compileModule(workspace, 'acme/top'))
    expect(new Set(made.map((one) => valueOf(one).bundlePath))).toEqual(new Set([bundlePath]))
    expect(readdirSync(join(folder.root, '.surety/bundles'))).toEqual([bundlePath.split('/').at(-1)])
  })

  it('is written anew where its file was tampered with', async () => {
    threeModules(folder)
    const workspace = await folder.read()
    const { bundlePath } = valueOf(await compileModule(workspace, 'acme/base'))
    const text = textAt(bundlePath)
    writeFileSync(join(folder.root, bundlePath), text.replace('Does', 'Dose'))
    await compileModule(workspace, 'acme/base')
    expect(textAt(bundlePath)).toBe(text)
  })

  it('is not made of a module with errors; the answer tells the first of them', async () => {
    folder.put('modules/acme/bad/module.yaml', manifest('acme/bad'))
    folder.put(
      'modules/acme/bad/tools/x.yaml',
      contract('x', 'what: 1\nsensitive: [input.nothing]\nlimits: 3\nignore: 4\n'),
    )
    const answer = await compileModule(await folder.read(), 'acme/bad')
    expect(answer).toMatchObject({ ok: false, error: { code: 'MODULE_INVALID' } })
    expect(answer.ok ? '' : answer.error.message).toContain(
      "modules/acme/bad/tools/x.yaml:7:1 CONTRACT_INVALID: The file has no key 'what'.",
    )
  })

  it.each(['.surety', '.surety/bundles'])('is not written through a link at %s', async (path) => {
    threeModules(folder)
    const elsewhere = new ModuleFolder()
    mkdirSync(join(folder.root, path, '..'), { recursive: true })
    symlinkSync(elsewhere.root, join(folder.root, path))
    const answer = await compileModule(await folder.read(), 'acme/top')
    expect(answer).toMatchObject({ ok: false, error: { code: 'PATH_REFUSED' } })
    expect(readdirSync(elsewhere.root)).toEqual([])
    await elsewhere.remove()
  })

  it('of an unknown name is refused with the nearest one', async () => {
    threeModules(folder)
    expect(await compileModule(await folder.read(), 'acme/tpo')).toEqual({
      ok: false,
      error: { code: 'RESOURCE_NOT_FOUND', message: `There is no module "acme/tpo". Did you mean 'acme/top'?` },
    })
  })
})

describe('a bundle', () => {
  it('holds a module after all that it depends on, with digests, and is read back', async () => {
    threeModules(folder)
    const { bundlePath, sha256: digest, modules } = valueOf(await bundleModule(await folder.read(), 'acme/top'))
    expect(modules.map(({ ref }) => ref)).toEqual(['acme/base', 'acme/middle', 'acme/top'])
    const text = textAt(bundlePath)
    expect(bundlePath).toBe(`.surety/bundles/${digest}.bundle.json`)
    expect(sha256(text)).toBe(digest)
    const bundle = valueOf(readBundle(text))
    expect(bundle.modules.map((one) => one.sha256)).toEqual(modules.map((one) => one.sha256))
  })

  it('is not made where something it depends on has errors', async () => {
    threeModules(folder)
    folder.put('modules/acme/base/tools/x.yaml', 'version: 2\n')
    const answer = await bundleModule(await folder.read(), 'acme/top')
    expect(answer.ok ? '' : answer.error.message).toContain('The module acme/base has errors')
  })

  type Change = (bundle: Loose) => void
  it.each<readonly [string, Change, string]>([
    ['a further key', (bundle) => (bundle['more'] = 1), 'not as'],
    ['another version', (bundle) => (bundle['version'] = 2), 'not as'],
    ['no modules', (bundle) => (bundle['modules'] = []), 'not as'],
    ['another ref', (bundle) => (bundle['ref'] = 'acme/base'), 'its last module is not acme/base'],
    [
      'a wrong digest of a module',
      (bundle) => (entry(bundle, 0)['sha256'] = '0'.repeat(64)),
      'the digest of acme/base',
    ],
    ['another description', (bundle) => (moduleIn(bundle, 0)['description'] = 'Other.'), 'the digest of acme/base'],
    ['a module twice', (bundle) => list(bundle['modules']).splice(1, 0, entry(bundle, 0)), 'acme/base is in it twice'],
    ['no dependency', (bundle) => list(bundle['modules']).splice(0, 1), 'acme/middle needs acme/base@^1.0.0'],
    [
      'a source with another text',
      (bundle) => change(bundle, (source) => (source['text'] = 'x')),
      'the digest of a file',
    ],
    ['a source outside', (bundle) => change(bundle, (source) => (source['path'] = '../x')), 'not allowed'],
    ['an absolute source', (bundle) => change(bundle, (source) => (source['path'] = 'z:/x')), 'not allowed'],
    ['a source with secrets', (bundle) => change(bundle, (source) => (source['path'] = 'a/.env')), 'not allowed'],
    ['a source in another place', (bundle) => change(bundle, (source) => (source['path'] = 'n')), 'is missing'],
    ['an unknown capability', (bundle) => changeTool(bundle, (tool) => (tool['capabilities'] = ['ROOT'])), 'not as'],
    ['a name like ../x', (bundle) => (moduleIn(bundle, 0)['ref'] = '../x'), 'not as'],
    [
      'two tools of one name',
      (bundle) => changeTool(bundle, (tool) => (tool['tool'] = 'acme.middle')),
      "the tool 'acme.middle'",
    ],
  ])('with %s is refused', async (_, spoil, reason) => {
    threeModules(folder)
    const { bundlePath } = valueOf(await bundleModule(await folder.read(), 'acme/top'))
    const bundle: unknown = JSON.parse(textAt(bundlePath))
    if (!isRecord(bundle)) throw new Error('A bundle is an object.')
    const loose: Loose = { ...bundle }
    spoil(loose)
    const answer = readBundle(canonicalJson(loose))
    expect(answer).toMatchObject({ ok: false, error: { code: 'MODULE_INVALID' } })
    expect(answer.ok ? '' : answer.error.message).toMatch(reason)
  })

  it.each([
    ['an empty text', ''],
    ['half a text', '{'],
    ['a text of deep brackets', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['an empty object', '{}'],
  ])('%s is none', (_, text) => {
    expect(readBundle(text)).toMatchObject({ ok: false, error: { code: 'MODULE_INVALID' } })
  })
})

type Loose = Record<string, unknown>

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('It is no list.')
  return value
}

function record(value: unknown): Loose {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed from JSON for this test alone
  return value as Loose
}

function entry(bundle: Loose, index: number): Loose {
  return record(list(bundle['modules'])[index])
}

function moduleIn(bundle: Loose, index: number): Loose {
  return record(entry(bundle, index)['module'])
}

/** Changes the last source of the first module, whose digest is made anew. */
function change(bundle: Loose, spoil: (source: Loose) => void): void {
  spoil(record(list(moduleIn(bundle, 0)['sources']).at(-1)))
  entry(bundle, 0)['sha256'] = sha256(canonicalJson(moduleIn(bundle, 0)))
}

function changeTool(bundle: Loose, spoil: (tool: Loose) => void): void {
  spoil(record(list(moduleIn(bundle, 0)['tools'])[0]))
  entry(bundle, 0)['sha256'] = sha256(canonicalJson(moduleIn(bundle, 0)))
}
