import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkTables } from '../check/check-tables.ts'
import type { TableConfig } from '../config/table-config.ts'
import { type Lab, LABS, sqliteLab } from '../store/databases.test-data.ts'
import { anyTable, BROAD, BROAD_FIELDS } from './configurations.test-data.ts'
import { createTableStatements } from './ddl.ts'

const MOOD: TableConfig = {
  tableName: 'mood_entries',
  toolId: 'log-mood',
  displayName: 'Mood entry',
  description: 'Logs how somebody feels.',
  fields: [
    { name: 'user_id', label: 'User', required: true, dataType: 'text', maxLength: 50 },
    { name: 'mood', label: 'Mood', required: true, dataType: 'enum', enumValues: ['happy', 'sad'] },
    { name: 'energy', label: 'Energy', required: false, dataType: 'integer', min: 1, max: 10 },
    { name: 'timestamp', label: 'When', required: true, dataType: 'datetime' },
  ],
  columnMappings: { energy: 'energy_level' },
  constraints: { unique: [['user_id', 'timestamp']] },
}

const configuration = (...tables: TableConfig[]) => ({ version: '1.0.0', tables })

describe('createTableStatements', () => {
  it('writes a statement that people can read', () => {
    expect(createTableStatements(configuration(MOOD), 'sqlite')).toEqual([
      `create table "mood_entries" (
  "id" text not null primary key,
  "user_id" text not null,
  "mood" text not null,
  "energy_level" integer,
  "timestamp" text not null,
  constraint "mood_entries_user_id_timestamp_key" unique ("user_id", "timestamp"),
  constraint "mood_entries_user_id_check" check (length("user_id") <= 50),
  constraint "mood_entries_mood_check" check ("mood" in ('happy', 'sad')),
  constraint "mood_entries_energy_level_check" check ("energy_level" >= 1 and "energy_level" <= 10),
  constraint "mood_entries_timestamp_check" check ("timestamp" glob '????-??-??T*Z')
) strict`,
    ])
    expect(createTableStatements([MOOD], 'postgres')).toEqual([
      `create table "mood_entries" (
  "id" uuid default gen_random_uuid() primary key,
  "user_id" varchar(50) not null,
  "mood" text not null,
  "energy_level" integer,
  "timestamp" timestamptz not null,
  constraint "mood_entries_user_id_timestamp_key" unique ("user_id", "timestamp"),
  constraint "mood_entries_mood_check" check ("mood" in ('happy', 'sad')),
  constraint "mood_entries_energy_level_check" check ("energy_level" >= 1 and "energy_level" <= 10)
)`,
    ])
  })

  it('gives constraints names that fit and that no other has', () => {
    const long = { ...MOOD, tableName: `a_${'x'.repeat(61)}`, columnMappings: { mood: '😀'.repeat(30) } }
    const tables = [
      { ...MOOD, tableName: 'mood', constraints: { unique: [['mood']] }, columnMappings: { mood: 'entries_user' } },
      { ...MOOD, tableName: 'mood_entries', constraints: { unique: [['mood']] }, columnMappings: { mood: 'user' } },
      { ...MOOD, tableName: 'mood_entries_user_key' },
      long,
    ]
    const text = createTableStatements(tables, 'postgres').join('\n')
    const names = [...text.matchAll(/constraint "([^"]+)"/g)].map(([, name = '']) => name)
    expect(names).toContain('mood_entries_user_key2')
    expect(names).toContain('mood_entries_user_key3')
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => Buffer.byteLength(name) > 63 || !name.isWellFormed())).toEqual([])
  })
})

describe('a table that was made for tools', () => {
  it('takes whatever any configuration allows, on SQLite', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (table) => {
        const lab = sqliteLab()
        await lab.run(...createTableStatements([table], 'sqlite'))
        expect(await checkTables(configuration(table), lab)).toEqual([])
        await lab.end()
      }),
    )
  })

  const one = (field: string, rest: object = {}): TableConfig => ({
    ...MOOD,
    constraints: {},
    columnMappings: {},
    fields: [{ ...BROAD_FIELDS.find(({ name }) => name === field), ...rest } as TableConfig['fields'][number]],
  })
  const CASES: readonly (readonly [string, readonly TableConfig[]])[] = [
    ['the example of the seed', [MOOD]],
    ['all that a configuration can say', [BROAD]],
    ['a text as key', [one('short', { name: 'id' })]],
    ['a number as key', [one('count', { name: 'id' })]],
    ['a number as key that may be left out', [one('level', { name: 'id', required: false })]],
    ['a text as key that may be left out', [one('plain', { name: 'id', required: false })]],
    [
      'another field as key',
      [{ ...one('price'), columnMappings: { price: 'id' }, constraints: { unique: [['price']] } }],
    ],
    ['a datetime as key', [one('at', { name: 'id' })]],
    [
      'two tools on one table, each with its own limits',
      [
        one('mood', { enumValues: ['happy', 'sad'] }),
        { ...one('mood', { enumValues: ['sad', 'angry'] }), toolId: 'two' },
        { ...one('level'), toolId: 'three' },
        { ...one('level', { max: 2 ** 40 }), toolId: 'four' },
        { ...one('short'), toolId: 'five' },
        { ...one('short', { dataType: 'enum', enumValues: ['a', 'x'.repeat(60)] }), toolId: 'six' },
        { ...one('price'), toolId: 'seven' },
        { ...one('price', { precision: 9, scale: 4, min: -1 }), toolId: 'eight' },
      ],
    ],
  ]

  describe.each(LABS)('on $engine', ({ start }) => {
    let lab: Lab
    beforeAll(() => {
      lab = start()
    })
    afterEach(async () => {
      for (const name of await lab.tableNames()) await lab.run(`drop table "${name}"`)
    })
    afterAll(() => lab.end())

    it.each(CASES)('takes what it was made for: %s', async (_, tables) => {
      const statements = createTableStatements(tables, lab.engine)
      expect(statements).toEqual(createTableStatements(configuration(...tables), lab.engine))
      await lab.run(...statements)
      const drifts = await checkTables(configuration(...tables), lab)
      expect(drifts.filter(({ code }) => tables.length === 1 || code !== 'enum_value_unused')).toEqual([])
    })

    it('refuses what its configuration refuses', async () => {
      await lab.run(...createTableStatements([MOOD], lab.engine))
      const insert = async (user: string, mood: string, energy: string, time = '2025-10-05T14:30:00.123456Z') =>
        lab.run(
          `insert into mood_entries (id, user_id, mood, energy_level, timestamp)
            values ('${crypto.randomUUID()}', '${user}', '${mood}', ${energy}, '${time}')`,
        )
      await insert('ada', 'happy', '10')
      await insert('😀'.repeat(50), 'sad', 'null')
      await expect(insert('ada', 'happy', '1')).rejects.toThrow(/unique/i)
      await expect(insert('x'.repeat(51), 'happy', '1')).rejects.toThrow(/mood_entries_user_id_check|too long/)
      await expect(insert('bob', 'Happy', '1')).rejects.toThrow('mood_entries_mood_check')
      await expect(insert('bob', 'happy', '11')).rejects.toThrow('mood_entries_energy_level_check')
      await expect(insert('bob', 'happy', '1', 'soon')).rejects.toThrow(/mood_entries_timestamp_check|invalid input/)
    })

    it('takes what any configuration allows', async () => {
      const tables = fc.sample(anyTable, { numRuns: 20, seed: 5 })
      for (const table of tables) {
        await lab.run(...createTableStatements([table], lab.engine))
        expect(await checkTables(configuration(table), lab)).toEqual([])
        await lab.run(`drop table "${table.tableName}"`)
      }
    })
  })
})
