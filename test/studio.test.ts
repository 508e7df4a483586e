import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { META } from '@surety/tool-contracts/mcp'
import { afterAll, describe, expect, it } from 'vitest'
import { type Connected, overHttp, overStdio, toolNames } from './served-command.ts'

const EXAMPLE = resolve(import.meta.dirname, '../examples/studio')
const SURETY = resolve(import.meta.dirname, '../packages/surety/bin/surety.js')
const MODULE_REF = 'savvi-studio/teams'

const root = mkdtempSync(join(tmpdir(), 'surety-studio-'))
const open: Client[] = []
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  rmSync(root, { recursive: true, force: true })
})

let made = 0
/** A repository of its own, with the example's modules. */
function repository(): string {
  const folder = join(root, String(++made))
  cpSync(EXAMPLE, folder, { recursive: true, filter: (path) => !path.includes('/.surety') })
  return folder
}

async function connect(cwd: string, ...args: string[]): Promise<Connected> {
  const connected = await overStdio(args, { cwd, command: ['studio'] })
  open.push(connected.client)
  return connected
}

interface Answer {
  readonly output: Record<string, unknown>
  readonly error: { readonly code: string; readonly message: string; readonly details: Record<string, unknown> }
}

async function call(client: Client, name: string, input: object = {}): Promise<Answer> {
  const { structuredContent, _meta } = await client.callTool({ name, arguments: { ...input } })
  return { output: Object(structuredContent), error: Object(_meta?.[META.error]) }
}

const TOOLS = [
  'hello',
  'read_repo_file',
  'write_memory_entry',
  'modules.list',
  'modules.inspect',
  'modules.validate',
  'modules.compile',
  'modules.bundle',
  'modules.codegen',
  'modules.schema',
  'graph.install_plan',
  'system.codegen.all',
  'studio.health',
  'modules.query_state',
  'contracts.plan',
  'contracts.check',
  'contracts.explain',
]

it('an agent reads its own trace between calls, decides, and goes on', async () => {
  const { client } = await connect(repository())
  expect(await toolNames(client)).toEqual(TOOLS)
  expect((await call(client, 'modules.query_state')).output['previousSteps']).toEqual([])
  const { output: compiled } = await call(client, 'modules.compile', { moduleRef: MODULE_REF })
  expect(compiled).toEqual({
    bundlePath: expect.stringMatching(/^\.surety\/bundles\/[0-9a-f]{64}\.json$/),
    diagnostics: [],
  })
  const { output: state } = await call(client, 'modules.query_state')
  expect(state['previousSteps']).toMatchObject([
    {
      toolName: 'modules.compile',
      index: expect.any(Number),
      inputs: { moduleRef: MODULE_REF },
      outputs: compiled,
      durationMs: expect.any(Number),
      statusCode: 200,
      emittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ])
  const { output: named } = await call(client, 'modules.query_state', { traceId: state['traceId'] })
  expect(named).toEqual(state)
  const { output: nested } = await call(client, 'modules.query_state', { nested: true })
  expect(nested['previousSteps']).toMatchObject([{ toolName: 'modules.compile' }, { toolName: 'modules.validate' }])
  await call(client, 'modules.bundle', { moduleRef: MODULE_REF })
  const { output: last } = await call(client, 'modules.query_state')
  expect(last['previousSteps']).toMatchObject([{ toolName: 'modules.compile' }, { toolName: 'modules.bundle' }])
})

describe('modules', () => {
  it('are listed, inspected, described by schema, validated and generated', async () => {
    const cwd = repository()
    const { client } = await connect(cwd)
    expect((await call(client, 'modules.list', { filter: 'teams' })).output).toEqual({
      modules: [{ ref: MODULE_REF, semver: '1.0.0', tools: 2, status: 'valid' }],
    })
    const page = (await call(client, 'modules.list', { limit: 1 })).output
    expect((await call(client, 'modules.list', { cursor: 'zz' })).error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('must be the nextCursor of the page before'),
    })
    expect((await call(client, 'modules.query_state', { cursor: 'zz' })).error.code).toBe('INVALID_INPUT')
    expect((await call(client, 'modules.list', { cursor: page['nextCursor'] })).output['modules']).toHaveLength(1)
    const { output } = await call(client, 'modules.inspect', { moduleRef: 'savvi-studio/people' })
    expect(output).toMatchObject({ status: 'valid', dependents: [{ ref: MODULE_REF, range: '^1.0.0' }] })
    const { output: schema } = await call(client, 'modules.schema', { moduleRef: 'savvi-studio/people' })
    const { properties: tools } = Object(schema['schema'])
    const field = tools.find_person.properties.input.properties.person_id
    expect(field).toMatchObject({ type: 'string', 'x-semantic-type': 'uuid' })
    writeFileSync(
      join(cwd, 'modules/savvi-studio/teams/module.yaml'),
      'version: 1\nmodule: savvi-studio/tems\nsemver: 1.0.0\ndescription: Teams.\ntools: [tools/*.yaml]\n',
    )
    const { output: found } = await call(client, 'modules.validate')
    expect(found['valid']).toBe(false)
    expect(found['diagnostics']).toContainEqual({
      severity: 'error',
      code: 'MODULE_NAME_MISMATCH',
      message: expect.any(String),
      file: 'modules/savvi-studio/teams/module.yaml',
      line: 2,
      column: expect.any(Number),
      fix: expect.any(String),
    })
    expect((await call(client, 'modules.compile', { moduleRef: MODULE_REF })).error.code).toBe('MODULE_INVALID')
    expect((await call(client, 'modules.inspect', { moduleRef: 'savvi-studio/team' })).error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: expect.stringContaining(`Did you mean '${MODULE_REF}'?`),
    })
  })

  it('a ref that is no namespace and name has no module-ref format', async () => {
    const { client } = await connect(repository())
    for (const moduleRef of [
      'teams',
      'a/b/c',
      '/teams',
      'teams/',
      '',
      ' a/b',
      'a/b@^1.0.0',
      `a/${'b'.repeat(100_000)}`,
    ]) {
      const { error } = await call(client, 'modules.compile', { moduleRef })
      expect({ moduleRef, code: error.code }).toEqual({ moduleRef, code: 'INVALID_MODULE_REF_FORMAT' })
    }
  })

  it('code is generated for one and for all, with progress', async () => {
    const cwd = repository()
    const { client } = await connect(cwd)
    const { output } = await call(client, 'modules.codegen', { moduleRef: MODULE_REF })
    for (const { path } of Object(output['files'])) expect(existsSync(join(cwd, path))).toBe(true)
    // The SDK forgets progress that comes in one piece with the result: what was sent counts.
    const seen: unknown[] = []
    const { transport } = client
    if (transport === undefined) throw new Error('The client has no transport.')
    const take = transport.onmessage
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one listener
    transport.onmessage = (message, extra) => {
      if ('method' in message && message.method === 'notifications/progress')
        seen.push([message.params?.['progress'], message.params?.['total']])
      take?.(message, extra)
    }
    const { structuredContent } = await client.callTool(
      { name: 'system.codegen.all', arguments: {} },
      { onprogress: () => {} },
    )
    expect(structuredContent).toMatchObject({
      modules: [{ ref: 'savvi-studio/people' }, { ref: MODULE_REF }],
      skipped: [],
    })
    expect(seen.at(-1)).toEqual([2, 2])
  })
})

it('no answer is larger than what the client of the protocol takes in one piece', async () => {
  const cwd = repository()
  const keys = Array.from({ length: 60 }, (_, index) => `"unknown \\\\ \\" ${index}": 1`).join('\n')
  for (let index = 0; index < 200; index++) {
    mkdirSync(join(cwd, `modules/many/m${index}`), { recursive: true })
    writeFileSync(
      join(cwd, `modules/many/m${index}/module.yaml`),
      `version: 1\nmodule: many/m${index}\nsemver: 1.0.0\ndescription: Many.\n${keys}\n`,
    )
  }
  writeFileSync(join(cwd, 'quotes.txt'), '"'.repeat(1_048_576))
  writeFileSync(join(cwd, 'controls.txt'), '\u{1}'.repeat(1_048_576))
  const { client } = await connect(cwd)
  const { output } = await call(client, 'modules.validate')
  const told = Object(output['diagnostics']).length
  expect(output).toMatchObject({ valid: false, leftOut: expect.any(Number) })
  expect(told + Number(output['leftOut'])).toBeGreaterThanOrEqual(200 * 60)
  expect((await call(client, 'read_repo_file', { path: 'quotes.txt' })).output['size']).toBe(1_048_576)
  expect((await call(client, 'read_repo_file', { path: 'controls.txt' })).error.code).toBe('FILE_TOO_LARGE')
  expect((await call(client, 'hello', { name: '"'.repeat(1_900_000) })).output['message']).toMatch(/^Hello, "+…!$/)
  // Steps that are stored whole: more of them than one answer takes.
  for (let count = 0; count < 60; count++) await call(client, 'hello', { name: 'x'.repeat(15_000) })
  const { output: state } = await call(client, 'modules.query_state', { limit: 100 })
  const { output: next } = await call(client, 'modules.query_state', { limit: 100, cursor: state['nextCursor'] })
  expect(Object(state['previousSteps']).length + Object(next['previousSteps']).length).toBe(64)
})

describe('contracts', () => {
  it('are planned with, checked and explained', async () => {
    const { client } = await connect(repository())
    const plan = { have: { person_id: 'uuid' }, want: 'find_person' }
    expect((await call(client, 'contracts.plan', plan)).output).toMatchObject({
      ok: true,
      steps: [{ tool: 'find_person', inputs: { person_id: { from: 'given', name: 'person_id' } } }],
    })
    const compile = { have: { moduleRef: 'module-ref' }, want: 'modules.compile' }
    expect((await call(client, 'contracts.plan', compile)).output).toMatchObject({
      ok: true,
      steps: [{ tool: 'modules.validate' }, { tool: 'modules.compile' }],
    })
    const known = { have: ['module-ref'], want: 'modules.compile' }
    expect((await call(client, 'contracts.plan', known)).output).toMatchObject({
      ok: true,
      steps: [{ tool: 'modules.validate' }, { tool: 'modules.compile', inputs: { moduleRef: { from: 'given' } } }],
    })
    const lead = '0190163d-8694-739b-aea5-966c26f8ad91'
    const check = async (tool: string, input: object): Promise<unknown> =>
      (await call(client, 'contracts.check', { tool, input })).output
    expect(await check('create_team', { name: 'x', lead })).toEqual({ allowed: true, needsApproval: false })
    expect(await check('create_team', { name: 'x', lead, members: Array.from({ length: 30 }, uuid) })).toEqual({
      allowed: true,
      needsApproval: true,
    })
    expect(await check('create_team', { name: 'x', lead, members: [lead, lead] })).toMatchObject({
      allowed: false,
      refusal: { code: 'MEMBER_TWICE', stage: 'preconditions' },
    })
    expect(await check('create_team', { name: 'x', lead: 'nobody' })).toMatchObject({
      refusal: { code: 'INVALID_INPUT', stage: 'validate', details: { field: '/lead' } },
    })
    expect(await check('write_memory_entry', { file: 'decisions.jsonl', entry: '{}' })).toEqual({
      allowed: true,
      needsApproval: true,
    })
    expect(await check('write_memory_entry', { file: 'decisions.jsonl', entry: '{' })).toMatchObject({
      allowed: false,
      refusal: { code: 'INVALID_ENTRY', stage: 'preconditions' },
    })
    expect(await check('read_repo_file', { path: './.env' })).toMatchObject({
      allowed: false,
      refusal: { code: 'PATH_REFUSED', stage: 'preconditions' },
    })
    expect(await check('read_repo_file', { path: 'notes/none.txt' })).toEqual({ allowed: true, needsApproval: false })
    expect((await call(client, 'contracts.check', { tool: 'create_teem' })).error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: expect.stringContaining("'create_team'"),
    })
    const explain = async (code: string): Promise<unknown> => (await call(client, 'contracts.explain', { code })).output
    expect(await explain('e013')).toMatchObject({ kind: 'rule', fix: expect.stringContaining('deterministic') })
    expect(await explain('APPROVAL_REQUIRED')).toMatchObject({ kind: 'error' })
    expect(await explain('TOOL_NAME_CLASH')).toMatchObject({ kind: 'diagnostic' })
    expect(await explain('MEMBER_TWICE')).toMatchObject({ kind: 'declared', title: 'Declared by create_team' })
    expect(await explain('PLAN_OR_APPLY')).toMatchObject({ kind: 'declared', title: 'Declared by graph.install_plan' })
    expect(await explain('NO_SUCH_PERSON')).toMatchObject({ kind: 'declared', title: 'Declared by find_person' })
  })
})

it('a tool of a module that is called like one of the studio is told of, and not taken for it', async () => {
  const cwd = repository()
  const file = join(cwd, 'modules/savvi-studio/teams/tools/list_teams.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('tool: list_teams', 'tool: hello'))
  const { client } = await connect(cwd)
  expect((await call(client, 'modules.validate')).output).toMatchObject({
    valid: true,
    diagnostics: [{ code: 'TOOL_NAME_OF_STUDIO', severity: 'warning' }],
  })
  expect((await call(client, 'contracts.check', { tool: 'hello' })).output).toEqual({
    allowed: true,
    needsApproval: false,
    note: expect.stringContaining("the studio's own 'hello'"),
  })
})

let counted = 0
function uuid(): string {
  return `0190163d-8694-739b-aea5-${String(++counted).padStart(12, '0')}`
}

describe('installing', () => {
  it('is planned, approved by an operator only, and refused once anything changed', async () => {
    const cwd = repository()
    const { client } = await connect(cwd)
    const { output: plan } = await call(client, 'graph.install_plan', { want: [`${MODULE_REF}@^1.0.0`] })
    expect(plan).toMatchObject({
      steps: [
        { action: 'install', ref: 'savvi-studio/people', to: '1.2.0' },
        { action: 'install', ref: MODULE_REF, to: '1.0.0' },
      ],
      breaks: [],
      loosened: [],
    })
    const apply = { planId: plan['planId'], apply: true }
    const { error } = await call(client, 'graph.install_plan', apply)
    expect(error.code).toBe('APPROVAL_REQUIRED')
    expect((await call(client, 'graph.install_plan', apply)).error.code).toBe('APPROVAL_REQUIRED')
    approve(cwd, error.details['approvalId'])
    expect((await call(client, 'graph.install_plan', apply)).output['installed']).toHaveLength(2)
    expect(existsSync(join(cwd, '.surety/installed/installed.json'))).toBe(true)
    expect((await call(client, 'graph.install_plan', apply)).error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('has been applied already'),
    })
    expect((await call(client, 'graph.install_plan', { planId: 'a'.repeat(64), apply: true })).error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('there is no plan of this planId'),
    })

    const { output: next } = await call(client, 'graph.install_plan', { want: [] })
    expect(next['steps']).toMatchObject([
      { action: 'remove', ref: MODULE_REF },
      { action: 'remove', ref: 'savvi-studio/people' },
    ])
    expect(next['breaks']).toMatchObject([{ tool: 'create_team' }, { tool: 'find_person' }, { tool: 'list_teams' }])
    const file = join(cwd, 'modules/savvi-studio/people/module.yaml')
    const again = (await call(client, 'graph.install_plan', { want: ['savvi-studio/people@*'] })).output
    writeFileSync(file, readFileSync(file, 'utf8').replace('1.2.0', '1.2.1'))
    const stale = await call(client, 'graph.install_plan', { planId: again['planId'], apply: true })
    expect(stale.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('ask for a new one') })
  })

  it('is neither planned nor applied where that is not what was asked for', async () => {
    const { client } = await connect(repository())
    const planId = 'a'.repeat(64)
    const unclear = [
      {},
      { want: [], planId },
      { planId },
      { want: [], apply: true, planId: '..' },
      { want: [], apply: true },
    ]
    for (const input of unclear) {
      const { error } = await call(client, 'graph.install_plan', input)
      expect(['PLAN_OR_APPLY', 'INVALID_INPUT', 'CONFLICT'], JSON.stringify(input)).toContain(error.code)
    }
  })
})

function approve(cwd: string, id: unknown): void {
  execFileSync(process.execPath, [SURETY, 'approvals', 'approve', String(id)], { cwd })
}

describe('memory', () => {
  it('is told to be nobody’s to approve where the studio keeps no record', async () => {
    const { client } = await connect(repository(), '--store', 'memory:')
    const { error } = await call(client, 'write_memory_entry', { file: 'progress_log.jsonl', entry: '1' })
    expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED', message: expect.stringContaining('keeps no record') })
    expect(error.details).not.toHaveProperty('approveWith')
  })

  it('is written only after a yes, by the operator where the client asks nobody', async () => {
    const cwd = repository()
    const { client } = await connect(cwd)
    const entry = { file: 'progress_log.jsonl', entry: '{"event":"start"}' }
    const { error } = await call(client, 'write_memory_entry', entry)
    expect(error.code).toBe('APPROVAL_REQUIRED')
    expect(existsSync(join(cwd, '.claude/memory'))).toBe(false)
    const [, ...words] = String(error.details['approveWith']).split(' ')
    execFileSync(process.execPath, [SURETY, ...words], { cwd: tmpdir() })
    expect((await call(client, 'write_memory_entry', entry)).output).toEqual({
      success: true,
      file: 'progress_log.jsonl',
      bytes_written: 18,
    })
    const { output } = await call(client, 'read_repo_file', { path: '.claude/memory/progress_log.jsonl' })
    expect(output).toEqual({ content: '{"event":"start"}\n', path: '.claude/memory/progress_log.jsonl', size: 18 })
    expect((await call(client, 'read_repo_file', { path: '.surety/surety.db' })).error.code).toBe('PATH_REFUSED')
  })
})

describe('access', () => {
  it('tools are listed by role, and a denial names the missing capability', async () => {
    const { client } = await connect(repository(), '--role', 'planner')
    expect(await toolNames(client)).toEqual([
      'hello',
      'read_repo_file',
      'modules.list',
      'modules.inspect',
      'modules.validate',
      'modules.schema',
      'studio.health',
      'modules.query_state',
      'contracts.plan',
      'contracts.check',
      'contracts.explain',
    ])
    const denied = await call(client, 'modules.compile', { moduleRef: MODULE_REF })
    expect(denied.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { missing: ['EXECUTE', 'CODE_EXECUTION'], role: 'planner' },
    })
    expect((await call(client, 'studio.health')).output).toMatchObject({ status: 'ok', stores: [{ ready: true }] })
  })

  it('over HTTP a trace is its own principal’s, and an administrator reads every one', async () => {
    const cwd = repository()
    const token = (id: string, role: string): string =>
      execFileSync(process.execPath, [SURETY, 'token', 'create', '--id', id, '--role', role], { cwd }).toString().trim()
    const [ada, bob, root] = [token('ada', 'builder'), token('bob', 'builder'), token('root', 'admin')]
    const server = await overHttp([], { cwd, command: ['studio'] })
    const [hers, his, theirs] = await Promise.all(
      [ada, bob, root].map(async (one) => (await server.connect(one)).client),
    )
    if (hers === undefined || his === undefined || theirs === undefined) throw new Error('Somebody is missing.')
    open.push(hers, his, theirs)
    await call(hers, 'modules.compile', { moduleRef: MODULE_REF })
    const { output } = await call(hers, 'modules.query_state')
    expect(output['previousSteps']).toHaveLength(1)
    const asked = { traceId: output['traceId'] }
    expect((await call(his, 'modules.query_state', asked)).output['previousSteps']).toEqual([])
    expect((await call(theirs, 'modules.query_state', asked)).output['previousSteps']).toMatchObject([
      { toolName: 'modules.compile', principal: 'ada' },
    ])
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})
