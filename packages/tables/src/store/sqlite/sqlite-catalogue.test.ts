import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Lab, sqliteLab } from '../databases.test-data.ts'
import type { TableInfo } from '../table-info.ts'

let lab: Lab
beforeEach(() => {
  lab = sqliteLab()
})
afterEach(() => lab.end())

async function described(createTable: string, name = 't'): Promise<TableInfo> {
  await lab.run(createTable)
  const table = await lab.describe(name)
  if (table === undefined) throw new Error(`There is no ${name}.`)
  return table
}

describe('the catalogue of SQLite', () => {
  it('lists the tables that rows can be inserted into, and nothing else', async () => {
    await lab.run(
      'create table orders (id integer primary key autoincrement)',
      'create table "Weird Name" (a)',
      'create table "quote""d; drop" (a)',
      'create table surety_steps (a)',
      'create view seen as select * from orders',
      'create virtual table texts using fts5(body)',
      'create temp table passing (a)',
    )
    const names = ['Weird Name', 'orders', 'quote"d; drop']
    expect(await lab.tableNames()).toEqual(names)
    const found = await Promise.all(names.map(async (name) => (await lab.describe(name))?.name))
    expect(found).toEqual(names)
    const others = ['surety_steps', 'seen', 'texts', 'texts_data', 'passing', 'sqlite_sequence', 'ORDERS', 'gone', '']
    expect(await Promise.all(others.map((name) => lab.describe(name)))).toEqual(others.map(() => undefined))
  })

  it.each([
    ['TEXT', ['text', 'enum', 'datetime', 'json']],
    ['VARCHAR(50)', ['text', 'enum', 'datetime', 'json'], { maxLength: 50 }],
    ['native character ( 70 )', ['text', 'enum', 'datetime', 'json'], { maxLength: 70 }],
    ['INTEGER', ['integer', 'boolean']],
    ['UNSIGNED BIG INT', ['integer', 'boolean']],
    ['tinyint(1)', ['integer', 'boolean']],
    ['DOUBLE PRECISION', ['numeric', 'integer']],
    ['REAL', ['numeric', 'integer']],
    ['DECIMAL(10,2)', ['numeric', 'integer'], { precision: 10, scale: 2 }],
    ['NUMERIC(5)', ['numeric', 'integer'], { precision: 5, scale: 0 }],
    ['NUMERIC', ['numeric', 'integer']],
    ['BOOLEAN', ['boolean']],
    ['DATETIME', ['datetime']],
    ['timestamp with time zone', ['datetime']],
    ['JSON', ['json']],
    ['UUID', ['text'], { maxLength: 36 }],
    ['DATE', []],
    // Of numeric affinity: '007' would become 7.
    ['STRING', []],
    ['BLOB', []],
    ['', ['text', 'integer', 'numeric', 'boolean', 'enum', 'datetime', 'json']],
  ])('says what a column of type %s can hold', async (type, holds, ...limits) => {
    const { columns } = await described(`create table t (a, x ${type})`)
    const { name, nullable, hasDefault, generated, needsUuid, ...rest } = { ...columns.get('x') }
    expect({ name, nullable, hasDefault, generated, needsUuid }).toEqual({
      name: 'x',
      nullable: true,
      hasDefault: false,
      generated: false,
      needsUuid: false,
    })
    expect(rest).toEqual(Object.assign({ type, holds }, ...limits))
  })

  it('says that a strict table keeps any value in a column of type ANY', async () => {
    const { columns } = await described('create table t (x any) strict')
    expect(columns.get('x')?.holds).toHaveLength(7)
  })

  it('tells defaults, nulls and generated columns', async () => {
    const { columns } = await described(
      `create table t (a text not null, b text not null default 'x', c text default null, d int default (random()),
        e int generated always as (1) stored, f int as (d + 1), g text)`,
    )
    const told = [...columns.values()].map(({ nullable, hasDefault, generated }) => [nullable, hasDefault, generated])
    expect(told).toEqual([
      [false, false, false],
      [false, true, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
      [true, true, true],
      [true, false, false],
    ])
  })

  it.each([
    ['id integer primary key', { idColumn: 'id', hasDefault: true, nullable: false, needsUuid: false }],
    ['"Key" INTEGER, primary key ("Key")', { idColumn: 'Key', hasDefault: true, nullable: false, needsUuid: false }],
    ['id integer primary key desc', { idColumn: 'id', hasDefault: false, nullable: true, needsUuid: false }],
    ['id int primary key', { idColumn: 'id', hasDefault: false, nullable: true, needsUuid: false }],
    ['id text primary key', { idColumn: 'id', hasDefault: false, nullable: true, needsUuid: true }],
    [
      'code varchar(40) primary key not null',
      { idColumn: 'code', hasDefault: false, nullable: false, needsUuid: true },
    ],
    ['code varchar(3) primary key', { idColumn: 'code', hasDefault: false, nullable: true, needsUuid: false }],
    ['id uuid not null', { idColumn: 'id', hasDefault: false, nullable: false, needsUuid: true }],
    [
      'id text primary key default (hex(randomblob(16)))',
      { idColumn: 'id', hasDefault: true, nullable: true, needsUuid: false },
    ],
    ['id text primary key references u', { idColumn: 'id', hasDefault: false, nullable: true, needsUuid: false }],
    [
      'id text, a int, b int, primary key (a, b)',
      { idColumn: 'id', nullable: true, hasDefault: false, needsUuid: true },
    ],
  ])('finds the key of (%s)', async (columns, expected) => {
    const table = await described(`create table t (${columns})`)
    const { idColumn } = table
    expect({ ...table.columns.get(idColumn ?? ''), idColumn }).toMatchObject(expected)
  })

  it('knows no key where there is none, and the row number only where SQLite fills it in', async () => {
    expect(await described('create table t (a int, b int, primary key (a, b))')).toMatchObject({ idColumn: undefined })
    const table = await described('create table w (id integer primary key, a) without rowid', 'w')
    expect(table.columns.get('id')).toMatchObject({ hasDefault: false, nullable: false })
  })

  it('tells uniques, foreign keys and checks', async () => {
    await lab.run('create table u (a integer primary key, b int, c int, unique (b, c))')
    const table = await described(`create table t (
      id integer primary key, a int unique, "b b" int references u, c int check (c > 0), d text,
      constraint pair unique (c, "b b"), foreign key (c, a) references u (b, c), constraint short check (length(d) < 5))`)
    await lab.run(
      'create unique index t_d on t (d) where a > 0',
      'create unique index t_lower on t (c, lower(d))',
      'create index t_plain on t (d)',
    )
    expect(await lab.describe('t')).toMatchObject({
      uniques: [
        { name: undefined, columns: ['id'] },
        { name: undefined, columns: ['a'] },
        { name: undefined, columns: ['c', 'b b'] },
        { name: 't_d', columns: ['d'], partial: true },
        { name: 't_lower', columns: ['c'], partial: true },
      ],
    })
    expect(table.foreignKeys).toEqual([
      { name: undefined, columns: ['b b'] },
      { name: undefined, columns: ['c', 'a'] },
    ])
    expect(table.checks).toEqual([
      { name: undefined, expression: 'c > 0' },
      { name: 'short', expression: 'length(d) < 5' },
    ])
  })
})
