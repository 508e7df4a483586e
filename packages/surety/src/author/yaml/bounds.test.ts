import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/load-config.ts'
import { loadContracts } from '../load-contracts.ts'

const SECRET = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n-----END'

let outside = ''
let root = ''
beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'surety-author-')))
  root = join(outside, 'project')
  put('tools/fine.yaml', contract('fine'))
  for (const name of ['id_rsa', 'keys/id.yaml', 'keys/id.contract.ts']) put(`../${name}`, SECRET)
})
afterEach(() => rmSync(outside, { recursive: true }))

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  symlinkSync(target, join(root, path))
}

const contract = (tool: string) => `version: 1\ntool: ${tool}\ncontract: {}\n`

async function load() {
  const { config, problems } = loadConfig(root, { variables: {} })
  const loaded = await loadContracts(config)
  return { ...loaded, problems: [...problems, ...loaded.problems] }
}

const LEADS_OUT = 'It is a link, or lies behind one, that leads out of the project, and is not read.'

describe('what a link makes part of the project is not read, and nothing of it is told', () => {
  it.each<[string, () => void, string]>([
    ['a contract', () => link('tools/x.yaml', '../../id_rsa'), 'tools/x.yaml'],
    ['a contract by its absolute path', () => link('tools/x.yaml', join(outside, 'id_rsa')), 'tools/x.yaml'],
    ['a contract by several links', () => (link('a', '../id_rsa'), link('tools/x.yml', '../a')), 'tools/x.yml'],
    ['a contract in code', () => link('tools/x.contract.ts', '../../keys/id.contract.ts'), 'tools/x.contract.ts'],
    ['a folder of contracts', () => link('tools/more', '../../keys'), 'tools/more'],
    ['a folder further up', () => (link('a', '..'), link('tools/more', '../a/keys')), 'tools/more'],
    ['the configuration', () => link('surety.yaml', '../id_rsa'), 'surety.yaml'],
    ['the configuration of syrin', () => link('syrin.yml', '../id_rsa'), 'syrin.yml'],
  ])('%s', async (_, make, file) => {
    make()
    const { contracts, code, problems } = await load()
    expect(problems).toEqual([{ file, line: 1, column: 1, message: LEADS_OUT, fix: expect.any(String) }])
    expect(contracts.map(({ tool }) => tool)).toEqual(['fine'])
    expect(code).toEqual([])
  })

  it('the folder `tools_dir` itself', async () => {
    rmSync(join(root, 'tools'), { recursive: true })
    link('tools', '../keys')
    expect(await load()).toMatchObject({ contracts: [], code: [], problems: [{ file: 'tools', message: LEADS_OUT }] })
  })

  it('a schema of a contract', async () => {
    put('tools/fine.yaml', 'version: 1\ntool: fine\ncontract: { input_schema: ./in.json }')
    link('tools/in.json', '../../id_rsa')
    const { problems } = await load()
    expect(problems.map(({ message }) => message)).toEqual([
      "'contract.input_schema' leads out of the contract's folder: ./in.json.",
    ])
  })
})

describe('a project', () => {
  it('may be reached by a link, and have links within', async () => {
    put('shared/more/b.yaml', contract('b'))
    link('tools/b', '../shared/more')
    link('../way', 'project')
    root = join(outside, 'way')
    const { contracts, problems } = await load()
    expect(contracts.map(({ tool }) => tool)).toEqual(['b', 'fine'])
    expect(problems).toEqual([])
  })

  it('may name a folder beside it, but not by a link', async () => {
    put('surety.yaml', 'version: 1\ncheck: { tools_dir: ../common }')
    put('../common/c.yaml', contract('c'))
    expect(await load()).toMatchObject({ contracts: [{ tool: 'c' }], problems: [] })
    link('../common/x.yaml', '../keys/id.yaml')
    expect(await load()).toMatchObject({ contracts: [{ tool: 'c' }], problems: [{ message: LEADS_OUT }] })
    renameSync(join(outside, 'common'), join(outside, 'elsewhere'))
    link('../common', 'elsewhere')
    expect(await load()).toMatchObject({ contracts: [], problems: [{ message: LEADS_OUT }] })
  })
})

describe('what is no contract is told of at once, and hides no other', () => {
  it.each<[string, string, (path: string) => void, string]>([
    ['a link to itself', 'x.yaml', (path) => symlinkSync('x.yaml', path), 'It cannot be read (ELOOP).'],
    ['a named pipe', 'x.yaml', (path) => void execFileSync('sh', ['-c', 'mkfifo "$0"', path]), 'It is no file.'],
    [
      'a named pipe for code',
      'x.contract.ts',
      (path) => void execFileSync('sh', ['-c', 'mkfifo "$0"', path]),
      'It is no file.',
    ],
    ['a device', 'x.yaml', (path) => symlinkSync('/dev/zero', path), LEADS_OUT],
    ['a huge file', 'x.yaml', (path) => (writeFileSync(path, ''), truncateSync(path, 2 ** 42)), 'at most 1048576'],
  ])('%s', async (_, name, make, message) => {
    make(join(root, 'tools', name))
    const { contracts, problems } = await load()
    expect(contracts.map(({ tool }) => tool)).toEqual(['fine'])
    expect(problems).toEqual([
      expect.objectContaining({ file: `tools/${name}`, message: expect.stringContaining(message) }),
    ])
  })

  it('a configuration that leads nowhere is not taken for none', () => {
    link('surety.yaml', 'surety.yaml')
    expect(loadConfig(root).problems).toMatchObject([{ message: 'It cannot be read (ELOOP).' }])
  })
})

const WORD = 'hunter2hunter2'
const TEXTS = [
  SECRET.replaceAll('b3Bl', WORD),
  `NAME=${WORD}\nOTHER=${WORD}`,
  `[core]\n\turl = https://me:${WORD}@example.com`,
  `a: [${WORD}\nb: ${WORD}`,
  `a: "${WORD}\n`,
  `a: '${WORD}' ${WORD}`,
  `a: "\\q${WORD}"`,
  `a: "\\x${WORD}"`,
  `a: | ${WORD}\n  ${WORD}`,
  `a: >${WORD}\n`,
  `a: !${WORD} x`,
  `a: !<${WORD}> x`,
  `a: !e!${WORD} x`,
  `%${WORD} x\n--- a`,
  `%YAML ${WORD}\n--- a`,
  `%TAG ${WORD}\n--- a`,
  `a: *${WORD}`,
  `a: &${WORD} *${WORD}`,
  `a: @${WORD}`,
  `a: \`${WORD}`,
  `a: b: ${WORD}`,
  `- ${WORD}\n${WORD}`,
  `${WORD}: x\n${WORD}`,
  `{ ${WORD} ] }`,
  `--- ${WORD}\n--- ${WORD}`,
  `... ${WORD}\n${WORD}`,
  `"${WORD}"`,
  `- ${WORD}`,
  `]${WORD}`,
  `?${WORD}\n? ${WORD}\n ${WORD}: ${WORD}`,
]

it.each(TEXTS)('no message quotes what a file that is no contract holds: %j', async (text) => {
  put('tools/x.yaml', text)
  put('surety.yaml', text)
  const { problems } = await load()
  expect(problems.length).toBeGreaterThanOrEqual(2)
  for (const { message, fix = '' } of problems) {
    expect(`${message} ${fix}`.replaceAll(/key '[^']*'/g, '')).not.toContain(WORD)
  }
})

it.each([SECRET, `{"${WORD}`, WORD, `{"a": ${WORD}}`, `"${WORD}"`, `["${WORD}"]`])(
  'nor what a schema holds that is no JSON: %j',
  async (text) => {
    put('tools/fine.yaml', 'version: 1\ntool: fine\ncontract: { input_schema: ./in.json }')
    put('tools/in.json', text)
    const [problem] = (await load()).problems
    expect(problem?.message).toMatch(/which holds no JSON( \(line \d+, column \d+\))?\.$|it is no object\.$/)
  },
)
