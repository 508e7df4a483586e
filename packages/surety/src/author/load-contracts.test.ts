import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from './config/load-config.ts'
import { loadContracts } from './load-contracts.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'surety-author-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function load() {
  return loadContracts(loadConfig(root, { variables: {} }).config)
}

/** What happens while nobody may read the folder; to the superuser nothing is forbidden, so for that time it is somebody else. */
async function unread<T>(folder: string, look: () => Promise<T>, mode = 0): Promise<T> {
  const { geteuid, seteuid } = process
  const isSuper = geteuid?.() === 0
  chmodSync(root, 0o755)
  chmodSync(folder, mode)
  try {
    if (isSuper) seteuid?.(65_534)
    return await look()
  } finally {
    if (isSuper) seteuid?.(0)
    chmodSync(folder, 0o755)
  }
}

const contract = (tool: string, more = '') => `version: 1\ntool: ${tool}\ncontract: {}\n${more}`

describe('the folder of contracts', () => {
  it('is searched in depth, and its files come in order', async () => {
    put('tools/b.yaml', contract('b'))
    put('tools/a/c.yml', contract('c'))
    put('tools/a/a.yaml', contract('a'))
    put('tools/z.contract.ts', '')
    put('tools/deep/y.contract.mjs', '')
    put('tools/schema.json', '{}')
    put('tools/notes.md', '')
    put('tools/node_modules/x.yaml', contract('x'))
    put('tools/.hidden/x.yaml', contract('x'))
    const { contracts, problems, code } = await load()
    expect(contracts.map(({ file, tool }) => [file, tool])).toEqual([
      ['tools/a/a.yaml', 'a'],
      ['tools/a/c.yml', 'c'],
      ['tools/b.yaml', 'b'],
    ])
    expect(problems).toEqual([])
    expect(code).toEqual([join(root, 'tools/deep/y.contract.mjs'), join(root, 'tools/z.contract.ts')])
  })

  it('that is missing has no contracts', async () => {
    expect(await load()).toEqual({ contracts: [], problems: [], code: [] })
  })

  it.each(['tools', 'tools/deep', 'tools/deep/er'])('is a problem where %s cannot be read', async (folder) => {
    put('tools/a.yaml', contract('a'))
    put('tools/deep/er/b.yaml', contract('b'))
    const { problems } = await unread(join(root, folder), load)
    expect(problems).toEqual([
      {
        file: folder,
        line: 1,
        column: 1,
        message: 'The folder cannot be read (EACCES), so its contracts are not known.',
        fix: 'Check that it may be read and entered.',
      },
    ])
  })

  it('that can be listed but not entered hides no folder in it', async () => {
    put('tools/deep/b.yaml', contract('b'))
    const { problems } = await unread(join(root, 'tools'), load, 0o444)
    expect(problems).toMatchObject([{ file: 'tools/deep' }])
  })

  it('may contain links, even to itself and to nothing', async () => {
    put('elsewhere/e.yaml', contract('e'))
    put('tools/a.yaml', contract('a'))
    symlinkSync('..', join(root, 'tools/up'))
    symlinkSync(join(root, 'tools'), join(root, 'tools/again'))
    symlinkSync('../elsewhere', join(root, 'tools/other'))
    symlinkSync('nowhere', join(root, 'tools/gone.yaml'))
    const { contracts, problems } = await load()
    expect(contracts.map(({ tool }) => tool)).toEqual(['a', 'e'])
    expect(problems).toContainEqual(expect.objectContaining({ file: 'tools/gone.yaml', line: 1, column: 1 }))
  })

  it('may be the configuration file’s own', async () => {
    put('surety.yaml', 'version: 1\ncheck: { tools_dir: . }')
    put('a.yaml', contract('a'))
    expect(await load()).toMatchObject({ contracts: [{ tool: 'a' }], problems: [] })
  })
})

describe('a bad file', () => {
  it('hides no other', async () => {
    put('tools/a.yaml', contract('a'))
    put('tools/bad.yaml', 'version: [')
    put('tools/empty.yaml', '')
    put('tools/huge.yaml', `# ${'x'.repeat(1024 * 1024)}`)
    put('tools/latin.yaml', Buffer.from('version: 1\ntool: caf\xE9', 'latin1'))
    put('tools/folder.yaml/inner.yaml', contract('inner'))
    const { contracts, problems } = await load()
    expect(contracts.map(({ tool }) => tool)).toEqual(['a', 'inner'])
    expect(problems.map(({ file, line }) => [file, line])).toEqual([
      ['tools/bad.yaml', 1],
      ['tools/empty.yaml', 1],
      ['tools/huge.yaml', 1],
      ['tools/latin.yaml', 2],
    ])
  })

  it('is not one that starts with a byte order mark', async () => {
    put('tools/a.yaml', `\uFEFF${contract('a')}`)
    expect(await load()).toMatchObject({ contracts: [{ tool: 'a' }], problems: [] })
  })

  it('is each of two that speak of the same tool', async () => {
    put('tools/a.yaml', contract('same'))
    put('tools/b.yaml', `# second\n${contract('same')}`)
    const { contracts, problems } = await load()
    expect(contracts).toEqual([])
    expect(problems).toEqual([
      expect.objectContaining({ file: 'tools/a.yaml', line: 2, message: expect.stringContaining('tools/b.yaml') }),
      expect.objectContaining({ file: 'tools/b.yaml', line: 3, message: expect.stringContaining('tools/a.yaml') }),
    ])
  })
})

describe('a schema in a file', () => {
  const naming = (path: string) => `version: 1\ntool: t\ncontract: { input_schema: ${path} }`

  it('is read from beside the contract', async () => {
    put('tools/t.yaml', naming('./schemas/in.json'))
    put('tools/schemas/in.json', '{"type":"object"}')
    expect((await load()).contracts[0]?.inputSchema).toEqual({
      kind: 'schema',
      schema: { type: 'object' },
      from: './schemas/in.json',
    })
  })

  it.each([
    ['../secret.json', "out of the contract's folder"],
    ['link.json', "out of the contract's folder"],
    ['missing.json', 'cannot be read'],
    ['broken.json', 'holds no JSON'],
    ['list.json', 'it is no object'],
    ['large.json', 'more than'],
    ['deep.json', 'nested more than 64'],
    ['remote.json', 'nothing is fetched'],
    ['./', 'leads out'],
    ['./folder/', 'is no file'],
  ])('is refused: %s', async (path, message) => {
    put('secret.json', '{}')
    put('tools/t.yaml', naming(path))
    put('tools/folder/x', '')
    symlinkSync('../secret.json', join(root, 'tools/link.json'))
    put('tools/broken.json', '{')
    put('tools/list.json', '[]')
    put('tools/large.json', JSON.stringify({ description: 'x'.repeat(300_000) }))
    put('tools/deep.json', `${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`)
    put('tools/remote.json', '{"$ref":"https://example.com/x.json"}')
    const { contracts, problems } = await load()
    expect(contracts).toEqual([])
    expect(problems).toEqual([
      expect.objectContaining({ file: 'tools/t.yaml', line: 3, message: expect.stringContaining(message) }),
    ])
  })
})
