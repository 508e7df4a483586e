import { expect, it } from 'vitest'
import { failureKindOfSqlState } from './sqlstate.ts'
import type { FailureKind } from '../store-failure.ts'

const CODES: readonly [string, FailureKind | undefined][] = [
  ['23505', 'unique'],
  ['23503', 'foreign_key'],
  ['23502', 'not_null'],
  ['23514', 'check'],
  ['23P01', 'check'],
  ['22001', 'too_long'],
  ['22003', 'out_of_range'],
  ['22007', 'invalid_value'],
  ['22P02', 'invalid_value'],
  ['22P05', 'invalid_value'],
  ['42P01', 'table_not_found'],
  ['42703', 'column_not_found'],
  ['28P01', 'authentication'],
  ['28000', 'authentication'],
  ['3D000', 'database_not_found'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['40003', 'connection_lost'],
  ['08001', 'unreachable'],
  ['08006', 'connection_lost'],
  ['57P01', 'connection_lost'],
  ['57P03', 'unreachable'],
  ['P0001', 'check'],
  ['XX000', undefined],
  ['ECONNREFUSED', undefined],
  ['constructor', undefined],
  ['', undefined],
]

it.each(CODES)('SQLSTATE %s is a failure of kind %s', (code, kind) => {
  expect(failureKindOfSqlState(code)).toBe(kind)
})
