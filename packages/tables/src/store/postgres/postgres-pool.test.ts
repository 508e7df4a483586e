import { expect, it } from 'vitest'
import { StoreFailure } from '../store-failure.ts'
import { failureKindOfConnection } from './connection-failure.ts'
import { hostsOf } from './postgres-pool.ts'

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
