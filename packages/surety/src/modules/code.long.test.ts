import { mkdirSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCatalogue } from './catalogue.ts'
import { ModuleFolder, contract, manifest, startCode } from './modules.test-data.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

const IMPORTS = `import { z } from 'zod'\nimport { createPrecondition, defineContract } from '@surety/tool-contracts'\n`
const declared = (tool: string, more = ''): string => `${IMPORTS}export const one = defineContract({
  toolName: '${tool}', description: 'Does it.', capabilities: ['READ'],
  inputSchema: z.object({ n: z.number().int() }), outputSchema: z.object({ n: z.number() }), ${more}
})
`

describe('a contract in TypeScript', () => {
  it('is compiled with the text of its conditions, and its imports are files of the module', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/lib/limit.ts', 'export const LIMIT: number = 5\n')
    folder.put(
      'modules/a/b/tools/one.contract.ts',
      `import { LIMIT } from '../lib/limit.ts'\n${declared(
        'one',
        `preconditions: [createPrecondition('small', 'TOO_LARGE', (c: { n: number }) => c.n < LIMIT)], approval: (input) => input.n > 3,
  inputSemanticTypes: { n: 'unknown' },`,
      )}`,
    )
    const { modules, diagnostics } = await folder.read()
    expect(diagnostics).toEqual([])
    const [module] = modules
    const [tool] = module?.tools ?? []
    expect(tool?.compiled).toMatchObject({
      tool: 'one',
      file: 'tools/one.contract.ts',
      inputSchema: { properties: { n: { 'x-semantic-type': 'unknown' } } },
      preconditions: [{ description: 'small', errorCode: 'TOO_LARGE', check: expect.stringContaining('c.n <') }],
      approval: expect.stringContaining('input.n > 3'),
    })
    expect(module?.sources.map(({ path }) => path)).toEqual(['lib/limit.ts', 'module.yaml', 'tools/one.contract.ts'])
    const [small] = tool?.contract?.preconditions ?? []
    expect(await small?.holds({ n: 1 })).toBe(true)
    expect(await small?.holds({ n: 9 })).toBe(false)
  })

  it.each([
    ['description', "description: 'Made ' + Date.now()"],
    ['description', "description: 'Made in ' + new Date().getFullYear()"],
    ['description', "description: Math.random() < 0.5 ? 'a' : 'b'"],
    ['description', "description: 'x' + process.hrtime.bigint()"],
    ['tool', "toolName: 'n' + String(Math.random()).slice(2, 9)"],
    ['contract', 'inputSchema: z.object({ n: z.number().max(Date.now()) })'],
  ])('is refused where its %s depends on the time or on chance: %s', async (key, more) => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/tools/one.contract.ts', declared('one', more))
    const { diagnostics } = await folder.read()
    expect(diagnostics).toMatchObject([
      { code: 'CONTRACT_INVALID', severity: 'error', message: expect.stringContaining(`'${key}' depends on`) },
    ])
  })

  it('may ask for the time in its conditions', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put(
      'modules/a/b/tools/one.contract.ts',
      declared('one', 'approval: () => Date.now() > 0 && new Date() > new Date(5),'),
    )
    const { modules, diagnostics } = await folder.read()
    expect(diagnostics).toEqual([])
    const approval = modules[0]?.tools[0]?.contract?.approval
    expect(typeof approval === 'object' && (await approval.when({ n: 1 }))).toBe(true)
  })

  it('is read again when what it imports changed', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/lib/name.ts', `export const NAME = 'first'\n`)
    folder.put(
      'modules/a/b/tools/one.contract.ts',
      `import { NAME } from '../lib/name.ts'\n${declared('x').replace(`'x'`, 'NAME')}`,
    )
    const catalogue = folder.catalogue()
    const first = await catalogue.read()
    expect(first.modules[0]?.tools[0]?.compiled.tool).toBe('first')
    await setTimeout(100)
    folder.put('modules/a/b/lib/name.ts', `export const NAME = 'other'\n`)
    const second = await catalogue.read('a/b')
    expect(second.modules[0]?.tools[0]?.compiled.tool).toBe('other')
  })

  it.each([
    ['hangs', 'while (true) {}', 'its code did not answer within'],
    ['ends its process', 'process.exit(3)', 'its code ended the process'],
    ['throws', `throw new Error('no luck')`, 'Its code cannot be loaded: no luck'],
    ['does not parse', 'const = ;', 'Its code cannot be loaded'],
    ['exports no contract', '', 'It exports no contract.'],
  ])('that %s is told of, and hides no other', async (_, code, reason) => {
    folder.module('a/b', { tools: ['good'] })
    folder.put('modules/a/b/tools/bad.contract.ts', code)
    folder.put('modules/a/b/tools/fine.contract.ts', declared('fine'))
    const { modules, diagnostics } = await folder.read(5000)
    expect(diagnostics).toMatchObject([{ code: 'CONTRACT_INVALID', file: 'modules/a/b/tools/bad.contract.ts' }])
    expect(diagnostics[0]?.message).toContain(reason)
    expect(JSON.stringify(diagnostics)).not.toContain(folder.root)
    expect(modules[0]?.tools.map(({ compiled }) => compiled.tool)).toEqual(['good', 'fine'])
  })

  it('is not run where its file is refused', async () => {
    const marker = join(folder.root, 'ran')
    folder.module('a/b', { tools: ['good'] })
    folder.put(
      'modules/a/b/tools/secret.contract.ts',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync('${marker}', '')\n`,
    )
    const { diagnostics } = await folder.read()
    expect(diagnostics).toMatchObject([{ code: 'PATH_REFUSED' }])
    await expect(import('node:fs').then((fs) => fs.existsSync(marker))).resolves.toBe(false)
  })

  it('cannot put keys of prototypes, or endless text, into a module', async () => {
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/tools/fine.yaml', contract('fine'))
    const check = `Object.assign((c) => true, { toString: () => 'x'.repeat(1e7) })`
    folder.put(
      'modules/a/b/tools/one.contract.ts',
      declared('one', `preconditions: [createPrecondition('d', 'E', ${check})],`),
    )
    const { modules } = await folder.read()
    const [one] = modules[0]?.tools.filter(({ compiled }) => compiled.tool === 'one') ?? []
    expect(one?.compiled.preconditions[0]?.check.length ?? 0).toBeLessThan(11_000)
  })

  it.each([
    ['a file of the repository', `import { D } from '../../../../lib/d.mjs'`, 'The import leads out of the module.'],
    [
      'one with a name of secrets',
      `import c from '../../../../private/credentials.json' with { type: 'json' }`,
      'leads out',
    ],
    ['one of the module that may hold secrets', `import c from '../credentials.json'`, 'whose name may mean secrets'],
    ['a dynamic import', `const { D } = await import('../../../../lib/d.mjs')`, 'leads out'],
    ['an import in a function', `export const later = () => require('../../../../lib/d.mjs')`, 'leads out'],
    ['a whole path', `import { D } from '/lib/d.mjs'`, 'by its whole path'],
    ['a URL', `import { D } from 'file:///lib/d.mjs'`, 'by its whole path'],
    [
      'a package that is a link into the repository',
      `import { D } from 'linked'`,
      'is a link to a folder outside node_modules',
    ],
  ])('cannot import %s', async (_, line, reason) => {
    folder.put('lib/d.mjs', `export const D = ''\n`)
    folder.put('lib/package.json', '{ "name": "linked" }')
    mkdirSync(join(folder.root, 'node_modules'))
    symlinkSync('../lib', join(folder.root, 'node_modules/linked'))
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/tools/lib.ts', `\n${line}\nexport const NAME = 'one'\n`)
    folder.put('modules/a/b/tools/one.contract.ts', `import { NAME } from './lib.ts'\n${declared('one')}`)
    const { diagnostics } = await folder.read()
    expect(diagnostics).toMatchObject([{ code: 'PATH_REFUSED', file: 'modules/a/b/tools/lib.ts', line: 2 }])
    expect(diagnostics[0]?.message).toContain(reason)
    expect(diagnostics[0]?.column).toBe(line.indexOf(`'`) + 1)
  })

  it('is pinned with the packages that it imports, down to their files', async () => {
    const put = (name: string, file: string, content: string): string =>
      folder.put(`node_modules/${name}/${file}`, content)
    put('some', 'package.json', '{"name":"some","version":"1.2.3","main":"index.js","dependencies":{"other":"*"}}')
    put('some', 'index.js', `exports.NAME = require('other').NAME\n`)
    put('other', 'package.json', '{"name":"other","version":"4.0.0","main":"index.js"}')
    put('other', 'index.js', `exports.NAME = 'first'\n`)
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put(
      'modules/a/b/tools/one.contract.ts',
      `import { NAME } from 'some'\n${declared('x').replace(`'x'`, 'NAME')}`,
    )
    const catalogue = folder.catalogue()
    const [first] = (await catalogue.read()).modules
    expect(first?.packages).toMatchObject([
      { name: 'other', version: '4.0.0' },
      { name: 'some', version: '1.2.3' },
    ])
    await setTimeout(100)
    put('other', 'index.js', `exports.NAME = 'changed'\n`)
    const [second] = (await catalogue.read('a/b')).modules
    expect(second?.tools[0]?.compiled.tool).toBe('changed')
    expect(second?.packages[0]?.sha256).not.toBe(first?.packages[0]?.sha256)
    expect(second?.packages[1]).toEqual(first?.packages[1])
  })

  it('is not run again when it did not change, however it ended', async () => {
    let started = 0
    const options = { timeoutMs: 1000, startCode: (command: readonly string[]) => (started++, startCode(command)) }
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    folder.put('modules/a/b/tools/bad.contract.ts', 'for (;;);\n')
    const catalogue = openCatalogue(folder.root, options)
    const { diagnostics } = await catalogue.read()
    expect(diagnostics).toMatchObject([{ code: 'CONTRACT_INVALID', message: expect.stringContaining('1000 ms') }])
    await setTimeout(100)
    utimesSync(join(folder.root, 'modules/a/b/tools/bad.contract.ts'), 1, 1)
    expect((await catalogue.read()).diagnostics).toEqual(diagnostics)
    expect((await catalogue.read('a/b')).diagnostics).toEqual(diagnostics)
    expect(started).toBe(1)
    await catalogue.close()
  })

  it('has so much time for all files of a module, and nobody who asks about others waits for it', async () => {
    folder.module('z/good')
    folder.put('modules/a/b/module.yaml', manifest('a/b'))
    for (let file = 0; file < 6; file += 1) folder.put(`modules/a/b/tools/${file}.contract.ts`, 'for (;;);\n')
    const catalogue = folder.catalogue(2000)
    const all = catalogue.read()
    let isAnswered = false
    void all.then(() => (isAnswered = true))
    const { modules } = await catalogue.read('z/good')
    expect(modules.map(({ ref }) => ref)).toEqual(['z/good'])
    expect(isAnswered).toBe(false)
    const { diagnostics } = await all
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('2000 ms'),
      ...Array.from({ length: 5 }, () => expect.stringMatching(/did not answer|was not run/)),
    ])
    expect(diagnostics.at(-1)?.message).toContain('all of the 4000 ms that a module has')
  })
})
