import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { find } from '../../../../../test/machine.ts'
import { type Postgres, startPostgres } from '../../../../../test/postgres.ts'
import { PRISMA_VERSIONS, type PrismaLab, prismaLab, TABLES_SQL } from '../../../test/prisma/prisma-lab.ts'
import { prismaStore } from './prisma.ts'
import type { FailureKind } from '../store-failure.ts'
import type { FieldValue, InsertColumn, RowId, TableStore } from '../table-store.ts'

/** Lets the name of a counter say what happens to its insert. */
const MEDDLE_SQL = `
  create function meddle() returns trigger language plpgsql as $$
  begin
    if new.name like 'sleep %' then
      perform pg_sleep(split_part(new.name, ' ', 2)::float);
    elsif new.name like 'raise %' then
      raise exception 'raised' using errcode = split_part(new.name, ' ', 2);
    elsif new.name = 'skip' then
      return null;
    elsif new.name = 'deadlock' then
      perform from documents where id = 'one' for update;
      while not exists (select from pg_locks where not granted) loop
        perform pg_sleep(0.05);
      end loop;
      perform from documents where id = 'two' for update;
    end if;
    return new;
  end $$;
  create trigger meddle before insert on counters for each row execute function meddle();
  create role reader login;
  create role outsider login password 'right';
  create role crowded login connection limit 0;
  grant select on all tables in schema public to reader;
`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ENTRY = { telegram_user_id: 'ada', mood: 'happy', energy_level: 8, timestamp: '2025-10-05T14:30:00.123Z' }
type Values = Readonly<Record<string, FieldValue>>

function columnsOf(names: readonly string[]): readonly InsertColumn[] {
  return names.map((name) => ({ name, field: { name, label: name, required: true, dataType: 'text' } }))
}

async function insert(store: TableStore, tableName: string, values: Values): Promise<RowId> {
  const table = await store.describe(tableName)
  if (table === undefined) throw new Error(`no ${tableName}`)
  return store.compile(table, columnsOf(Object.keys(values))).one(Object.values(values))
}

describe.skipIf(find('postgres') === undefined).each(PRISMA_VERSIONS)('with Prisma %s', (version) => {
  let server: Postgres
  let lab: PrismaLab
  let store: TableStore
  let url = ''

  beforeAll(async () => {
    server = startPostgres()
    url = server.database('lab')
    server.psql(TABLES_SQL + MEDDLE_SQL, 'lab')
    const rules = join(server.folder, 'data', 'pg_hba.conf')
    writeFileSync(rules, `local all outsider scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    server.psql('select pg_reload_conf()')
    lab = await prismaLab(version)
    store = await storeAt(url)
  })

  afterAll(async () => {
    await lab.remove()
    server.remove()
  })

  async function storeAt(address: string, pool?: Readonly<Record<string, unknown>>): Promise<TableStore> {
    return prismaStore(await lab.makeClient(address, pool))
  }

  const stored = (query: string): string => server.psql(query, 'lab')

  async function until(condition: string): Promise<void> {
    while (stored(`select ${condition}`) !== 't') await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const SLEEPING = `exists (select from pg_stat_activity where wait_event = 'PgSleep' and datname = 'lab')`

  it('every table of the schema is told, and what is in it', async () => {
    const names = [
      'mood_entries',
      'counters',
      'visits',
      'documents',
      'tickets',
      'settings',
      'order',
      'paints',
      'limits',
    ]
    expect(await store.tableNames()).toEqual([...names, 'ghosts', 'table', 'plain_values', 'things'])
    expect(await store.describe('mood_entries')).toMatchObject({
      name: 'mood_entries',
      idColumn: 'id',
      uniques: [
        { name: 'mood_entries_pkey', columns: ['id'] },
        { name: 'mood_entries_telegram_user_id_timestamp_key', columns: ['telegram_user_id', 'timestamp'] },
      ],
    })
    expect(await store.describe('MoodEntry')).toBeUndefined()
  })

  it('a row is stored as it was given', async () => {
    const values = { notes: "O'Brien; --", price: 12.5, active: true, metadata: { a: [1, null, { $type: 'x' }] } }
    const id = await insert(store, 'mood_entries', { ...ENTRY, ...values })
    expect(id).toMatch(UUID)
    const row = JSON.parse(stored(`select to_jsonb(m) from mood_entries m where id = '${id}'`))
    expect(row).toEqual({ id, ...ENTRY, ...values, timestamp: '2025-10-05T14:30:00.123+00:00' })
  })

  it('the id is told as text, whatever its type', async () => {
    const id = await insert(store, 'counters', { name: 'first', total: Number.MAX_SAFE_INTEGER })
    expect(stored(`select total from counters where id = ${id}`)).toBe(String(Number.MAX_SAFE_INTEGER))
    expect(await insert(store, 'visits', { counter_id: Number(id) })).toBe('1')
    expect(await insert(store, 'documents', { title: 'made here' })).toMatch(UUID)
    expect(await insert(store, 'documents', { id: 'mine', title: 'given' })).toBe('mine')
    expect(await insert(store, 'tickets', { title: 'made by Prisma' })).toMatch(UUID)
    expect(await insert(store, 'settings', { name: 'theme', value: 'dark' })).toBeUndefined()
    expect(await insert(store, 'order', { order: 'a', select: 1, group: 'b' })).toBe('1')
  })

  it('an enum is given by the names of the database', async () => {
    const paints = await store.describe('paints')
    expect(paints?.columns.get('color')).toMatchObject({ holds: ['enum'], enumValues: ['dark red', 'GREEN'] })
    await insert(store, 'paints', { color: 'dark red' })
    await insert(store, 'paints', { color: 'GREEN' })
    expect(stored('select color from paints order by id')).toBe('dark red\nGREEN')
  })

  it('decimals keep their digits', async () => {
    const id = await insert(store, 'limits', { short: 'a', amount: 0.07, ratio: 1e21 })
    expect(stored(`select amount, ratio from limits where id = ${id}`)).toBe('0.07|1e+21')
  })

  it('rows whose ids are made here are stored together', async () => {
    const table = await store.describe('tickets')
    const many = table === undefined ? undefined : store.compile(table, columnsOf(['title'])).many
    const told = await many?.([['one'], ['two'], ['three']])
    const ids = Object.fromEntries(
      stored(`select title, id from tickets where title in ('one', 'two', 'three')`)
        .split('\n')
        .map((line) => line.split('|')),
    )
    expect(told).toEqual(['one', 'two', 'three'].map((title) => ({ ok: true, id: ids[title] })))
    await expect(many?.([['four'], ['one']])).rejects.toMatchObject({ kind: 'unique', columns: ['title'] })
    const large = Array.from({ length: 40_000 }, (_, index) => [`row ${index}`])
    await expect(many?.([...large, ['one']])).rejects.toMatchObject({ kind: 'unique' })
    expect(stored(`select count(*) from tickets where title = 'four' or title like 'row %'`)).toBe('0')
  })

  it('rows are not stored together where their ids could not be told apart', async () => {
    const counters = await store.describe('counters')
    expect(counters && store.compile(counters, columnsOf(['name'])).many).toBeUndefined()
  })

  it('JSON that the client takes for something of its own is refused', async () => {
    for (const metadata of [
      { a: { __prismaRawParameters__: true, values: '{}' } },
      { toStringTag: '[object Decimal]' },
    ])
      await expect(insert(store, 'mood_entries', { ...ENTRY, metadata })).rejects.toMatchObject({
        kind: 'invalid_value',
        columns: ['metadata'],
      })
  })

  it('a column of a relation, a list or an unsupported type takes no field', async () => {
    const limits = await store.describe('limits')
    for (const column of ['day', 'tags', 'photo', 'place']) expect(limits?.columns.get(column)?.holds).toEqual([])
    expect((await store.describe('visits'))?.columns.has('counter')).toBe(false)
    await expect(insert(store, 'visits', { counter: { create: { name: 'nested' } } })).rejects.toMatchObject({
      kind: 'column_not_found',
    })
    await expect(insert(store, 'limits', { short: 'a', place: '(1,2)' })).rejects.toMatchObject({
      kind: 'column_not_found',
    })
  })

  const LIMIT = { short: 'a' }
  const REFUSED: readonly [string, string, Values, FailureKind, readonly string[]][] = [
    ['a unique key', 'mood_entries', ENTRY, 'unique', ['telegram_user_id', 'timestamp']],
    ['a unique key with a name of its own', 'counters', { name: 'first' }, 'unique', ['name']],
    ['a primary key', 'documents', { id: 'mine', title: 'again' }, 'unique', ['id']],
    ['a unique key named by keywords', 'order', { order: 'a', group: 'b' }, 'unique', ['order', 'group']],
    ['a foreign key', 'visits', { counter_id: 999 }, 'foreign_key', ['counter_id']],
    ['a missing value', 'documents', { id: 'x' }, 'not_null', ['title']],
    ['a check', 'limits', { ...LIMIT, level: 11 }, 'check', ['level']],
    ['a long text', 'limits', { short: 'abcdef' }, 'too_long', []],
    ['a large integer', 'limits', { ...LIMIT, small: 40_000 }, 'out_of_range', []],
    ['an integer beyond 32 bits', 'limits', { ...LIMIT, level: 2 ** 31 }, 'out_of_range', []],
    ['a huge integer', 'limits', { ...LIMIT, level: 1e21 }, 'out_of_range', []],
    ['a large decimal', 'limits', { ...LIMIT, amount: 1000 }, 'out_of_range', []],
    ['a NUL byte', 'limits', { short: 'a\0' }, 'invalid_value', []],
    ['another type', 'limits', { ...LIMIT, level: 'high' }, 'invalid_value', ['level']],
    ['an enum value that is not there', 'paints', { color: 'blue' }, 'invalid_value', ['color']],
    ['a table that is not there', 'ghosts', { name: 'boo' }, 'table_not_found', []],
    ['a full disk', 'counters', { name: 'raise 53100' }, 'disk_full', []],
    ['a transaction that gave way', 'counters', { name: 'raise 40001' }, 'conflict', []],
    ['an exclusion', 'counters', { name: 'raise 23P01' }, 'check', []],
    ['a trigger that leaves the row out', 'counters', { name: 'skip' }, 'left_out', []],
    ['a trigger that raises', 'counters', { name: 'raise P0001' }, 'check', []],
    ['what nobody knows', 'counters', { name: 'raise XX000' }, 'unknown', []],
  ]

  it.each(REFUSED)('%s in %s: %o is refused as %s of %j', async (_, table, values, kind, columns) => {
    await expect(insert(store, table, values)).rejects.toMatchObject({ name: 'StoreFailure', kind, columns })
  })

  it('a text that is no UUID is an invalid value', async () => {
    await expect(insert(store, 'limits', { ...LIMIT, uuid: 'level' })).rejects.toMatchObject({ kind: 'invalid_value' })
  })

  it('a column that the database forbids to be null is named', async () => {
    stored('alter table limits alter strict drop default')
    await expect(insert(store, 'limits', LIMIT)).rejects.toMatchObject({ kind: 'not_null', columns: ['strict'] })
    stored(`alter table limits alter strict set default ''`)
  })

  it('a column that is gone is named, and heals', async () => {
    stored('alter table limits rename level to altitude')
    const values = { ...LIMIT, level: 5 }
    await expect(insert(store, 'limits', values)).rejects.toMatchObject({
      kind: 'column_not_found',
      columns: ['level'],
    })
    stored('alter table limits rename altitude to level')
    expect(await insert(store, 'limits', values)).toBeDefined()
  })

  const REFUSED_CLIENTS: readonly [string, (address: string) => string, FailureKind][] = [
    ['a wrong password', (address) => address.replace('surety@', 'outsider:wrong@'), 'authentication'],
    ['a user who is not there', (address) => address.replace('surety@', 'nobody@'), 'authentication'],
    ['a database that is not there', (address) => address.replace('/lab', '/nowhere'), 'database_not_found'],
    ['a user who may only read', (address) => address.replace('surety@', 'reader@'), 'permission'],
    ['too many connections', (address) => address.replace('surety@', 'crowded@'), 'unreachable'],
    ['a folder without a server', (address) => `${address}-none`, 'unreachable'],
    ['a port without a server', () => 'postgres://surety@127.0.0.1:1/lab', 'unreachable'],
    ['a host that is not there', () => 'postgres://surety@nowhere.invalid:5432/lab', 'unreachable'],
    ['a read-only database', (address) => `${address}&options=-c%20default_transaction_read_only%3Don`, 'read_only'],
    ['a slow statement', (address) => `${address}&options=-c%20statement_timeout%3D200`, 'timeout'],
  ]

  it.each(REFUSED_CLIENTS)('%s is told from other failures', async (_, addressOf, kind) => {
    const other = await storeAt(addressOf(url))
    await expect(insert(other, 'counters', { name: 'sleep 5' })).rejects.toMatchObject({ kind })
  })

  it('a pool with no free connection is a time-out', async () => {
    const other = await storeAt(url, { max: 1, connectionTimeoutMillis: 200 })
    // The pool keeps its connection: on a busy machine to make one can take longer than that.
    await vi.waitFor(() => insert(other, 'counters', { name: 'connected' }), { timeout: 60_000 })
    const holder = insert(other, 'counters', { name: 'sleep 1.1' })
    await expect(insert(other, 'counters', { name: 'crowd' })).rejects.toMatchObject({ kind: 'timeout' })
    expect(await holder).toBeDefined()
  })

  it('the victim of a deadlock is told so', async () => {
    const rival = new pg.Client(url)
    await rival.connect()
    stored(`insert into documents values ('one', ''), ('two', '')`)
    await rival.query(`begin; set deadlock_timeout = '10min'; select from documents where id = 'two' for update`)
    const refused = expect(insert(store, 'counters', { name: 'deadlock' })).rejects.toMatchObject({ kind: 'conflict' })
    await until(`not exists (select from documents where id = 'one' for update skip locked)`)
    await rival.query(`select from documents where id = 'one' for update`)
    await refused
    await rival.end()
  })

  it('a connection that the server ends during an insert is lost, and the next insert has another', async () => {
    const refused = expect(insert(store, 'counters', { name: 'sleep 60' })).rejects.toMatchObject({
      kind: 'connection_lost',
    })
    await until(SLEEPING)
    stored(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
    await refused
    expect(await insert(store, 'counters', { name: 'after the end' })).toBeDefined()
  })

  it('a connection that breaks during an insert is lost, though the row is stored', async () => {
    const sockets: Socket[] = []
    const proxy = createServer((socket) => {
      const upstream = connect(join(server.folder, '.s.PGSQL.5432'))
      sockets.push(socket, upstream)
      socket.pipe(upstream).pipe(socket)
      for (const end of [socket, upstream]) end.on('error', () => {})
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const other = await storeAt(`postgres://surety@127.0.0.1:${port}/lab`)
    const refused = expect(insert(other, 'counters', { name: 'sleep 1.2' })).rejects.toMatchObject({
      kind: 'connection_lost',
    })
    await until(SLEEPING)
    for (const socket of sockets) socket.destroy()
    await refused
    proxy.close()
    await until(`exists (select from counters where name = 'sleep 1.2')`)
  })

  it('a server that stops is unreachable, and reached again when it is back', async () => {
    const refused = expect(insert(store, 'counters', { name: 'sleep 61' })).rejects.toMatchObject({
      kind: 'connection_lost',
    })
    await until(SLEEPING)
    server.stop('immediate')
    await refused
    await expect(insert(store, 'counters', { name: 'too late' })).rejects.toMatchObject({ kind: 'unreachable' })
    server.start()
    expect(await insert(store, 'counters', { name: 'back' })).toBeDefined()
  })
})

it('an object without a data model is refused at once', () => {
  const client = { $connect: async () => {}, $disconnect: async () => {} }
  expect(() => prismaStore(client)).toThrow(/found no data model in the client/)
})
