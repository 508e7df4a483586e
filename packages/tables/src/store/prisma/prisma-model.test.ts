import { expect, it } from 'vitest'
import { RECORDED_CLIENT } from './prisma-client.test-data.ts'
import { readPrismaModels } from './prisma-model.ts'

const NOTES = 'notes_with_a_name_that_is_quite_long_for_a_table_of_a_database'
const models = readPrismaModels(RECORDED_CLIENT)?.models

it('views and ignored models are no tables', () => {
  expect([...(models?.keys() ?? [])].toSorted()).toEqual(['ShortKey', NOTES, 'profiles', 'users'].toSorted())
})

it('of two tables of one name, the one in the default schema is meant', () => {
  expect(models?.get('users')).toMatchObject({ property: 'user' })
})

it('a text key without default needs a UUID, unless it refers to another table or is too short', () => {
  expect(models?.get('users')?.table.columns.get('id')).toMatchObject({ needsUuid: true, maxLength: 40 })
  expect(models?.get('profiles')?.table.columns.get('user_id')).toMatchObject({ needsUuid: false })
  expect(models?.get('ShortKey')?.table.columns.get('key')).toMatchObject({ needsUuid: false, maxLength: 8 })
})

it('relations are no columns, and ignored columns hold nothing', () => {
  expect([...(models?.get('users')?.table.columns.keys() ?? [])]).toEqual(['id', 'email'])
  const profiles = models?.get('profiles')
  expect(profiles?.table.columns.get('secret')).toMatchObject({ holds: [], nullable: false, hasDefault: false })
  expect([...(profiles?.fields.keys() ?? [])]).toEqual(['user_id'])
})

it('constraints have the names that Prisma gives them, or their own', () => {
  expect(models?.get('profiles')?.table).toMatchObject({
    idColumn: 'user_id',
    uniques: [{ name: 'profile_key', columns: ['user_id'] }],
    foreignKeys: [{ name: 'profile_of_user', columns: ['user_id'] }],
  })
  expect(models?.get(NOTES)?.table).toMatchObject({
    uniques: [
      { name: `${NOTES.slice(0, 58)}_pkey`, columns: ['user_id', 'rank'] },
      { name: `${NOTES.slice(0, 59)}_key`, columns: ['rank', 'time'] },
    ],
    foreignKeys: [{ name: `${NOTES.slice(0, 58)}_fkey`, columns: ['user_id'] }],
  })
})

it('a column named id is the id where the primary key has several columns', () => {
  expect(models?.get(NOTES)?.table.idColumn).toBe('id')
})

it('a column holds what its type in the database keeps without loss', () => {
  const columns = models?.get(NOTES)?.table.columns
  expect(columns?.get('rank')).toMatchObject({
    type: 'Int @db.SmallInt',
    holds: ['integer'],
    min: -32_768,
    max: 32_767,
  })
  expect(columns?.get('real')?.holds).toEqual(['numeric'])
  expect(columns?.get('time')?.holds).toEqual([])
  expect(columns?.get('decimals')).toMatchObject({ holds: ['numeric', 'integer'], precision: 8, scale: 0 })
})

it.each([{}, null, { _runtimeDataModel: { models: {} } }, { _engineConfig: { inlineSchema: '' } }])(
  '%j is no client',
  (client) => {
    expect(readPrismaModels(client)).toBeUndefined()
  },
)
