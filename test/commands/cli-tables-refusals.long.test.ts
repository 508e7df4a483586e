import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, project, removeProjects, surety } from '../cli-lab.ts'
import { find } from '../machine.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { expectRefused } from '../store-lab.ts'
import { call, overStdio } from '../served-command.ts'

const TABLES = readFileSync(resolve(import.meta.dirname, '../../examples/mood-tracker/tables.yaml'), 'utf8')
const mood = { user_id: 'user_123', mood: 'happy', energy_level: 8, timestamp: '2025-10-05T14:30:00Z' }

afterAll(removeProjects)

const asked = (cwd: string, ...args: string[]): Promise<Ran> => surety(['tables', ...args], { cwd })

describe('what cannot be done is refused in a sentence that says what to do', () => {
  it.each<[string, readonly string[], string]>([
    ['nothing', [], 'Say what surety tables shall do: serve, check, ddl, init.'],
    ['an unknown verb', ['srve'], `surety tables has no "srve"; it has serve, check, ddl, init. Did you mean 'serve'?`],
    ['a folder that is none', ['serve', 'nope'], 'There is no folder "nope".'],
    ['a file for a folder', ['check', 'tables.yaml'], '"tables.yaml" is not a folder. Give the folder of tables.yaml.'],
    [
      'a folder without configuration',
      ['serve', 'empty'],
      'There is no tables.yaml, tables.yml or tables.json in empty: write one, or let `surety tables init --store url`',
    ],
    [
      'two configurations',
      ['check', 'two'],
      'There are tables.yaml and tables.json: remove one, or name one as `tables.config` in surety.yaml.',
    ],
    ['a folder named as configuration', ['ddl', 'odd'], 'odd/tables.yaml: This is a folder. Name the file in it'],
    [
      'a configuration that is elsewhere',
      ['check', 'named'],
      'named/gone.yaml: There is no such file. Check its path.',
    ],
    ['an unknown key', ['serve', 'bad'], "bad/surety.yaml:1:11 'tables' has no key 'stor'. Did you mean 'store'?"],
    ['a variable that is not set', ['check', 'variable'], "'tables.store' needs NOT_SET, which is not set."],
    [
      'an address of another kind',
      ['check', '--store', 'mysql://me:s3cret@db/x'],
      '--store takes sqlite:<file>, such as sqlite:.surety/surety.db, or postgres://…, not "mysql://me:…@db/x".',
    ],
    [
      'a server that is not there',
      ['check', '--store', 'postgres://me:s3cret@127.0.0.1:1/x'],
      'The database postgres://me:…@127.0.0.1:1/x cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct the address.',
    ],
    ['an address that is broken', ['check', '--store', 'postgres://me:s3cret@[::1/x'], 'Invalid URL'],
    [
      'a file that is no database',
      ['check', '--store', 'sqlite:tables.yaml'],
      'tables.yaml cannot be opened: file is not a database. Put it right, or name another file.',
    ],
    ['a folder that is no database', ['init', 'empty', '--store', 'sqlite:odd'], 'odd is a folder. Put it right'],
    [
      'a database that is not there, to check',
      ['check', '--store', 'sqlite:gone.db'],
      'gone.db yet: `surety tables serve` makes it, with its tables, or --store names another.',
    ],
    [
      'a database that is not there, to describe',
      ['init', 'empty', '--store', 'sqlite:gone.db'],
      'gone.db: --store url names the one to read.',
    ],
    ['a database without tables', ['init', 'empty', '--store', 'sqlite:void.db'], 'There are no tables in sqlite:'],
    [
      'a table that is not there',
      ['init', 'empty', '--store', 'sqlite:app.db', '--table', 'ordres'],
      `There is no table "ordres"; there are orders. Did you mean 'orders'?`,
    ],
    [
      'a file that is there',
      ['init', '--store', 'sqlite:app.db'],
      'tables.yaml is there already: --force overwrites it.',
    ],
    ['an engine that is none', ['ddl', '--engine', 'mysql'], '--engine takes sqlite or postgres, not "mysql".'],
    ['an engine and a store', ['ddl', '--engine', 'sqlite', '--store', 'sqlite:x'], 'Give --engine or --store'],
    ['an option of another verb', ['ddl', '--http', '127.0.0.1:0'], 'surety tables ddl takes no --http'],
    [
      'an older configuration that is not there',
      ['check', '--against', 'gone.yaml'],
      'gone.yaml: There is no such file.',
    ],
    ['no address to listen at', ['serve', '--http', '7300'], 'http must be an address and a port'],
    [
      'an address beyond this machine',
      ['serve', '--http', '0.0.0.0:0'],
      '0.0.0.0:0 can be reached from elsewhere: configure tokens, or listen at 127.0.0.1.',
    ],
    [
      'an address of another machine',
      ['serve', 'roles', '--http', '192.0.2.1:0', '--role', 'nobody'],
      'There is no role "nobody"',
    ],
    ['roles without a role', ['serve', 'roles'], 'may do nothing: say --role, one of writer.'],
    ['a role without roles', ['serve', '--role', 'writer'], 'A role needs `roles` in surety.yaml'],
  ])('%s', async (_, args, says) => {
    const cwd = project({
      'tables.yaml': TABLES,
      'empty/README': '',
      'two/tables.yaml': TABLES,
      'two/tables.json': '{}',
      'odd/tables.yaml/x': '',
      'named/surety.yaml': 'tables: { config: gone.yaml }',
      'bad/surety.yaml': 'tables: { stor: x }',
      'variable/surety.yaml': 'tables: { store: "${NOT_SET}" }',
      'variable/tables.yaml': TABLES,
      'roles/surety.yaml': 'roles: { writer: [CREATE] }',
      'roles/tables.yaml': TABLES,
    })
    for (const [file, sql] of [
      ['void.db', 'create view v as select 1'],
      ['app.db', 'create table orders (id integer primary key, note text)'],
    ] as const) {
      const database = new DatabaseSync(join(cwd, file))
      database.exec(sql)
      database.close()
    }
    expectRefused(await asked(cwd, ...args), 2, says)
    expect(existsSync(join(cwd, 'gone.db'))).toBe(false)
    expect(existsSync(join(cwd, 'empty/tables.yaml'))).toBe(false)
  })

  it('a port that is in use', async () => {
    const taken = createServer()
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
    const { port } = taken.address() as AddressInfo
    const ran = await asked(project({ 'tables.yaml': TABLES }), 'serve', '--http', `127.0.0.1:${port}`)
    taken.close()
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain(`surety: 127.0.0.1:${port} cannot be listened at: another program listens there.`)
    expect(ran.err).not.toMatch(/\n\s+at /)
  })
})

describe.skipIf(find('postgres') === undefined)('a PostgreSQL', () => {
  let postgres: Postgres
  beforeAll(() => {
    postgres = startPostgres()
    writeFileSync(join(postgres.folder, 'data/pg_hba.conf'), 'local all surety trust\nlocal all all scram-sha-256\n')
    postgres.psql("create role app login password 's3cret-right'")
    postgres.psql('select pg_reload_conf()')
  })
  afterAll(() => postgres?.remove())

  it('that refuses the password, or has no such database, is told without the password', async () => {
    const cwd = project({ 'tables.yaml': TABLES, 'surety.yaml': 'tables: { store: "${ROWS}" }' })
    const wrong = postgres.url().replace('surety@', 'app:s3cret-wrong@')
    const says = 'refuses the user or the password: password authentication failed for user "app". Correct them'
    expectRefused(await asked(cwd, 'check', '--store', wrong), 2, says)
    expectRefused(await surety(['tables', 'check'], { cwd, env: { ROWS: wrong } }), 2, 'The database ${ROWS} refuses')
    expectRefused(await asked(cwd, 'init', '--force', '--store', postgres.url('gone')), 2, 'create it, then its tables')
    const { client, log } = await overStdio(['.', '--store', wrong], { cwd })
    const { message } = await log.first('warning')
    expect(message).toContain(says)
    expect(message).not.toContain('s3cret')
    const refused = await call(client, 'log-mood', mood)
    expect(refused.result).toMatchObject({
      success: false,
      error: { type: 'DATABASE_ERROR', details: { code: 'P1000' } },
    })
    expect(JSON.stringify(refused)).not.toContain('s3cret')
    await client.close()
  })
})

it('a database that cannot be opened keeps nothing from starting: calls say so', async () => {
  const cwd = project({ 'tables.yaml': TABLES, 'tables.db': 'This is no database.' })
  const { client, log } = await overStdio([], { cwd })
  const { message } = await log.first('warning')
  expect(message).toContain('tables.db cannot be opened: file is not a database')
  expect((await call(client, 'log-mood', mood)).result).toMatchObject({
    success: false,
    error: { type: 'DATABASE_ERROR' },
  })
  await client.close()
})

describe('--against', () => {
  const check = (old: string, now: string, ...args: string[]): Promise<Ran> =>
    asked(project({ 'old.yaml': old, 'tables.yaml': now }), 'check', '--against', 'old.yaml', ...args)

  it('says which version the changes need, and asks no database', async () => {
    const wider = TABLES.replace('maxLength: 500', 'maxLength: 900')
    const insufficient = await check(TABLES, wider)
    expect(insufficient).toMatchObject({ code: 1, err: '' })
    expect(insufficient.out).toBe(
      "minor  log-mood: Field 'notes': 'maxLength' was 500 and is 900: more values are accepted.\n" +
        '✗ The changes need a minor version: use 1.1.0 or higher, not 1.0.0.\n',
    )
    expect(await check(TABLES, wider.replace('1.0.0', '1.1.0'))).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/\n✓ The changes need a minor version: 1\.1\.0 will do\.\n$/),
    })
    const json = await check(wider, TABLES, '--json')
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, comparison: { needed: 'major', version: '2.0.0' } })
    expect(JSON.parse(json.out)).not.toHaveProperty('drift')
  })

  it('with --store asks the database too', async () => {
    expectRefused(await check(TABLES, TABLES, '--store', 'sqlite:gone.db'), 2, 'There is no database at')
  })
})

describe('what only asks', () => {
  it('leaves a SQLite file as it is', async () => {
    const cwd = project({ 'tables.yaml': TABLES })
    mkdirSync(join(cwd, 'data'))
    const file = join(cwd, 'data/app.db')
    const database = new DatabaseSync(file)
    database.exec((await asked(cwd, 'ddl')).out)
    database.close()
    const before = readFileSync(file)
    expect(await asked(cwd, 'check', '--store', `sqlite:${file}`)).toMatchObject({ code: 0, err: '' })
    expect(await asked(cwd, 'init', 'data', '--store', `sqlite:${file}`)).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(existsSync(`${file}-wal`)).toBe(false)
  })
})
