import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FieldConfig } from '../config/field-config.ts'
import { TableConfig } from '../config/table-config.ts'
import { type Lab, LABS } from '../store/databases.test-data.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { checkTables } from './check-tables.ts'
import { DRIFT_CODES } from './drift.ts'

type Limits<Field> = Field extends FieldConfig
  ? Omit<Field, 'name' | 'label' | 'required'> & { readonly required?: boolean }
  : never
type Field = Limits<FieldConfig>

function config(fields: Readonly<Record<string, Field>>, rest: Partial<TableConfig> = {}): TableConfig {
  return TableConfig.parse({
    tableName: 't',
    toolId: 'add-t',
    displayName: 'T',
    description: 'Adds one row to t.',
    fields: Object.entries(fields).map(([name, field]) => ({ name, label: name, required: true, ...field })),
    ...rest,
  })
}

/** What is found about field x in a column x: `code` for an error, `code?` for a warning. */
interface Case {
  readonly column: string
  readonly field: Field
  readonly finds: readonly string[]
}

const BOTH: readonly Case[] = [
  { column: 'text not null', field: { dataType: 'text' }, finds: [] },
  { column: 'text not null', field: { dataType: 'text', required: false }, finds: ['null_refused'] },
  { column: 'text not null', field: { dataType: 'text', required: false, defaultValue: 'a' }, finds: [] },
  { column: "text not null default 'x'", field: { dataType: 'text', required: false }, finds: [] },
  { column: 'text', field: { dataType: 'integer' }, finds: ['type_mismatch'] },
  { column: 'text', field: { dataType: 'boolean' }, finds: ['type_mismatch'] },
  { column: 'text', field: { dataType: 'enum', enumValues: ['a'] }, finds: [] },
  { column: 'text', field: { dataType: 'datetime' }, finds: [] },
  { column: 'bigint', field: { dataType: 'integer' }, finds: [] },
  { column: 'bigint', field: { dataType: 'numeric' }, finds: ['type_mismatch'] },
  { column: 'bigint', field: { dataType: 'text' }, finds: ['type_mismatch'] },
  { column: 'date', field: { dataType: 'datetime' }, finds: ['type_mismatch'] },
  { column: 'timestamp', field: { dataType: 'datetime' }, finds: [] },
  { column: 'int generated always as (1) stored', field: { dataType: 'integer' }, finds: ['column_generated'] },
  { column: "text check (x in ('a', 'b'))", field: { dataType: 'enum', enumValues: ['b', 'a'] }, finds: [] },
  {
    column: "text check (x in ('a', 'b'))",
    field: { dataType: 'enum', enumValues: ['b', 'c'] },
    finds: ['enum_value_refused', 'enum_value_unused?'],
  },
  { column: "text check (x in ('a', 'b'))", field: { dataType: 'text' }, finds: ['enum_value_refused'] },
  { column: 'text check (length(x) <= 5)', field: { dataType: 'text' }, finds: ['length'] },
  { column: 'text check (length(x) <= 5)', field: { dataType: 'text', maxLength: 6 }, finds: ['length'] },
  { column: 'text check (length(x) <= 5)', field: { dataType: 'text', maxLength: 4 }, finds: [] },
  { column: 'text check (length(x) > 5)', field: { dataType: 'text', minLength: 5 }, finds: ['length'] },
  { column: 'text check (length(x) > 5)', field: { dataType: 'text', minLength: 6 }, finds: [] },
  { column: 'text check (length(x) < 3)', field: { dataType: 'enum', enumValues: ['ab', 'abc'] }, finds: ['length'] },
  { column: 'text check (length(x) < 3)', field: { dataType: 'enum', enumValues: ['😀😀'] }, finds: [] },
  { column: 'bigint check (x between 1 and 9)', field: { dataType: 'integer' }, finds: ['range'] },
  { column: 'bigint check (x between 1 and 9)', field: { dataType: 'integer', min: 1, max: 10 }, finds: ['range'] },
  { column: 'bigint check (x between 1 and 9)', field: { dataType: 'integer', min: 2, max: 9 }, finds: [] },
  { column: 'bigint check (x > 0)', field: { dataType: 'integer', min: 0 }, finds: ['range'] },
  { column: 'bigint check (x > 0)', field: { dataType: 'integer', min: 1 }, finds: [] },
  { column: 'bigint check (x in (1, 2))', field: { dataType: 'integer', min: 1, max: 3 }, finds: ['range'] },
  { column: 'bigint check (x >= -9007199254740991)', field: { dataType: 'integer' }, finds: [] },
  { column: 'numeric check (x > 0 and x < 1)', field: { dataType: 'numeric', min: 0, max: 1 }, finds: ['range'] },
  { column: 'numeric check (x > 0 and x < 1)', field: { dataType: 'numeric', min: 0.1, max: 0.9 }, finds: [] },
  { column: 'numeric check (x < 1000)', field: { dataType: 'numeric', precision: 5, scale: 2 }, finds: [] },
  { column: 'numeric check (x < 999)', field: { dataType: 'numeric', precision: 5, scale: 2 }, finds: ['range'] },
  { column: 'double precision', field: { dataType: 'numeric' }, finds: [] },
  // No configuration can say it: what it refuses is found out by the database alone.
]

const POSTGRES: readonly Case[] = [
  { column: 'int', field: { dataType: 'integer' }, finds: ['range'] },
  { column: 'int', field: { dataType: 'integer', min: 0, max: 2_147_483_647 }, finds: [] },
  { column: 'smallint', field: { dataType: 'integer', min: 0, max: 32_768 }, finds: ['range'] },
  { column: 'positive', field: { dataType: 'integer', min: 1, max: 9 }, finds: [] },
  { column: 'positive', field: { dataType: 'integer', min: 0, max: 9 }, finds: ['range'] },
  { column: 'positive', field: { dataType: 'integer', min: 1, max: 9, required: false }, finds: ['null_refused'] },
  { column: 'varchar(5)', field: { dataType: 'text' }, finds: ['length'] },
  { column: 'varchar(5)', field: { dataType: 'text', maxLength: 5 }, finds: [] },
  { column: 'varchar(5)', field: { dataType: 'json' }, finds: ['type_mismatch'] },
  { column: 'uuid', field: { dataType: 'text' }, finds: ['length'] },
  { column: 'uuid', field: { dataType: 'text', maxLength: 36 }, finds: [] },
  { column: 'mood', field: { dataType: 'enum', enumValues: ['sad', 'ok'] }, finds: [] },
  {
    column: 'mood',
    field: { dataType: 'enum', enumValues: ['ok', 'angry'] },
    finds: ['enum_value_refused', 'enum_value_unused?'],
  },
  { column: 'mood', field: { dataType: 'text' }, finds: ['type_mismatch'] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric' }, finds: ['scale', 'precision'] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric', precision: 5, scale: 2 }, finds: [] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric', precision: 3 }, finds: [] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric', precision: 4 }, finds: ['precision'] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric', precision: 5, scale: 3 }, finds: ['scale'] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric', scale: 2, min: -999.99, max: 999.99 }, finds: [] },
  { column: 'numeric(5,2)', field: { dataType: 'numeric', scale: 2, min: 0, max: 1000 }, finds: ['precision'] },
  { column: 'numeric(5,2)', field: { dataType: 'integer' }, finds: ['precision'] },
  { column: 'numeric(5,2)', field: { dataType: 'integer', min: -999, max: 999 }, finds: [] },
  { column: 'numeric(30,2)', field: { dataType: 'numeric', precision: 30, scale: 2 }, finds: [] },
  { column: 'numeric(3,-2)', field: { dataType: 'integer', min: 0, max: 999 }, finds: ['scale'] },
  { column: 'real', field: { dataType: 'numeric' }, finds: ['precision?'] },
  { column: 'real', field: { dataType: 'numeric', precision: 6, scale: 1 }, finds: [] },
  { column: 'int generated always as identity', field: { dataType: 'integer' }, finds: ['column_generated'] },
  { column: 'boolean', field: { dataType: 'boolean' }, finds: [] },
  { column: 'jsonb', field: { dataType: 'json' }, finds: [] },
  { column: 'bytea', field: { dataType: 'text' }, finds: ['type_mismatch'] },
]

const SQLITE: readonly Case[] = [
  // SQLite takes what its types do not say.
  { column: 'varchar(5)', field: { dataType: 'text' }, finds: ['length?'] },
  { column: 'decimal(5,2)', field: { dataType: 'numeric' }, finds: ['scale?', 'precision?'] },
  { column: 'boolean', field: { dataType: 'boolean' }, finds: [] },
  { column: 'int check (x in (0, 1))', field: { dataType: 'boolean' }, finds: [] },
  { column: 'int check (x in (1, 2))', field: { dataType: 'boolean' }, finds: ['type_mismatch'] },
  { column: 'int check ("X" > 0)', field: { dataType: 'integer' }, finds: ['range'] },
  { column: 'text check (json_valid(x))', field: { dataType: 'json' }, finds: [] },
  { column: 'text check (json_valid(x))', field: { dataType: 'text' }, finds: ['type_mismatch'] },
  { column: "text check (x glob '????-??-??T*Z')", field: { dataType: 'text' }, finds: ['type_mismatch'] },
]

const CASES: Readonly<Record<string, readonly Case[]>> = { SQLite: SQLITE, PostgreSQL: POSTGRES }

describe.each(LABS)('a configuration against a database of $engine', ({ engine, start }) => {
  let lab: Lab
  beforeAll(async () => {
    lab = start()
    if (lab.engine === 'sqlite') return
    await lab.run("create type mood as enum ('sad', 'ok')", 'create domain positive as int not null check (value > 0)')
  })
  afterEach(() => lab.run('drop table if exists t'))
  afterAll(() => lab.end())

  const found = async (table: TableConfig) => checkTables({ version: '1.0.0', tables: [table] }, lab)

  it.each([...BOTH, ...(CASES[engine] ?? [])])(
    'finds $finds for $field in $column',
    async ({ column, field, finds }) => {
      await lab.run(`create table t (other int, x ${column})`)
      const drifts = await found(config({ x: field }))
      expect(drifts.map(({ code, severity }) => (severity === 'error' ? code : `${code}?`))).toEqual(finds)
      for (const drift of drifts)
        expect(drift).toMatchObject({ toolId: 'add-t', tableName: 't', field: 'x', column: 'x' })
    },
  )

  it('says which table is not there', async () => {
    expect(await found(config({ x: { dataType: 'text' } }))).toEqual([
      {
        toolId: 'add-t',
        tableName: 't',
        code: 'table_not_found',
        severity: 'error',
        message: "Table 't' does not exist in database schema.",
        fix: 'Correct tableName, or create the table: `surety tables ddl` prints the statement.',
      },
    ])
  })

  it.each(['bigint check (x % 2 = 0)', ...(engine === 'SQLite' ? ['text check (x > 5)'] : [])])(
    'names the condition of %s, which it cannot compare',
    async (column) => {
      await lab.run(`create table t (x ${column})`)
      const dataType = column.startsWith('text') ? 'text' : 'integer'
      const [drift, ...others] = await found(config({ x: { dataType } }))
      expect(others).toEqual([])
      expect(drift).toMatchObject({
        code: 'condition_not_compared',
        severity: 'warning',
        toolId: 'add-t',
        tableName: 't',
      })
      expect(drift?.message).toMatch(/cannot be compared with the configuration: .*x.*\.$/)
    },
  )

  it('says which column is not there, and which was meant', async () => {
    await lab.run('create table t (energy_level int, note text)')
    const fields = {
      energyLevel: { dataType: 'integer' },
      nothing: { dataType: 'text' },
      note: { dataType: 'text' },
    } as const
    expect(await found(config(fields))).toMatchObject([
      {
        code: 'column_not_found',
        field: 'energyLevel',
        column: 'energyLevel',
        message: "Column 'energyLevel' of field 'energyLevel' does not exist in table 't'.",
        fix: "Did you mean 'energy_level'? Then set columnMappings: { energyLevel: energy_level }; else add column 'energyLevel' to the table.",
      },
      {
        code: 'column_not_found',
        fix: "Remove the field, map it to a column with columnMappings, or add column 'nothing' to the table.",
      },
    ])
    const mapped = config(
      { energy: { dataType: 'integer', min: 1, max: 5 } },
      { columnMappings: { energy: 'energy_level' } },
    )
    expect(await found(mapped)).toEqual([])
  })

  it('says which column must have a value and gets none', async () => {
    await lab.run(
      'create table t (id text primary key not null, x text, a int not null, b int not null default 5, c int, d int generated always as (1) stored not null)',
    )
    expect(await found(config({ x: { dataType: 'text' } }))).toMatchObject([
      { code: 'column_not_covered', severity: 'error', column: 'a' },
    ])
  })

  it('says what the configuration calls unique and the database does not, and nothing of other uniques', async () => {
    await lab.run(
      'create table t (a text, b text, c text unique, d text, unique (b, a))',
      'create unique index t_d on t (d) where a is not null',
    )
    const fields = {
      a: { dataType: 'text' },
      bee: { dataType: 'text' },
      c: { dataType: 'text' },
      d: { dataType: 'text' },
    } as const
    const unique = [['a', 'bee'], ['a'], ['c', 'd'], ['d'], ['bee', 'd']]
    const drifts = await found(config(fields, { columnMappings: { bee: 'b' }, constraints: { unique } }))
    expect(drifts.map(({ code, severity, message }) => [code, severity, message.match(/\(.*\)/)?.[0]])).toEqual([
      ['unique_missing', 'warning', '(a)'],
      ['unique_missing', 'warning', '(d)'],
      ['unique_missing', 'warning', '(bee, d)'],
    ])
  })

  it('says what to do in the words of the configuration', async () => {
    await lab.run(
      "create table t (x bigint check (x > 0 and x <= 10), y text check (y in ('a')), z numeric check (z < 1))",
    )
    const drifts = await found(
      config({
        x: { dataType: 'integer' },
        y: { dataType: 'enum', enumValues: ['a', 'b'] },
        z: { dataType: 'numeric', scale: 2 },
      }),
    )
    expect(drifts.map(({ message, fix }) => [message, fix])).toEqual([
      [
        "Field 'x' allows numbers that column 'x' of table 't' refuses; it takes numbers above 0 and of at most 10.",
        'Set min: 1 and max: 10.',
      ],
      [
        "Field 'y' allows 'b', which column 'y' of table 't' refuses.",
        "Remove 'b' from enumValues, or let the database take it; it takes 'a'.",
      ],
      ["Field 'z' allows numbers that column 'z' of table 't' refuses; it takes numbers below 1.", 'Set max: 0.99.'],
    ])
  })
})

describe('checkTables', () => {
  it('lets a failure of the store through', async () => {
    const failure = new StoreFailure('unreachable')
    const store = { engine: 'postgres', describe: () => Promise.reject(failure) } as const
    const table = config({ x: { dataType: 'text' } })
    await expect(checkTables({ version: '1.0.0', tables: [table, table] }, store)).rejects.toBe(failure)
  })

  it('finds every kind of difference in the tests above', () => {
    const tried = [...BOTH, ...POSTGRES, ...SQLITE].flatMap(({ finds }) => finds.map((code) => code.replace('?', '')))
    const others = [
      'table_not_found',
      'column_not_found',
      'column_not_covered',
      'unique_missing',
      'condition_not_compared',
    ]
    expect(new Set([...tried, ...others])).toEqual(new Set(DRIFT_CODES))
  })
})
