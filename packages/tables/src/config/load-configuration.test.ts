import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, describe, expect, it, test } from 'vitest'
import { ConfigurationError } from './configuration-error.ts'
import { configurations } from './configurations.test-data.ts'
import { loadConfiguration } from './load-configuration.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-tables-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function failure(source: string | object): Promise<ConfigurationError> {
  const error: unknown = await loadConfiguration(source).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ConfigurationError)) throw new Error('It was loaded.', { cause: error })
  return error
}

const GOOD = {
  version: '1.0.0',
  tables: [
    {
      tableName: 'notes',
      toolId: 'add-note',
      displayName: 'Note',
      description: 'Add a quick note',
      fields: [{ name: 'content', label: 'Content', dataType: 'text', required: true, maxLength: 1000 }],
    },
  ],
}

describe('a file', () => {
  it.each([
    ['tables.json', JSON.stringify(GOOD)],
    ['tabs.json', JSON.stringify(GOOD, null, '\t')],
    ['mark.json', `\uFEFF${JSON.stringify(GOOD)}`],
    ['tables.yaml', `# the tools\n---\n${JSON.stringify(GOOD, null, 1)}\n...\n`],
  ])('%s is loaded', async (name, content) => {
    expect(await loadConfiguration(write(name, content))).toEqual(GOOD)
  })

  test('has all its problems in one error, a line for each', async () => {
    const file = write('bad.yaml', 'version: 1.0\ntables:\n  - {}\nfoo: 1\n')
    const error = await failure(file)
    expect(error.file).toBe(file)
    expect(error.problems).toHaveLength(7)
    expect(error.message.split('\n')).toEqual([
      `${file}:1:10: 'version' must be text, but is a number. Put it in quotes and give three numbers: version: "1.0.0".`,
      ...[
        'tableName: mood_entries',
        'toolId: log-mood',
        'displayName: Mood entry',
        'description: Log how somebody feels',
      ].map(
        (example) =>
          `${file}:3:5: Missing key '${example.replace(/:.*/, '')}' in a table. Add it, such as \`${example}\`.`,
      ),
      `${file}:3:5: Missing key 'fields' in a table. Add it, such as \`fields:\` and a list of fields.`,
      `${file}:4:1: Unknown key 'foo' in the configuration. Allowed: $schema, version, tables, metadata.`,
    ])
  })

  it.each([
    [
      'in Latin-1',
      Buffer.from('version: "1.0.0"\n# caf\xE9\n', 'latin1'),
      ':2:6: This is not UTF-8 text. Save the file as UTF-8.',
    ],
    ['in UTF-16', Buffer.from('\uFEFFversion: 1', 'utf16le'), ':1:1: This is not UTF-8 text. Save the file as UTF-8.'],
    [
      'of more than a MiB',
      ' '.repeat(1024 * 1024 + 1),
      ': The file has 1048577 bytes; at most 1048576 are read. Split it.',
    ],
    ['with nothing', '', ':1:1: The file is empty. Write `version` and `tables` into it.'],
  ])('%s is refused', async (_, content, message) => {
    const file = write('refused.yaml', content)
    expect((await failure(file)).message).toBe(`${file}${message}`)
  })

  test('that is none is told as what it is', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    mkdirSync(join(folder, 'folder'))
    const messages = [pipe, join(folder, 'folder'), join(folder, 'absent.yaml'), join(pipe, 'x'), 'a\0b'].map(
      async (file) => (await failure(file)).problems[0],
    )
    expect(await Promise.all(messages)).toMatchObject([
      { message: 'This is no file that can be read. Name a file.' },
      { message: 'This is a folder. Name the file in it, such as tables.yaml.' },
      { message: 'There is no such file. Check its path.' },
      { message: 'There is no such file. Check its path.' },
      { message: 'The file cannot be read (ERR_INVALID_ARG_VALUE).' },
    ])
  })

  test.skipIf(process.getuid?.() === 0)('that may not be read is told as such', async () => {
    const file = write('locked.yaml', '')
    chmodSync(file, 0)
    expect((await failure(file)).message).toBe(`${file}: The file may not be read. Check its permissions.`)
  })
})

describe('an object', () => {
  test('is copied, without what is undefined', async () => {
    const metadata = { owner: { name: 'us' } }
    const loaded = await loadConfiguration({ ...GOOD, metadata, $schema: undefined })
    metadata.owner.name = 'them'
    expect(loaded).toStrictEqual({ ...GOOD, metadata: { owner: { name: 'us' } } })
  })

  test('has its problems at their paths, in the order of its keys', async () => {
    const [table] = GOOD.tables
    const error = await failure({
      metadata: { at: new Date(0), __proto__: null, many: Number.NaN },
      tables: [
        { foo: 1, ...table, fields: [{ name: 'a', dataType: 'text', label: '', required: true }], toolId: undefined },
      ],
    })
    expect(error.file).toBeUndefined()
    expect(error.message.split('\n')).toEqual([
      'version: Missing key \'version\' in the configuration. Add it, such as `version: "1.0.0"`.',
      'metadata.at: This is no data: use text, numbers, true, false, lists and mappings.',
      'metadata.many: JSON cannot carry this number: it is not finite. Use another.',
      "tables[0].foo: Unknown key 'foo' in a table. Allowed: tableName, toolId, displayName, description, fields, columnMappings, constraints, successMessage, coalesce, audit, approval, capabilities.",
      "tables[0].toolId: Missing key 'toolId' in a table. Add it, such as `toolId: log-mood`.",
      "tables[0].fields[0].label: 'label' must not be empty.",
    ])
  })

  const circle: Record<string, unknown> = {}
  circle['self'] = [circle, circle]
  it.each([
    [
      'that contains itself',
      { metadata: circle, ...GOOD },
      /^metadata\.self.*: It is nested more than 64 levels deep\. Make it flatter\.$/,
    ],
    ['with a function', { ...GOOD, metadata: { f: () => 1 } }, /^metadata\.f: This is no data: /],
    ['with a BigInt', { ...GOOD, metadata: { n: [1n] } }, /^metadata\.n\[0\]: This is no data: /],
    ['with a Map', { ...GOOD, metadata: new Map() }, /^metadata: This is no data: /],
    [
      'with a gap in a list',
      { ...GOOD, tables: [, GOOD.tables[0]] },
      /^tables\[0\]: 'tables\[0\]' must be a mapping, but is empty\./,
    ],
    [
      'with an own __proto__',
      { ...GOOD, metadata: JSON.parse('{"__proto__": 1}') },
      /^metadata\.__proto__: The key '__proto__' has a meaning/,
    ],
    [
      'that is a list',
      [],
      /^The configuration must be a mapping with the keys 'version' and 'tables', but is a list\.$/,
    ],
    ['that is a class of its own', new URL('https://example.com'), /^This is no data: /],
  ])('%s is refused', async (_, source, message) => {
    expect((await failure(source)).message).toMatch(message)
  })

  test('without a prototype, or from another realm, is as good as any', async () => {
    const bare: object = Object.assign(Object.create(null), GOOD)
    const foreign: object = runInNewContext(`(${JSON.stringify(GOOD)})`)
    expect(await loadConfiguration(foreign)).toEqual(GOOD)
    expect(await loadConfiguration(bare)).toEqual(GOOD)
  })

  test('that is any valid configuration is loaded as it is', async () => {
    await fc.assert(
      fc.asyncProperty(configurations, async (configuration) => {
        expect(await loadConfiguration(configuration)).toEqual(configuration)
      }),
      { numRuns: 50 },
    )
  })
})
