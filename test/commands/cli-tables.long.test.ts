import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client as Postgres } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, project, removeProjects, surety } from '../cli-lab.ts'
import { find } from '../machine.ts'
import { type Postgres as Server, startPostgres } from '../postgres.ts'
import { type Listening, call, overHttp, overStdio, toolNames } from '../served-command.ts'

const TABLES = readFileSync(resolve(import.meta.dirname, '../../examples/mood-tracker/tables.yaml'), 'utf8')
const mood = { user_id: 'user_123', mood: 'happy', energy_level: 8, timestamp: '2025-10-05T14:30:00Z' }

/** The same table once more, under another tool. */
const TWO = `${TABLES}${TABLES.slice(TABLES.indexOf('  - tableName')).replace('log-mood', 'note-mood')}`

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(removeProjects)

async function stdio(cwd: string, ...args: string[]) {
  const connected = await overStdio(args, { cwd })
  ends.push(() => connected.client.close())
  return connected
}

async function http(cwd: string, ...args: string[]): Promise<Listening> {
  const listening = await overHttp(args, { cwd })
  ends.push(() => {
    listening.kill('SIGKILL')
    return listening.ended
  })
  return listening
}

async function connect(listening: Listening, token?: string) {
  const connected = await listening.connect(token)
  ends.push(() => connected.client.close())
  return connected
}

/** Where rows go, and how the tables get there. */
interface Database {
  /** A database without tables. */
  readonly fresh: () => string
  readonly run: (url: string, sql: string) => void
  readonly rows: (url: string) => number
}

const sqlite: Database = {
  fresh: () => `sqlite:${join(project(), 'rows.db')}`,
  run: (url, sql) => inFile(url, (database) => database.exec(sql)),
  rows: (url) =>
    inFile(url, (database) => Number(Object(database.prepare('select count(*) as n from mood_entries').get()).n)),
}

function inFile<T>(url: string, work: (database: InstanceType<typeof DatabaseSync>) => T): T {
  const database = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

let server: Server
let made = 0
const nameIn = (url: string): string => /\/(\w+)\?/.exec(url)?.[1] ?? ''
const postgres: Database = {
  fresh: () => server.database(`tables_${++made}`),
  run: (url, sql) => void server.psql(sql, nameIn(url)),
  rows: (url) => Number(server.psql('select count(*) from mood_entries', nameIn(url))),
}
const hasPostgres = find('postgres') !== undefined
beforeAll(() => {
  if (hasPostgres) server = startPostgres()
})
afterAll(() => server?.remove())

const DATABASES = [{ engine: 'sqlite', ...sqlite }, ...(hasPostgres ? [{ engine: 'postgres', ...postgres }] : [])]

describe.each(DATABASES)('tables in $engine', ({ engine, fresh, run, rows }) => {
  it('are tools of an MCP client: a row is inserted, what is wrong is refused in the shape of table tools', async () => {
    const cwd = project({ 'tables.yaml': TABLES })
    const url = fresh()
    if (engine === 'postgres') run(url, (await surety(['tables', 'ddl', '--store', url], { cwd })).out)
    const { client, log } = await stdio(cwd, '.', '--store', url)
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([
      { name: 'log-mood', title: 'Mood entry', inputSchema: { additionalProperties: false } },
      { name: 'trace.query' },
    ])

    const inserted = await call(client, 'log-mood', mood)
    expect(inserted).toMatchObject({
      isError: false,
      result: {
        success: true,
        data: { rowCount: 1, message: 'Successfully logged mood entry for user_123 at 2025-10-05T14:30:00Z' },
      },
    })
    expect(await call(client, 'log-mood', { ...mood, energy_level: 15 })).toMatchObject({
      isError: true,
      result: {
        success: false,
        error: {
          type: 'VALIDATION_ERROR',
          message: "Field 'energy_level' must be between 1 and 10, but received 15",
          details: { field: 'energy_level', expected: 'integer between 1 and 10', received: '15', code: 'too_big' },
        },
      },
    })
    expect(await call(client, 'log-mood', mood)).toMatchObject({
      isError: true,
      result: {
        error: {
          type: 'DATABASE_ERROR',
          message: 'Failed to insert mood entry: unique constraint violation on (user_id, timestamp)',
          details: { code: 'P2002', field: 'user_id, timestamp' },
        },
      },
    })
    expect(rows(url)).toBe(1)

    const { id } = Object(inserted.result).data
    await log.first('audit')
    expect(log.all('audit')).toMatchObject([
      { toolId: 'log-mood', actor: 'local', rowId: id, tableName: 'mood_entries' },
    ])
    const trace = await surety(['trace', inserted.traceId], { cwd })
    expect(trace.out).toContain(`did insert mood_entries/${id}`)
    expect(trace.out).toContain('400 INVALID_INPUT')
    expect(trace.out).toContain('422 P2002')
  })

  it('are described, and the description agrees with them', async () => {
    const cwd = project({ 'old/tables.yaml': TWO })
    const url = fresh()
    run(url, (await surety(['tables', 'ddl', 'old', '--store', url], { cwd })).out)
    const written = await surety(['tables', 'init', '--store', url], { cwd })
    expect(written).toMatchObject({ code: 0, err: '' })
    expect(written.out).toMatch(
      /^Wrote tables\.yaml: 1 tool from .*\n {2}add-mood-entries {2}inserts into mood_entries\n/,
    )
    for (const dir of ['.', 'old'])
      expect(await surety(['tables', 'check', dir, '--store', url], { cwd })).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringMatching(/^✓ \S*tables\.yaml and .* agree\.\n$/),
      })
  })

  it('that differ from their configuration are told of by check and at the start, and their calls say CONFIG_ERROR', async () => {
    const cwd = project({ 'tables.yaml': TABLES })
    const url = fresh()
    run(url, 'create table mood_entries (id text primary key, mood text, energy_level int, notes text)')
    const checked = await surety(['tables', 'check', '--store', url], { cwd })
    expect(checked).toMatchObject({ code: 1, err: '' })
    expect(checked.out).toMatch(/^✗ log-mood: Column 'telegram_user_id' of field 'user_id' does not exist/)
    const json = await surety(['tables', 'check', '--store', url, '--json'], { cwd })
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      problems: [],
      drift: expect.arrayContaining([
        expect.objectContaining({
          toolId: 'log-mood',
          field: 'timestamp',
          code: 'column_not_found',
          severity: 'error',
        }),
      ]),
    })
    const { client, log } = await stdio(cwd, '.', '--store', url)
    await log.first('warning', { code: 'column_not_found', field: 'timestamp' })
    expect(await call(client, 'log-mood', mood)).toMatchObject({
      isError: true,
      result: { error: { type: 'CONFIG_ERROR', details: { code: 'column_not_found' } } },
    })
  })

  it('that are not there are a matter for check, and come back to life in serve', async () => {
    const cwd = project({ 'tables.yaml': TABLES })
    const url = fresh()
    if (engine === 'sqlite') return expect(await asked(cwd, url)).toMatchObject({ code: 2, out: '' })
    expect(await asked(cwd, url)).toMatchObject({ code: 1, out: expect.stringContaining('does not exist in database') })
    const { client, log } = await stdio(cwd, '.', '--store', url)
    await log.first('warning', { code: 'table_not_found' })
    expect(await call(client, 'log-mood', mood)).toMatchObject({ result: { error: { type: 'CONFIG_ERROR' } } })
    run(url, (await surety(['tables', 'ddl', '--store', url], { cwd })).out)
    expect(await call(client, 'log-mood', mood)).toMatchObject({ result: { success: true } })
  })
})

function asked(cwd: string, url: string): Promise<Ran> {
  return surety(['tables', 'check', '--store', url], { cwd })
}

describe('the configuration of a folder', () => {
  it('says where the configuration and the rows are, from the environment too, and serves without telling of rows', async () => {
    const cwd = project({
      'app/surety.yaml':
        'version: 1\nstore: sqlite:record.db\ntables: { config: conf/moods.yaml, store: "sqlite:${ROWS}", audit: false }\n',
      'app/conf/moods.yaml': TABLES,
    })
    const { client, log } = await overStdio(['app'], { cwd, env: { ROWS: 'my.db' } })
    const { traceId } = await call(client, 'log-mood', mood)
    await client.close()
    await log.first('closed')
    expect(log.all('audit')).toEqual([])
    expect(sqlite.rows(`sqlite:${cwd}/app/my.db`)).toBe(1)
    const trace = await surety(['trace', traceId], { cwd: join(cwd, 'app') })
    expect(trace).toMatchObject({ code: 0, out: expect.stringContaining('log-mood') })
  })

  it('prints the statements of either engine without a database', async () => {
    const cwd = project({ 'tables.yaml': TABLES, 'surety.yaml': 'tables: { store: "${ROWS}" }' })
    const [lite, other] = await Promise.all(
      ['sqlite', 'postgres'].map((engine) => surety(['tables', 'ddl', '--engine', engine], { cwd })),
    )
    expect(lite).toMatchObject({ code: 0, err: '' })
    expect(lite?.out).toMatch(/^create table "mood_entries" \([^;]+\) strict;\n$/)
    expect(other?.out).toMatch(/"timestamp" timestamptz not null[^;]+;\n$/)
    const configured = await surety(['tables', 'ddl'], { cwd, env: { ROWS: 'postgres://nobody@127.0.0.1:1/x' } })
    expect(configured.out).toBe(other?.out)
  })

  it('is read with all its problems at their places', async () => {
    const cwd = project({ 'app/tables.yaml': TABLES.replace('log-mood', 'LogMood').replace('max: 10', 'max: 0') })
    const checked = await surety(['tables', 'check', 'app'], { cwd })
    expect(checked).toMatchObject({ code: 1, err: '' })
    expect(checked.out).toMatch(/^app\/tables\.yaml:5:\d+: .*kebab-case.*\napp\/tables\.yaml:11:\d+: .*\n$/)
    const json = await surety(['tables', 'check', 'app', '--json'], { cwd })
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, problems: [{ line: 5 }, { line: 11 }] })
    const served = await surety(['tables', 'serve', 'app'], { cwd })
    expect(served).toMatchObject({ code: 2, out: '' })
    expect(served.err).toMatch(/^surety: app\/tables\.yaml:5:\d+: .*\nsurety: app\/tables\.yaml:11:\d+: .*\n$/)
  })
})

describe('tools over HTTP', () => {
  const ROLES = 'version: 1\nroles: { writer: [CREATE], reader: [READ] }\n'

  it('are for those whose role may create, and a step names its caller', async () => {
    const cwd = project({ 'tables.yaml': TABLES, 'surety.yaml': ROLES })
    const token = async (role: string): Promise<string> =>
      (await surety(['token', 'create', '--id', `a-${role}`, '--role', role], { cwd })).out.trim()
    const [writing, reading] = [await token('writer'), await token('reader')]
    const listening = await http(cwd)
    const writer = await connect(listening, writing)
    const reader = await connect(listening, reading)
    expect(await toolNames(writer.client)).toEqual(['log-mood'])
    expect(await toolNames(reader.client)).toEqual(['trace.query'])
    expect(await call(writer.client, 'log-mood', mood)).toMatchObject({ result: { success: true } })
    expect(await call(reader.client, 'log-mood', mood)).toMatchObject({
      isError: true,
      result: { error: { type: 'UNKNOWN_ERROR', details: { code: 'PERMISSION_DENIED' } } },
    })
    expect(await listening.log.first('audit')).toMatchObject({ actor: 'a-writer' })
    await expect(listening.connect()).rejects.toThrow()
  })

  it('take the role of callers without a token from --role', async () => {
    const cwd = project({ 'tables.yaml': TABLES, 'surety.yaml': ROLES })
    const { client } = await connect(await http(cwd, '.', '--role', 'writer'))
    expect(await toolNames(client)).toEqual(['log-mood'])
  })

  it('wait for an operator where the table says so', async () => {
    const cwd = project({ 'tables.yaml': `${TABLES}    approval: always\n` })
    const { client } = await connect(await http(cwd))
    const waits = await call(client, 'log-mood', mood)
    expect(waits).toMatchObject({
      isError: true,
      result: { error: { type: 'UNKNOWN_ERROR', details: { code: 'APPROVAL_REQUIRED' } } },
    })
    const { approvalId } = Object(waits.result).error.details
    expect(await surety(['approvals', 'approve', approvalId], { cwd })).toMatchObject({ code: 0 })
    expect(await call(client, 'log-mood', mood)).toMatchObject({ result: { success: true } })
    expect(await call(client, 'log-mood', mood)).toMatchObject({
      result: { error: { details: { code: 'APPROVAL_REQUIRED' } } },
    })
  })
})

describe('a configuration that changes while it is served', () => {
  const save = (cwd: string, text: string): void => {
    writeFileSync(join(cwd, 'tables.yaml.new'), text)
    renameSync(join(cwd, 'tables.yaml.new'), join(cwd, 'tables.yaml'))
  }

  it('changes the tools, and clients are told', async () => {
    const cwd = project({ 'tables.yaml': TABLES })
    const { client, log, changes } = await stdio(cwd)
    expect(await toolNames(client)).toEqual(['log-mood', 'trace.query'])
    save(cwd, TWO)
    expect(await log.first('reloaded')).toMatchObject({ version: '1.0.0', tools: ['log-mood', 'note-mood'] })
    await expect.poll(changes, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await toolNames(client)).toEqual(['log-mood', 'note-mood', 'trace.query'])
    // The protocol's own error, as for a tool that is there no more.
    await expect(client.callTool({ name: 'gone', arguments: mood })).rejects.toThrow("There is no tool 'gone'")
    expect(await call(client, 'note-mood', mood)).toMatchObject({ result: { success: true } })
  })

  it('leaves the tools as they are while it is bad or gone', async () => {
    const cwd = project({ 'tables.yaml': TABLES })
    const { client, log } = await connectedHttp(cwd)
    save(cwd, TWO.replace('note-mood', 'Note'))
    expect(await log.first('warning', { message: /^tables\.yaml:18:\d+: / })).toBeDefined()
    expect(await log.first('warning', { message: /the tools stay as they were/ })).toBeDefined()
    expect(await call(client, 'log-mood', mood)).toMatchObject({ result: { success: true } })
    rmSync(join(cwd, 'tables.yaml'))
    await log.first('warning', { message: /^tables\.yaml: There is no such file/ })
    expect(await toolNames(client)).toEqual(['log-mood', 'trace.query'])
    save(cwd, TWO)
    await log.first('reloaded')
    expect(await toolNames(client)).toEqual(['log-mood', 'note-mood', 'trace.query'])
  })

  it('is for the next start with `reload: false`', async () => {
    const cwd = project({ 'tables.yaml': TABLES, 'surety.yaml': 'tables: { reload: false }' })
    const still = await connectedHttp(cwd)
    rmSync(join(cwd, 'surety.yaml'))
    const follows = await connectedHttp(cwd)
    save(cwd, TWO)
    await follows.log.first('reloaded')
    // One that follows has taken it up: so would this one have.
    expect(await toolNames(follows.client)).toContain('note-mood')
    expect(await toolNames(still.client)).toEqual(['log-mood', 'trace.query'])
    expect(still.log.all('reloaded')).toEqual([])
  })

  async function connectedHttp(cwd: string) {
    const listening = await http(cwd)
    const { client, changes } = await connect(listening)
    return { client, changes, log: listening.log }
  }
})

describe.skipIf(!hasPostgres)('a signal', () => {
  /** A server with a call that waits for a lock in the database. */
  async function busy() {
    const cwd = project({ 'tables.yaml': TABLES })
    const url = postgres.fresh()
    postgres.run(url, (await surety(['tables', 'ddl', '--store', url], { cwd })).out)
    const holder = new Postgres({ host: server.folder, user: 'surety', database: nameIn(url) })
    await holder.connect()
    ends.push(() => holder.end())
    await holder.query('begin')
    // It keeps inserts waiting, and lets the tables be described.
    await holder.query('lock table mood_entries in share mode')
    const listening = await http(cwd, '.', '--store', url)
    const { client } = await connect(listening)
    const answer = call(client, 'log-mood', mood)
    const waiting = `select count(*)::int from pg_locks where not granted and relation = 'mood_entries'::regclass`
    await expect
      .poll(async () => Object((await holder.query(waiting)).rows[0]).count, { timeout: 60_000 })
      .toBeGreaterThan(0)
    return { listening, answer, release: () => holder.query('commit') }
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('lets calls finish: after %s the server exits 0', async (signal) => {
    const { listening, answer, release } = await busy()
    listening.kill(signal)
    await listening.log.first('closing')
    await release()
    expect(await answer).toMatchObject({ result: { success: true } })
    expect(await listening.ended).toBe(0)
  })

  it('that comes a second time ends the server at once, which exits 130', async () => {
    const { listening, answer } = await busy()
    answer.catch(() => undefined)
    listening.kill('SIGTERM')
    await listening.log.first('closing')
    listening.kill('SIGTERM')
    expect(await listening.ended).toBe(130)
  })
})

it('the end of its input ends a server on stdio, which exits 0 and has written nothing but the protocol', async () => {
  const cwd = project({ 'tables.yaml': TABLES })
  const ran = await surety(['tables', 'serve'], { cwd })
  expect(ran).toMatchObject({ code: 0, out: '' })
  expect(ran.err).toContain('"event":"closed"')
})
