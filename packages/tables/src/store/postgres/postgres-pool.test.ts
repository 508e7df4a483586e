import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../../../../test/postgres.ts'
import { hasPostgres } from '../databases.test-data.ts'
import { StoreFailure } from '../store-failure.ts'
import { failureKindOfConnection } from './connection-failure.ts'
import { type PostgresOptions, PostgresPool, hostsOf } from './postgres-pool.ts'

it.each([
  ['postgres://app:pw@db.example.com/app', ['db.example.com:5432']],
  ['postgresql://db.example.com:6432/app?sslmode=require', ['db.example.com:6432']],
  ['postgres://app@a.example,b.example:7000/app', ['a.example:5432', 'b.example:7000']],
  ['postgres://app@/app?host=%2Fvar%2Frun%2Fpostgresql', []],
  ['postgres://app:p%40ss%2Fw@h/app', ['h:5432']],
])('%s names %j', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts)
})

it.each([
  'postgres://app:p@SECRET/w:rd#x@127.0.0.1:5432/app',
  'postgres://app:a/SECRET@h/app',
  'postgres://app:SECRET#b@h/app',
  'postgres://app:SECRET?b@h/app',
  'mysql://h/app',
])('%s is refused, and what may be a password is not shown', (url) => {
  let thrown: unknown
  try {
    hostsOf(url)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(StoreFailure)
  expect(String(thrown)).toContain('%40 for @')
  expect(String(thrown)).not.toContain('SECRET')
})

it('a password that is missing is a matter of authentication', () => {
  const said = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'
  expect(failureKindOfConnection(said)).toBe('authentication')
})

it.skipIf(!hasPostgres)(
  'callers wait for a free connection for longer than a connection may take to be made',
  async () => {
    const server = startPostgres()
    const pool = new PostgresPool(server.url(), { maxConnections: 1 })
    try {
      const slow = Array.from({ length: 5 }, () => pool.query({ text: 'select pg_sleep(1.3)' }))
      expect((await Promise.allSettled(slow)).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
    } finally {
      await pool.close()
      server.remove()
    }
  },
)

describe.skipIf(!hasPostgres)('a server', () => {
  let server: Postgres
  let pool: PostgresPool | undefined
  beforeAll(() => {
    server = startPostgres()
    server.psql(
      'create role few login connection limit 3; create role barred login connection limit 0; create role lonely login connection limit 1',
    )
  })
  afterEach(() => pool?.close())
  afterAll(() => server?.remove())
  const poolOf = (role: string, options: PostgresOptions = {}): PostgresPool =>
    (pool = new PostgresPool(server.url().replace('surety@', `${role}@`), options))

  it('that gives a role few connections serves all callers over those', async () => {
    const few = poolOf('few')
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: 50 }, () => few.query({ text: 'select pg_sleep(0.002)' }))
      const ends = await Promise.allSettled(asked)
      expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    }
  })

  it('whose connections are all taken for a moment is asked again', async () => {
    const rival = new pg.Client(server.url().replace('surety@', 'lonely@'))
    await rival.connect()
    const asked = poolOf('lonely').query({ text: 'select 1 as one' })
    setTimeout(() => void rival.end(), 50)
    expect((await asked).rows).toEqual([{ one: 1 }])
  })

  it('that gives a role no connection is told to be out of reach', async () => {
    const barred = poolOf('barred')
    const asked = Array.from({ length: 50 }, () => barred.query({ text: 'select 1' }).catch((error: unknown) => error))
    for (const failure of await Promise.all(asked)) expect(failure).toMatchObject({ kind: 'unreachable' })
  })

  it('does not run what still waited when its call was over', async () => {
    const single = poolOf('surety', { maxConnections: 1 })
    const call = new AbortController()
    const first = single.query({ text: 'create table t as select 1 from pg_sleep(0.3)' })
    const second = single.query({ text: 'insert into t values (2)' }, call).catch((error: unknown) => error)
    call.abort()
    await first
    expect(await second).toMatchObject({ kind: 'timeout' })
    expect((await single.query({ text: 'select * from t' })).rows).toHaveLength(1)
  })
})

it('where no connection can be made, all who wait for one are told so at once', async () => {
  const pool = new PostgresPool('postgres://app@127.0.0.1:1/app', { maxConnections: 1 })
  const asked = Array.from({ length: 100 }, () => pool.query({ text: 'select 1' }).catch((error: unknown) => error))
  for (const failure of await Promise.all(asked)) expect(failure).toMatchObject({ kind: 'unreachable' })
  expect(await pool.query({ text: 'select 1' }).catch((error: unknown) => error)).toBeInstanceOf(StoreFailure)
  await pool.close()
})

it('those who wait when the store is closed are not left waiting', async () => {
  const pool = new PostgresPool('postgres://app@127.0.0.1:1/app', { maxConnections: 1 })
  const asked = Array.from({ length: 3 }, () => pool.query({ text: 'select 1' }).catch((error: unknown) => error))
  await pool.close()
  for (const failure of await Promise.all(asked)) expect(failure).toBeInstanceOf(StoreFailure)
})
