import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, postgresLab, type PostgresLab } from '../databases.test-data.ts'
import { readCheck } from '../conditions/read-check.ts'
import type { TableInfo } from '../table-info.ts'

describe.skipIf(!hasPostgres)('the catalogue of PostgreSQL', () => {
  let lab: PostgresLab
  beforeAll(() => {
    lab = postgresLab()
  })
  afterEach(() => lab.clear())
  afterAll(() => lab.end())

  async function described(...statements: readonly string[]): Promise<TableInfo> {
    await lab.run(...statements)
    const table = await lab.describe('t')
    if (table === undefined) throw new Error('There is no t.')
    return table
  }

  it('lists the tables that rows can be inserted into, and nothing else', async () => {
    const long = 'x'.repeat(63)
    await lab.run(
      'create table orders (id int)',
      'create table "Weird.Name" (a int)',
      'create table "quote""d; drop" (a int)',
      'create table "select" (a int)',
      `create table ${long} (a int)`,
      'create table surety_steps (a int)',
      'create view seen as select * from orders',
      'create materialized view kept as select * from orders',
      'create sequence numbers',
      'create table parted (a int) partition by range (a)',
      'create table parted_1 partition of parted for values from (0) to (9)',
      'create schema if not exists elsewhere',
      'create table elsewhere.hidden (a int)',
    )
    const names = ['Weird.Name', 'orders', 'parted', 'quote"d; drop', 'select', long]
    expect((await lab.tableNames()).toSorted()).toEqual(names)
    expect(await Promise.all(names.map(async (name) => (await lab.describe(name))?.name))).toEqual(names)
    const others = ['surety_steps', 'seen', 'kept', 'numbers', 'hidden', 'elsewhere.hidden', 'Orders', `${long}x`]
    const system = ['pg_class', 'pg_catalog.pg_class', 'tables', 'gone', '']
    const found = await Promise.all([...others, ...system].map((name) => lab.describe(name)))
    expect(found.filter((table) => table !== undefined)).toEqual([])
    await lab.run('drop schema elsewhere cascade')
  })

  it('finds tables as the search path does', async () => {
    const { columns } = await described(
      'create table t (in_public int)',
      'create schema other',
      'create table other.t (in_other int)',
      'set search_path = other, public',
    )
    expect([...columns.keys()]).toEqual(['in_other'])
    expect(await lab.tableNames()).toEqual(['t'])
    await lab.run('reset search_path')
    expect([...((await lab.describe('t'))?.columns.keys() ?? [])]).toEqual(['in_public'])
    await lab.run('drop schema other cascade')
  })

  const text = ['text', 'enum', 'datetime', 'json']
  it.each([
    ['text', text],
    ['character varying', text],
    ['character varying(50)', ['text', 'enum'], { maxLength: 50 }],
    ['character(3)', ['text', 'enum'], { maxLength: 3 }],
    ['smallint', ['integer'], { min: -32_768, max: 32_767 }],
    ['integer', ['integer'], { min: -2_147_483_648, max: 2_147_483_647 }],
    ['bigint', ['integer']],
    ['numeric', ['numeric', 'integer']],
    ['numeric(10,2)', ['numeric', 'integer'], { precision: 10, scale: 2 }],
    ['numeric(3,-2)', ['numeric', 'integer'], { precision: 3, scale: -2 }],
    ['numeric(1000,1000)', ['numeric', 'integer'], { precision: 1000, scale: 1000 }],
    ['double precision', ['numeric', 'integer']],
    ['real', ['numeric'], { precision: 6 }],
    ['boolean', ['boolean']],
    ['timestamp with time zone', ['datetime']],
    ['timestamp(3) without time zone', ['datetime']],
    ['json', ['json']],
    ['jsonb', ['json']],
    ['uuid', ['text'], { maxLength: 36 }],
    ['mood', ['enum'], { enumValues: ['sad', 'ok', "it's;"] }],
    ['date', []],
    ['bytea', []],
    ['text[]', []],
    ['mood[]', []],
    ['inet', []],
    ['money', []],
    ['interval', []],
    ['"char"', []],
    ['name', []],
    ['own.text', []],
    ['level', ['integer'], { min: -32_768, max: 32_767 }],
    ['short', ['text', 'enum'], { maxLength: 9 }],
  ])('says what a column of type %s can hold', async (type, holds, ...limits) => {
    const { columns } = await described(
      `create type mood as enum ('sad', 'it''s;')`,
      `alter type mood add value 'ok' before 'it''s;'`,
      'create domain short as varchar(9)',
      'create domain plain as smallint',
      'create domain level as plain',
      'drop schema if exists own cascade',
      'create schema own',
      'create type own.text as (a int)',
      `create table t (x ${type})`,
    )
    const plain = { nullable: true, hasDefault: false, generated: false, needsUuid: false }
    expect(columns.get('x')).toEqual(Object.assign({ name: 'x', type, holds, ...plain }, ...limits))
  })

  it('tells defaults, nulls, identities, generated columns and what domains add', async () => {
    const { columns, checks } = await described(
      'create domain filled as text default 1',
      'create domain must as int not null check (value > 0)',
      'create domain level as must constraint low check (value <= 10 and value <> 5)',
      `create table t (a text not null, b text not null default 'x', c varchar(5) default null, d int default 5,
        e int generated always as (1) stored, f int generated always as identity, g int generated by default as identity,
        h filled, i level, j filled default null, k serial, "VALUE" level)`,
      'alter table t drop column d',
    )
    const told = [...columns.values()].map(({ name, nullable, hasDefault, generated }) => [
      name,
      [nullable && 'nullable', hasDefault && 'default', generated && 'generated'].filter(Boolean).join(' '),
    ])
    expect(Object.fromEntries(told)).toEqual({
      a: '',
      b: 'default',
      c: 'nullable',
      e: 'nullable default generated',
      f: 'default generated',
      g: 'default',
      h: 'nullable default',
      i: '',
      j: 'nullable',
      k: 'default',
      VALUE: '',
    })
    expect(checks).toEqual([
      { name: 'must_check', expression: '(i > 0)' },
      { name: 'must_check', expression: '("VALUE" > 0)' },
      { name: 'low', expression: '(((i)::integer <= 10) AND ((i)::integer <> 5))' },
      { name: 'low', expression: '((("VALUE")::integer <= 10) AND (("VALUE")::integer <> 5))' },
    ])
  })

  it.each([
    ['id serial primary key', { idColumn: 'id', hasDefault: true, needsUuid: false }],
    ['id uuid primary key default gen_random_uuid()', { idColumn: 'id', hasDefault: true, needsUuid: false }],
    ['id uuid primary key', { idColumn: 'id', hasDefault: false, needsUuid: true }],
    ['"Key" text primary key', { idColumn: 'Key', needsUuid: true }],
    ['id char(36) primary key', { idColumn: 'id', needsUuid: true }],
    ['code varchar(3) primary key', { idColumn: 'code', needsUuid: false }],
    ['id int primary key', { idColumn: 'id', needsUuid: false }],
    ['id text, a int, b int, primary key (a, b)', { idColumn: 'id', needsUuid: true }],
    ['id uuid primary key references u', { idColumn: 'id', needsUuid: false }],
    ['a int primary key, id text', { idColumn: 'a', needsUuid: false }],
    ['a int', { idColumn: undefined }],
  ])('finds the key of (%s)', async (columns, expected) => {
    const table = await described('create table u (id uuid primary key)', `create table t (${columns})`)
    const { idColumn } = table
    expect({ ...table.columns.get(idColumn ?? ''), idColumn }).toMatchObject(expected)
  })

  it('tells uniques and foreign keys by name', async () => {
    const table = await described(
      'create table u (a int primary key, b int, c int, unique (c, b))',
      `create table t (id serial primary key, a int unique, "b b" int references u, c int, d text,
        constraint pair unique (c, "b b") include (d), constraint two foreign key (a, c) references u (c, b))`,
      'create unique index t_d on t (d) where a > 0',
      'create unique index t_lower on t (c, lower(d))',
      'create unique index t_sum on t ((a + c))',
      'create index t_plain on t (d)',
    )
    expect(table.uniques).toEqual([
      { name: 't_pkey', columns: ['id'] },
      { name: 't_a_key', columns: ['a'] },
      { name: 'pair', columns: ['c', 'b b'] },
      { name: 't_d', columns: ['d'], partial: true },
      { name: 't_lower', columns: ['c', 'd'], partial: true },
      { name: 't_sum', columns: ['a', 'c'], partial: true },
    ])
    expect(table.foreignKeys).toEqual([
      { name: 't_b b_fkey', columns: ['b b'] },
      { name: 'two', columns: ['a', 'c'] },
    ])
  })

  it.each([
    ['x text', "x in ('a', 'it''s')", { values: ['a', "it's"] }],
    ['x varchar(9)', "x in ('a', 'b\\')", { values: ['a', 'b\\'] }],
    ['x char(2)', "x in ('a', 'b')", { values: ['a', 'b'] }],
    ['x text', "x = 'a'", { values: ['a'] }],
    ['x int', 'x between -1 and 10', { min: -1, max: 10 }],
    ['x smallint', 'x > -5 and 10 > x', { above: -5, below: 10 }],
    ['x bigint', 'x >= 0', { min: 0 }],
    ['x numeric(5,2)', 'x >= -0.5 and x < 100', { min: -0.5, below: 100 }],
    ['x double precision', 'x > 0 and x <= 1.5', { above: 0, max: 1.5 }],
    ['x text', 'length(x) between 3 and 500', { minLength: 3, maxLength: 500 }],
    ['x varchar(9)', 'char_length(x) > 2', { minLength: 3 }],
    ['x varchar', "x <> ''", { minLength: 1 }],
    ['x int', 'x is null or x > 0', { above: 0 }],
  ])('writes the condition of %s check (%s) so that it can be read', async (column, condition, limits) => {
    const { checks } = await described(`create table t (${column} constraint c check (${condition}))`)
    expect(checks).toMatchObject([{ name: 'c' }])
    expect(checks.map(({ expression }) => readCheck(expression))).toEqual([[{ column: 'x', ...limits }]])
  })

  it.each([
    ['x real', 'x > 0.1::real'],
    ['x date', "x > '2020-01-01'"],
    ['x text', "x ~ '^a'"],
    ['x text', 'x = lower(x)'],
    ['x text[]', "x = array['a']"],
    ['x timestamptz', 'x < now()'],
    ['x int', 'x % 2 = 0'],
    ['x boolean', 'x'],
  ])('writes the condition of %s check (%s) so that it is left alone', async (column, condition) => {
    const { checks } = await described(`create table t (${column} check (${condition}))`)
    expect(checks.map(({ expression }) => readCheck(expression))).toEqual([undefined])
  })
})
