import { expect, it } from 'vitest'
import { RECORDED_CLIENT } from './prisma-client.test-data.ts'
import { isAnswered, prismaFailure } from './prisma-failure.ts'
import { readPrismaModels } from './prisma-model.ts'
import { StoreFailure, type FailureKind } from '../store-failure.ts'

const profiles = readPrismaModels(RECORDED_CLIENT)?.models.get('profiles')

function failureOf(thrown: unknown, provider = 'postgresql'): StoreFailure {
  if (profiles === undefined) throw new Error('no profiles')
  return prismaFailure(thrown, profiles, provider)
}

const known = (code: string, meta: object = {}): object => ({ name: 'PrismaClientKnownRequestError', code, meta })
const driver = (cause: object): object => ({ driverAdapterError: { name: 'DriverAdapterError', cause } })
const invalid = (message: string): object => ({ name: 'PrismaClientValidationError', message })

/** As clients throw them, and the query engine of Prisma 6, which needs no driver adapter. */
const ERRORS: readonly [object, FailureKind, readonly string[]][] = [
  [known('P2002', { target: ['userId'] }), 'unique', ['user_id']],
  [known('P2002', { target: 'profile_key' }), 'unique', ['user_id']],
  [known('P2002', { target: ['userId', 'unheard_of'] }), 'unique', []],
  [known('P2002', driver({ constraint: { fields: ['"user_id"'] } })), 'unique', ['user_id']],
  [known('P2002', driver({ constraint: { fields: ['lower(user_id'] } })), 'unique', []],
  [known('P2002', driver({ originalCode: '23505', constraint: { index: 'profile_key' } })), 'unique', ['user_id']],
  [known('P2003', { field_name: 'profile_of_user (index)' }), 'foreign_key', ['user_id']],
  [known('P2003', { constraint: 'profile_of_user' }), 'foreign_key', ['user_id']],
  [known('P2000', { column_name: 'user_id' }), 'too_long', ['user_id']],
  [known('P2004'), 'check', []],
  [known('P2011', { constraint: ['user_id'] }), 'not_null', ['user_id']],
  [known('P2020'), 'out_of_range', []],
  [known('P2021', { table: 'public.profiles' }), 'table_not_found', []],
  [known('P2022', { column: 'user_id' }), 'column_not_found', ['user_id']],
  [known('P1000'), 'authentication', []],
  [known('P1001'), 'unreachable', []],
  [known('P1003'), 'database_not_found', []],
  [known('P1008'), 'connection_lost', []],
  [known('P2024'), 'timeout', []],
  [known('P1010'), 'permission', []],
  [known('P1010', driver({ originalCode: '28000', kind: 'DatabaseAccessDenied' })), 'authentication', []],
  [known('P1017'), 'connection_lost', []],
  [known('P1008', driver({ kind: 'SocketTimeout' })), 'connection_lost', []],
  [known('P2034'), 'conflict', []],
  [known('P2039', driver({ originalCode: '53100', kind: 'postgres' })), 'disk_full', []],
  [known('P2039', driver({ originalCode: 'XX000', kind: 'postgres' })), 'unknown', []],
  [{ name: 'DriverAdapterError', cause: { originalCode: '25006', kind: 'postgres' } }, 'read_only', []],
  [{ name: 'PrismaClientInitializationError', errorCode: 'P1003' }, 'database_not_found', []],
  [{ name: 'PrismaClientInitializationError', message: 'No engine.' }, 'unreachable', []],
  [invalid('x\n\nArgument `\u001B[92muserId\u001B[39m` is missing.'), 'not_null', ['user_id']],
  [invalid('Unable to fit value 1e+21 into a 64-bit signed integer for field `userId`'), 'out_of_range', []],
  [invalid('Invalid value for argument `userId`. Expected Color.'), 'invalid_value', ['user_id']],
  [new Error('connect ECONNREFUSED 127.0.0.1:5432'), 'unreachable', []],
  [new Error('read ECONNRESET'), 'connection_lost', []],
  [new Error('write EPIPE'), 'connection_lost', []],
  [new Error('Connection terminated unexpectedly'), 'connection_lost', []],
  [new Error('Connection terminated due to connection timeout'), 'unreachable', []],
  [new Error('what?'), 'unknown', []],
]

it.each(ERRORS)('%o is a failure of kind %s of %j', (thrown, kind, columns) => {
  expect(failureOf(thrown)).toMatchObject({ kind, columns, cause: thrown })
})

it('a value in a message is never taken for a column', () => {
  const message = 'invalid input syntax for type uuid: "user_id"'
  const cause = { originalCode: '22P02', originalMessage: message, kind: 'InvalidInputValue' }
  expect(failureOf(known('P2007', driver(cause)))).toMatchObject({ kind: 'invalid_value', columns: [] })
})

it('a time that is up says that nothing was stored on SQLite alone, which only waits for a lock', () => {
  expect(failureOf(known('P1008'), 'sqlite')).toMatchObject({ kind: 'timeout' })
  expect(failureOf(known('P1008', driver({ kind: 'SocketTimeout' })), 'mysql')).toMatchObject({
    kind: 'connection_lost',
  })
})

it('only an error with a code of the database itself is an answer of the database', () => {
  expect(isAnswered(known('P2039', driver({ originalCode: 'P0001' })))).toBe(true)
  for (const thrown of [known('P1008'), new Error('what?'), undefined]) expect(isAnswered(thrown)).toBe(false)
})

it('a number of another engine is no SQLSTATE', () => {
  const azure = known('P2039', driver({ originalCode: '40613', kind: 'mssql' }))
  expect(failureOf(azure, 'sqlserver')).toMatchObject({ kind: 'unknown' })
})

it('anything may be thrown', () => {
  for (const thrown of [undefined, null, 'text', 5, {}, { meta: 5, cause: [] }])
    expect(failureOf(thrown)).toMatchObject({ kind: 'unknown' })
  const failure = new StoreFailure('invalid_value', ['metadata'])
  expect(failureOf(failure)).toBe(failure)
})
