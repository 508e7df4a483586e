import type { DeclaredErrorCode } from '@surety/tool-contracts'
import type { FailureKind } from '../store/store-failure.ts'
import type { ErrorType } from './result.ts'

/** How a failure of a store is told: one code for all engines, Prisma's where it has one. */
export interface Failure {
  readonly type: ErrorType
  readonly code: string
  /** For the model that made the call: what happened, whether anything was stored, what to do. */
  readonly says: string
  /** Nothing that the caller sent is to blame. */
  readonly isEnvironments: boolean
}

const NOTHING_STORED = 'Nothing was stored; try again later'

export const FAILURES: Readonly<Record<Exclude<FailureKind, 'unknown'>, Failure>> = {
  unique: input('P2002', 'unique constraint violation'),
  foreign_key: input('P2003', 'foreign key constraint violation'),
  check: input('P2004', 'check constraint violation'),
  not_null: input('P2011', 'a required column has no value'),
  too_long: input('P2000', 'a value is too long for its column'),
  out_of_range: input('P2020', 'a value is out of range for its column'),
  invalid_value: input('P2007', 'a value does not fit the type of its column'),
  unreachable: database('P1001', `the database cannot be reached. ${NOTHING_STORED}`),
  authentication: database('P1000', 'the database refuses the user or password. Nothing was stored; tell the operator'),
  database_not_found: database('P1003', 'the database does not exist. Nothing was stored; tell the operator'),
  permission: database(
    'P1010',
    'the database user may not do this: it needs the right to INSERT into the table and to SELECT its key. Nothing was stored; tell the operator',
  ),
  timeout: database('P1008', `the database took too long. ${NOTHING_STORED}`),
  conflict: database('P2034', 'a conflict with another transaction. Nothing was stored; try again'),
  connection_lost: database(
    'P1017',
    'the connection was lost during the insert, so the row may or may not have been stored. Find out before you try again',
  ),
  outdated: database(
    'outdated',
    'the table was changed while the row was inserted. Nothing was stored; try again, and tell the operator if that does not help',
  ),
  read_only: database('read_only', 'the database is read-only. Nothing was stored; tell the operator'),
  disk_full: database('disk_full', 'the disk of the database is full. Nothing was stored; tell the operator'),
  left_out: database(
    'left_out',
    'the database says that it stored no row: a trigger or rule of the table left it out or put it elsewhere. Tell the operator',
  ),
  uncertain: database(
    'uncertain',
    'a trigger or rule of the table changed what was to be stored, so the row may or may not have been stored, perhaps under another key. Find out before you try again',
  ),
  table_not_found: configuration('table_not_found'),
  column_not_found: configuration('column_not_found'),
}

function input(code: string, says: string): Failure {
  return { type: 'DATABASE_ERROR', code, says, isEnvironments: false }
}

function database(code: string, says: string): Failure {
  return { type: 'DATABASE_ERROR', code, says, isEnvironments: true }
}

function configuration(code: string): Failure {
  return { type: 'CONFIG_ERROR', code, says: 'does not exist in database schema', isEnvironments: true }
}

/** The code under which a contract declares the failure: codes of contracts are upper-case. */
export function declaredCode({ code }: Failure): string {
  return code.toUpperCase()
}

/** The failure behind a code that a contract declares. */
export function failureWithCode(code: string): Failure | undefined {
  return BY_CODE.get(code)
}

const BY_CODE: ReadonlyMap<string, Failure> = new Map(
  Object.values(FAILURES).map((failure) => [declaredCode(failure), failure]),
)

/** What the contract of every table's tool declares (INV-MCP-003). */
export const ERROR_CODES: readonly DeclaredErrorCode[] = Object.values(FAILURES).map((failure) => ({
  code: declaredCode(failure),
  description: `${failure.type}: ${failure.says}.`,
}))
