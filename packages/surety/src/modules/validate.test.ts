import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DIAGNOSTIC_CODES } from './diagnostic-codes.ts'
import type { Diagnostic } from './module.ts'
import { ModuleFolder, contract, manifest } from './modules.test-data.ts'
import { validateModules } from './validate.ts'

let folder: ModuleFolder
beforeEach(() => {
  folder = new ModuleFolder()
})
afterEach(() => folder.remove())

const HEAD = manifest('a/b')
const withDependencies = (list: string): string => contract('t', `guarantees: { dependencies: ${list} }\n`)
const TABLES = `version: "1.0.0"
tables:
  - tableName: notes
    toolId: add-note
    displayName: Note
    description: Adds a note.
    fields:
      - { name: text, label: Text, dataType: text, required: true, maxLength: 100 }
`

type Files = Readonly<Record<string, string>>
/** Files below modules/a/b/ unless they begin with modules/; what is told of them, in order. */
type Case = readonly [title: string, files: Files, told: readonly string[]]

const CASES: readonly Case[] = [
  [
    'a property that programs take for something else',
    {
      'module.yaml': HEAD,
      'tools/t.yaml': contract('t').replace('properties: { id:', 'properties: { __proto__: { type: string }, id:'),
    },
    ['SCHEMA_INVALID tools/t.yaml:5:3'],
  ],
  // module.yaml
  ['an empty manifest', { 'module.yaml': '' }, ['MANIFEST_INVALID module.yaml:1:1']],
  ['a manifest that is a list', { 'module.yaml': '- 1\n' }, ['MANIFEST_INVALID module.yaml:1:1']],
  [
    'a manifest without all it needs',
    { 'module.yaml': 'version: 1\nmodule: a/b\n' },
    ['MANIFEST_INVALID module.yaml:1:1', 'MANIFEST_INVALID module.yaml:1:1'],
  ],
  ['an unknown key', { 'module.yaml': `${HEAD}tool: x\n` }, ['MANIFEST_INVALID module.yaml:6:1']],
  [
    'a key of prototypes',
    { 'module.yaml': `${HEAD}__proto__: { polluted: true }\n` },
    ['MANIFEST_INVALID module.yaml:6:1'],
  ],
  [
    'another version',
    { 'module.yaml': HEAD.replace('version: 1', 'version: 2') },
    ['MANIFEST_INVALID module.yaml:1:1'],
  ],
  ['a semver that is none', { 'module.yaml': HEAD.replace('1.0.0', '1.0') }, ['MANIFEST_INVALID module.yaml:3:1']],
  ['a semver with v', { 'module.yaml': HEAD.replace('1.0.0', 'v1.0.0') }, ['MANIFEST_INVALID module.yaml:3:1']],
  [
    'a range that is none, and nothing that follows from it',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@^^1]\n`,
      'tools/t.yaml': withDependencies('[s]'),
      'modules/a/c/module.yaml': manifest('a/c'),
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    ['MANIFEST_INVALID module.yaml:6:14'],
  ],
  [
    'a dependency without a range',
    { 'module.yaml': `${HEAD}depends_on:\n  - a/c\n` },
    ['MANIFEST_INVALID module.yaml:7:5'],
  ],
  ['a dependency on ../x', { 'module.yaml': `${HEAD}depends_on: ["../x@1"]\n` }, ['MANIFEST_INVALID module.yaml:6:14']],
  [
    'a glob that leads out',
    { 'module.yaml': HEAD.replace('tools/**', '../c/**') },
    ['MANIFEST_INVALID module.yaml:5:9'],
  ],
  [
    'an absolute glob',
    { 'module.yaml': HEAD.replace('tools/**', '/etc/*.yaml') },
    ['MANIFEST_INVALID module.yaml:5:9'],
  ],
  ['tables that lead out', { 'module.yaml': `${HEAD}tables: ../x.yaml\n` }, ['MANIFEST_INVALID module.yaml:6:1']],
  ["a name that is not the folder's", { 'module.yaml': manifest('a/c') }, ['MODULE_NAME_MISMATCH module.yaml:2:1']],
  ['a name in capitals', { 'module.yaml': manifest('A/b') }, ['MANIFEST_INVALID module.yaml:2:1']],
  ['neither tools nor tables', { 'module.yaml': HEAD.replace(/tools.*\n/, '') }, ['MODULE_EMPTY module.yaml:1:1']],
  [
    'a glob that matches nothing',
    { 'module.yaml': HEAD.replace(']', ', "more/*.yaml"]') },
    ['GLOB_MATCHES_NOTHING module.yaml:5:21'],
  ],
  [
    'a glob that matches no contract',
    { 'module.yaml': HEAD.replace('tools/**', 'README.md'), 'README.md': 'x' },
    ['GLOB_MATCHES_NOTHING module.yaml:5:9'],
  ],
  // contracts
  [
    'a contract with an unknown key',
    { 'tools/t.yaml': contract('t', 'what: 1\n') },
    ['CONTRACT_INVALID tools/t.yaml:7:1'],
  ],
  ['a contract that is no YAML', { 'tools/t.yaml': 'a: [\n' }, ['CONTRACT_INVALID tools/t.yaml:2:1']],
  [
    'an unknown semantic type',
    { 'tools/t.yaml': contract('t', 'semantic_types:\n  input: { id: uid }\n') },
    ['SEMANTIC_TYPE_INVALID tools/t.yaml:8:12'],
  ],
  [
    'semantic types that contradict the schema',
    {
      'tools/t.yaml': contract('t', 'semantic_types:\n  input: { id: json-object }\n  output: { ok: uuid }\n'),
    },
    ['SEMANTIC_TYPE_INVALID tools/t.yaml:8:12', 'SEMANTIC_TYPE_INVALID tools/t.yaml:9:13'],
  ],
  [
    'a semantic type that no alternative of the schema allows, and none that one does',
    {
      'tools/t.yaml': contract('t', 'semantic_types: { input: { id: uuid, "list[]": uuid, may: uuid } }\n').replace(
        'properties: { id: { type: string } }',
        'properties: { id: { $ref: "#/$defs/no" }, list: { type: array, items: { enum: [x] } }, may: { type: [string, "null"] } }, $defs: { no: { anyOf: [{ type: integer }, { const: 5 }] } }',
      ),
    },
    ['SEMANTIC_TYPE_INVALID tools/t.yaml:7:28', 'SEMANTIC_TYPE_INVALID tools/t.yaml:7:38'],
  ],
  [
    'examples and tests that the contract would refuse',
    {
      'tools/t.yaml': contract(
        't',
        `semantic_types: { input: { id: uuid } }
examples:
  - { input: { id: x }, output: { ok: 1 } }
tests:
  - { name: a, input: { di: x } }
  - { name: b, input: { di: x }, expect: { error: INVALID_INPUT } }
`,
      ),
    },
    ['EXAMPLE_INVALID tools/t.yaml:9:7', 'EXAMPLE_INVALID tools/t.yaml:9:25', 'EXAMPLE_INVALID tools/t.yaml:11:16'],
  ],
  [
    'a semantic type in a schema that contradicts it, and an example that contradicts one',
    {
      'tools/t.yaml': contract('t', 'examples: [{ input: { id: x } }]\n')
        .replace('id: { type: string }', 'id: { type: string, x-semantic-type: uuid }')
        .replace('ok: { type: boolean }', 'ok: { type: boolean, x-semantic-type: uuid }'),
    },
    ['SEMANTIC_TYPE_INVALID tools/t.yaml:6:3', 'EXAMPLE_INVALID tools/t.yaml:7:14'],
  ],
  [
    'a semantic type of a missing field',
    { 'tools/t.yaml': contract('t', 'semantic_types:\n  input: { di: uuid }\n') },
    ['SEMANTIC_TYPE_INVALID tools/t.yaml:8:12'],
  ],
  [
    'a condition on a missing field',
    { 'tools/t.yaml': contract('t', 'preconditions:\n  - { description: d, error_code: E, check: input.no > 1 }\n') },
    ['CONTRACT_INVALID tools/t.yaml:8:38'],
  ],
  [
    'a schema that does not compile',
    { 'tools/t.yaml': contract('t').replace('{ id: { type: string } }', '{ id: { type: strin } }') },
    ['SCHEMA_INVALID tools/t.yaml:5:3'],
  ],
  [
    'a schema that is only named',
    { 'tools/t.yaml': 'version: 1\ntool: t\ncontract:\n  input_schema: In\n  output_schema: {}\n' },
    ['SCHEMA_NOT_KNOWN tools/t.yaml:4:3'],
  ],
  [
    'a schema that is not given',
    { 'tools/t.yaml': 'version: 1\ntool: t\ncontract:\n  output_schema: {}\n' },
    ['SCHEMA_NOT_KNOWN tools/t.yaml:3:1'],
  ],
  [
    'a schema in a missing file',
    { 'tools/t.yaml': 'version: 1\ntool: t\ncontract:\n  input_schema: ./in.json\n  output_schema: {}\n' },
    ['CONTRACT_INVALID tools/t.yaml:4:3'],
  ],
  [
    'half a character',
    { 'tools/t.yaml': contract('t', 'constraints: ["\\ud800"]\n') },
    ['CONTRACT_INVALID tools/t.yaml:1:1'],
  ],
  [
    'one tool twice',
    { 'tools/s.yaml': contract('t'), 'tools/t.yaml': contract('t') },
    ['TOOL_DECLARED_TWICE tools/s.yaml:2:1', 'TOOL_DECLARED_TWICE tools/t.yaml:2:1'],
  ],
  // between tools
  [
    'a tool that needs a missing one',
    { 'tools/t.yaml': withDependencies('[nobody]') },
    ['TOOL_DEPENDENCY_MISSING tools/t.yaml:7:30'],
  ],
  [
    'a tool that needs itself',
    { 'tools/t.yaml': withDependencies('[t]') },
    ['TOOL_DEPENDENCY_CYCLE tools/t.yaml:7:30'],
  ],
  [
    'tools that need each other',
    { 'tools/t.yaml': withDependencies('[s]'), 'tools/s.yaml': contract('s', 'guarantees: { dependencies: [t] }\n') },
    ['TOOL_DEPENDENCY_CYCLE tools/s.yaml:7:30', 'TOOL_DEPENDENCY_CYCLE tools/t.yaml:7:30'],
  ],
  [
    'a tool that needs one whose contract is broken',
    { 'tools/t.yaml': withDependencies('[s]'), 'tools/s.yaml': contract('s', 'what: 1\n') },
    ['CONTRACT_INVALID tools/s.yaml:7:1'],
  ],
  [
    'a tool that needs one of a module that is not named',
    {
      'tools/t.yaml': withDependencies('[s]'),
      'modules/a/c/module.yaml': manifest('a/c'),
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    ['TOOL_DEPENDENCY_MISSING tools/t.yaml:7:30'],
  ],
  [
    'a tool that needs one of a named module',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@1]\n`,
      'tools/t.yaml': withDependencies('[s]'),
      'modules/a/c/module.yaml': manifest('a/c'),
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    [],
  ],
  // between modules
  ['a missing module', { 'module.yaml': `${HEAD}depends_on: [x/y@1]\n` }, ['DEPENDENCY_MISSING module.yaml:6:14']],
  [
    'a module in another version',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@^2]\n`,
      'modules/a/c/module.yaml': manifest('a/c'),
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    ['DEPENDENCY_VERSION module.yaml:6:14'],
  ],
  [
    'a prerelease of the version',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@^2.0.0]\n`,
      'modules/a/c/module.yaml': manifest('a/c', '2.0.0-rc.1'),
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    ['DEPENDENCY_VERSION module.yaml:6:14'],
  ],
  [
    'a module that cannot be read',
    { 'module.yaml': `${HEAD}depends_on: [a/c@1]\n`, 'modules/a/c/module.yaml': 'x' },
    ['DEPENDENCY_UNREADABLE module.yaml:6:14', 'MANIFEST_INVALID modules/a/c/module.yaml:1:1'],
  ],
  [
    'a module that needs itself',
    { 'module.yaml': `${HEAD}depends_on: [a/b@1]\n` },
    ['DEPENDENCY_CYCLE module.yaml:6:14'],
  ],
  [
    'modules that need each other',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@1]\n`,
      'modules/a/c/module.yaml': `${manifest('a/c')}depends_on: [a/b@1]\n`,
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    ['DEPENDENCY_CYCLE module.yaml:6:14', 'DEPENDENCY_CYCLE modules/a/c/module.yaml:6:14'],
  ],
  [
    'a tool of the same name in another module',
    { 'modules/a/c/module.yaml': manifest('a/c'), 'modules/a/c/tools/t.yaml': contract('t') },
    ['TOOL_NAME_CLASH tools/t.yaml:2:1', 'TOOL_NAME_CLASH modules/a/c/tools/t.yaml:2:1'],
  ],
  [
    'a dependency twice',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@1, a/c@1]\n`,
      'modules/a/c/module.yaml': manifest('a/c'),
      'modules/a/c/tools/s.yaml': contract('s'),
    },
    ['MANIFEST_INVALID module.yaml:6:1'],
  ],
  [
    'a module that cannot be used, not of the tools that it may have',
    {
      'module.yaml': `${HEAD}depends_on: [a/c@1]\n`,
      'tools/t.yaml': withDependencies('[s]'),
      'modules/a/c/module.yaml': '',
    },
    ['DEPENDENCY_UNREADABLE module.yaml:6:14', 'MANIFEST_INVALID modules/a/c/module.yaml:1:1'],
  ],
  // tables
  ['a table', { 'module.yaml': `${HEAD}tables: tables.yaml\n`, 'tables.yaml': TABLES }, []],
  [
    'a tool of the name of one of the studio',
    { 'tools/t.yaml': contract('hello') },
    ['TOOL_NAME_OF_STUDIO tools/t.yaml:2:1'],
  ],
  [
    'a table of an unknown type',
    { 'module.yaml': `${HEAD}tables: tables.yaml\n`, 'tables.yaml': TABLES.replace('dataType: text', 'dataType: txt') },
    ['TABLES_INVALID tables.yaml:8:46'],
  ],
  ['missing tables', { 'module.yaml': `${HEAD}tables: tables.yaml\n` }, ['FILE_UNREADABLE module.yaml:6:1']],
  [
    'a table whose tool is a contract too',
    { 'module.yaml': `${HEAD}tables: tables.yaml\n`, 'tables.yaml': TABLES, 'tools/t.yaml': contract('add-note') },
    ['TOOL_DECLARED_TWICE tables.yaml:4:5', 'TOOL_DECLARED_TWICE tools/t.yaml:2:1'],
  ],
  // everything at once
  [
    'all that is wrong with one contract',
    {
      'tools/t.yaml': contract(
        't',
        `bogus: 1
limits: { timeout_ms: -5 }
semantic_types: { input: { di: uuid, dii: uuid } }
sensitive: [nothing, input.no]
approval: input.no > 1
guarantees: { dependencies: [none] }
`,
      ),
    },
    [
      'CONTRACT_INVALID tools/t.yaml:7:1',
      'CONTRACT_INVALID tools/t.yaml:8:11',
      'SEMANTIC_TYPE_INVALID tools/t.yaml:9:28',
      'SEMANTIC_TYPE_INVALID tools/t.yaml:9:38',
      'CONTRACT_INVALID tools/t.yaml:10:13',
      'CONTRACT_INVALID tools/t.yaml:10:22',
      'CONTRACT_INVALID tools/t.yaml:11:1',
      'TOOL_DEPENDENCY_MISSING tools/t.yaml:12:30',
    ],
  ],
  [
    'other conditions and dependencies than one that is no CEL',
    {
      'tools/t.yaml': contract(
        't',
        `preconditions:
  - { description: d, error_code: E, check: "input.id ==" }
  - { description: d, error_code: E, check: input.no > 1 }
guarantees: { dependencies: [no name, none] }
`,
      ),
    },
    [
      'CONTRACT_INVALID tools/t.yaml:8:38',
      'CONTRACT_INVALID tools/t.yaml:9:38',
      'CONTRACT_INVALID tools/t.yaml:10:30',
      'TOOL_DEPENDENCY_MISSING tools/t.yaml:10:39',
    ],
  ],
  [
    'both schemas of a contract',
    {
      'tools/t.yaml': contract('t')
        .replace('{ id: { type: string } }', '{ id: { $ref: "https://example.com/s.json" } }')
        .replace('{ ok: { type: boolean } }', '{ ok: { type: bool } }'),
    },
    ['CONTRACT_INVALID tools/t.yaml:5:3', 'SCHEMA_INVALID tools/t.yaml:6:3'],
  ],
  [
    'the contracts of a manifest that cannot be used',
    { 'module.yaml': HEAD.replace(/semver.*\n/, ''), 'tools/t.yaml': contract('t', 'what: 1\n') },
    ['MANIFEST_INVALID module.yaml:1:1', 'CONTRACT_INVALID tools/t.yaml:7:1'],
  ],
  // folders
  ['a folder without a manifest', { 'modules/a/images/x.png': '' }, ['MANIFEST_MISSING modules/a/images:1:1']],
  [
    'a manifest in a namespace',
    { 'modules/orders/module.yaml': '' },
    ['MANIFEST_MISPLACED modules/orders/module.yaml:1:1'],
  ],
  [
    'a module in a namespace, whose folders are none',
    { 'modules/orders/module.yml': '', 'modules/orders/tools/t.yaml': '' },
    ['MANIFEST_MISPLACED modules/orders/module.yml:1:1'],
  ],
  ['a manifest below no namespace', { 'modules/module.yaml': '' }, ['MANIFEST_MISPLACED modules/module.yaml:1:1']],
  ['a manifest too deep', { 'modules/a/c/d/module.yaml': '' }, ['MANIFEST_MISPLACED modules/a/c/d/module.yaml:1:1']],
  ['a manifest of another name', { 'modules/a/c/module.yml': '' }, ['MANIFEST_MISPLACED modules/a/c/module.yml:1:1']],
  ['a namespace in capitals', { 'modules/Acme/c/module.yaml': '' }, ['MODULE_FOLDER_NAME modules/Acme:1:1']],
  [
    'a namespace that looks like another',
    { 'modules/аcme/c/module.yaml': '' },
    ['MODULE_FOLDER_NAME modules/аcme:1:1'],
  ],
  ['a name of secrets', { 'modules/a/secret-santa/module.yaml': '' }, ['PATH_REFUSED modules/a/secret-santa:1:1']],
  ['a contract whose name means secrets', { 'tools/my-Secrets.yaml': contract('s') }, ['PATH_REFUSED module.yaml:5:9']],
  ['a text that is no UTF-8', { 'tools/s.yaml': '\uDC00' }, ['CONTRACT_INVALID tools/s.yaml:1:1']],
]

describe('a diagnostic', () => {
  it.each(CASES)('tells of %s, at its place', async (_, files, told) => {
    const all = { 'module.yaml': HEAD, 'tools/t.yaml': contract('t'), ...files }
    for (const [path, text] of Object.entries(all))
      folder.put(path.startsWith('modules/') ? path : `modules/a/b/${path}`, text)
    const { diagnostics } = await folder.read()
    expect(diagnostics.map(shown)).toEqual(told)
    for (const { code, severity, message, fix } of diagnostics) {
      expect(DIAGNOSTIC_CODES).toHaveProperty(code, expect.objectContaining({ severity }))
      expect(message).toMatch(/[.?]$/)
      expect(fix).toMatch(/[.?]$/)
    }
  })

  it.each([
    ['module.yaml', HEAD.replace('"tools/**"', '**/*'), /put a glob or text in quotes/],
    ['module.yaml', HEAD.replace(/What.*/, '""'), /'description' must be text, but is empty\./],
    ['tools/t.yaml', 'a: [\n', /Correct the YAML\./],
    [
      'tools/t.yaml',
      contract('t', 'preconditions:\n  - { description: d, error_code: E, check: "1 +" }\n'),
      /Correct the expression\./,
    ],
    ['tools/t.yaml', contract('t', 'sensitive: [input.no]\n'), /Correct it, or the schema\./],
  ])('says what to do about %s: %j', async (path, text, said) => {
    folder.module('a/b', { tools: ['t'] })
    folder.put(`modules/a/b/${path}`, text)
    const { diagnostics } = await folder.read()
    expect(diagnostics.map(({ message, fix }) => `${message} ${fix}`).join('\n')).toMatch(said)
  })

  it('is there for every code', () => {
    const told = new Set(CASES.flatMap(([, , all]) => all.map((one) => one.split(' ')[0])))
    const elsewhere = ['MODULE_FOLDER_LINK', 'MODULE_TOO_LARGE']
    expect(Object.keys(DIAGNOSTIC_CODES).filter((code) => !told.has(code))).toEqual(elsewhere)
  })

  it.each([
    ['module.yaml', `${HEAD}depends_on: ["hunter2"]\ntables: 7731\n`],
    ['module.yaml', 'hunter2\n'],
    ['module.yaml', HEAD.replace('1.0.0', 'hunter2')],
    [
      'tools/t.yaml',
      contract('t', 'idempotent: hunter2\nlimits: { timeout_ms: hunter2 }\nguarantees: { max_output_size: 7731 }\n'),
    ],
    ['tools/t.yaml', 'hunter2: ["hunter2", {\n'],
    ['tools/t.yaml', contract('t', 'capabilities: [hunter2]\nsemantic_types: { input: { id: hunter2 } }\n')],
  ])('quotes keys of %s, never its values: %j', async (path, text) => {
    folder.module('a/b', { tools: ['t'] })
    folder.put(`modules/a/b/${path}`, text)
    const { diagnostics } = await folder.read()
    expect(diagnostics).not.toEqual([])
    expect(JSON.stringify(diagnostics.map(({ message, fix }) => [message, fix]))).not.toMatch(/7731|hunter2(?!')/)
  })
})

describe('validation', () => {
  it('of one module tells what concerns it alone, and of all everything', async () => {
    folder.module('acme/good')
    folder.put('modules/acme/bad/module.yaml', 'x')
    const workspace = await folder.read()
    expect(validateModules(workspace, 'acme/good')).toEqual({ ok: true, value: { valid: true, diagnostics: [] } })
    expect(validateModules(workspace, 'acme/bad')).toMatchObject({ ok: true, value: { valid: false } })
    expect(validateModules(workspace)).toMatchObject({ ok: true, value: { valid: false } })
    expect(validateModules(workspace, 'acme/goood')).toMatchObject({ ok: false, error: { code: 'RESOURCE_NOT_FOUND' } })
  })

  it('passes a module with warnings', async () => {
    folder.module('acme/good', { more: '', tools: [] })
    expect(validateModules(await folder.read())).toMatchObject({
      ok: true,
      value: { valid: true, diagnostics: [{ code: 'GLOB_MATCHES_NOTHING', severity: 'warning' }] },
    })
  })

  it('of a long chain of modules, and of a long circle, ends', async () => {
    const count = 300
    for (let index = 0; index < count; index++)
      folder.module(`c/m${index}`, { more: `depends_on: [c/m${(index + 1) % count}@1]\n`, tools: [`t${index}`] })
    const { diagnostics } = await folder.read()
    expect(diagnostics).toHaveLength(count)
    expect(diagnostics[0]?.message).toMatch(/^Modules depend on each other: c\/m0 → c\/m1 → .* → … → c\/m0\.$/)
  })
})

/** `CODE file:line:column`, the file below modules/a/b/ if it is there. */
function shown({ code, file, line, column }: Diagnostic): string {
  return `${code} ${file.replace(/^modules\/a\/b\//, '')}:${line}:${column}`
}
