import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkTables } from '../check/check-tables.ts'
import type { FieldConfig } from '../config/field-config.ts'
import { type TableConfig, columnOf, ToolConfiguration } from '../config/table-config.ts'
import { anyTable, BROAD } from '../ddl/configurations.test-data.ts'
import { createTableStatements } from '../ddl/ddl.ts'
import { type Lab, LABS } from '../store/databases.test-data.ts'
import { draftConfiguration } from './draft-configuration.ts'

const SQLITE = `
  create table products (
    id integer primary key, "product name" varchar(80) not null unique, code text not null check (length(code) = 3),
    price decimal(8,2) not null check (price > 0), weight real check (weight > 0), stock int default 0 check (stock >= 0),
    size text check (size in ('S', 'M', 'L''s', '')), active boolean not null, made datetime, extra json,
    photo blob, scan blob not null, total int generated always as (stock + 1), rating int check (rating in (1, 3, 5)),
    anything, odd int check (odd % 2 = 1), "1st" text, "1_st" text, "constructor" text, none text check (length(none) < 1),
    check (stock < 100 or active), unique (code, size), check (made is not null or size is null));
  create unique index products_lower on products (lower(code));
  create table countries (iso text primary key, name text not null);
  create table currencies (iso char(3) primary key, name text not null);
  create table pairs (a int not null, b int not null, primary key (a, b));
  create table "Mixed Case" (a int);
  create table blobs (b blob not null);
  create table mood_entries (id text primary key not null, note text);
  create table all_uuid (id uuid primary key, owner uuid not null)`

const POSTGRES = `
  create type mood as enum ('happy', 'it''s', 'sad');
  create domain level as smallint check (value between 1 and 10);
  create table users (id uuid primary key default gen_random_uuid(), email text not null);
  create unique index users_lower on users (lower(email));
  create unique index users_some on users (email) where email <> '';
  create table entries (
    id bigserial primary key, user_id uuid not null references users, "Mood!" mood not null, level level not null,
    notes varchar(500), small smallint, medium int default 5, large bigint check (large > 0), price numeric(10,2) not null
    check (price > 0), ratio double precision check (ratio > 0 and ratio < 1), rough real, free numeric,
    hundreds numeric(3,-2), tiny numeric(2,5), active boolean not null default true, at timestamptz not null, local timestamp,
    day date, tags text[] not null, photo bytea, meta jsonb, raw json, code char(2) not null check (code in ('de', 'fr')),
    status text check (status = any (array['open', 'done'])), kind varchar(9) check (kind <> ''),
    total numeric generated always as (price * 2) stored, ref int generated always as identity, place text check (place ~ '^x'),
    "quote""d" text, "__proto__" text, unique (user_id, at), unique (notes), check (small < medium));
  create table countries (iso text primary key, name text not null);
  create table parted (id int not null, at timestamptz not null, primary key (id, at)) partition by range (at);
  create table "MixedCase" (a int);
  create table nothing ()`

describe.each(LABS)('a configuration drafted from a database of $engine', ({ start }) => {
  let lab: Lab
  beforeAll(() => {
    lab = start()
  })
  afterEach(async () => {
    for (const name of await lab.tableNames()) {
      await lab.run(`drop table "${name}"${lab.engine === 'postgres' ? ' cascade' : ''}`)
    }
  })
  afterAll(() => lab.end())

  async function drafted(): Promise<{ readonly text: string; readonly configuration: ToolConfiguration }> {
    const tables = await Promise.all((await lab.tableNames()).map((name) => lab.describe(name)))
    const text = draftConfiguration(tables.filter((table) => table !== undefined))
    return { text, configuration: ToolConfiguration.parse(parse(text)) }
  }

  it('is accepted, and allows nothing that the database refuses', async () => {
    await lab.run(lab.engine === 'sqlite' ? SQLITE : POSTGRES)
    const { text, configuration } = await drafted()
    await expect(text).toMatchFileSnapshot(`../../test/drafted-${lab.engine}.txt`)
    const drifts = await checkTables(configuration, lab)
    // What must have a value and cannot get one is a comment in the draft.
    const errors = drifts.filter(({ severity, code }) => severity === 'error' && code !== 'column_not_covered')
    expect(errors).toEqual([])
    const uncovered = drifts.filter(({ code }) => code === 'column_not_covered').map(({ column }) => column)
    expect(uncovered).toEqual(lab.engine === 'sqlite' ? ['scan'] : ['tags'])
  })

  it('says again what a configuration said of which the table was made', async () => {
    await lab.run(...createTableStatements([BROAD], lab.engine))
    const { configuration, text } = await drafted()
    const [table] = configuration.tables
    expect(text).not.toContain('# ')
    expect(told(table ?? BROAD, lab.engine)).toEqual(told(BROAD, lab.engine))
    expect(uniquesIn(table ?? BROAD)).toEqual(uniquesIn(BROAD))
    expect(createTableStatements(configuration, lab.engine)).toEqual(createTableStatements([BROAD], lab.engine))
  })

  it('says again what any configuration said', async () => {
    const withFields = anyTable.filter((config) => told(config, lab.engine).length > 0)
    const property = fc.asyncProperty(withFields, async (config) => {
      await lab.run(...createTableStatements([config], lab.engine))
      const { configuration } = await drafted()
      expect(configuration.tables.flatMap((table) => told(table, lab.engine))).toEqual(told(config, lab.engine))
      expect(await checkTables(configuration, lab)).toEqual([])
      await lab.run(`drop table "${config.tableName}"`)
    })
    await fc.assert(property, { ...(lab.engine === 'postgres' && { numRuns: 20 }), endOnFailure: true })
  })
})

/** What of its fields a database of this engine can tell. A key may be no caller's business. */
function told(table: TableConfig, engine: Lab['engine']): readonly object[] {
  const fields = table.fields.map((field) => ({ ...known(field, engine), column: columnOf(table, field.name) }))
  return fields.filter(({ column }) => column.toLowerCase() !== 'id')
}

function known(field: FieldConfig, engine: Lab['engine']): object {
  const { name: _name, label: _label, defaultValue, ...rest } = field
  const required = field.required || defaultValue !== undefined
  if (rest.dataType === 'text' && rest.minLength === 0) return { ...rest, required, minLength: undefined }
  if (rest.dataType !== 'numeric') return { ...rest, required }
  const { precision, scale = 0, ...numeric } = rest
  if (engine === 'sqlite' || precision === undefined || scale > precision) return { ...numeric, required }
  return { ...numeric, precision, ...(scale > 0 && { scale }), required }
}

function uniquesIn(table: TableConfig): readonly string[] {
  return (table.constraints?.unique ?? []).map((unique) => unique.map((field) => columnOf(table, field)).join())
}

describe('draftConfiguration', () => {
  it('says first where editors find its schema', () => {
    expect(draftConfiguration([], { schema: './tables.schema.json' })).toBe(
      '# yaml-language-server: $schema=./tables.schema.json\nversion: "1.0.0"\ntables: []\n',
    )
  })
})
