import { stripVTControlCharacters } from 'node:util'
import { failureKindOfConnection } from '../postgres/connection-failure.ts'
import { PrismaError } from './prisma-error.ts'
import { failedColumns } from './prisma-failed-columns.ts'
import type { PrismaModel } from './prisma-model.ts'
import { failureKindOfSqlState } from '../postgres/sqlstate.ts'
import { StoreFailure, type FailureKind } from '../store-failure.ts'

const KINDS: Readonly<Record<string, FailureKind>> = {
  P1000: 'authentication',
  P1001: 'unreachable',
  P1002: 'timeout',
  P1003: 'database_not_found',
  P1010: 'permission',
  P1011: 'unreachable',
  P1017: 'connection_lost',
  P2000: 'too_long',
  P2002: 'unique',
  P2003: 'foreign_key',
  P2004: 'check',
  P2005: 'invalid_value',
  P2006: 'invalid_value',
  P2007: 'invalid_value',
  P2011: 'not_null',
  P2012: 'not_null',
  P2013: 'not_null',
  P2020: 'out_of_range',
  P2021: 'table_not_found',
  P2022: 'column_not_found',
  P2023: 'invalid_value',
  P2024: 'timeout',
  /** The row that was just created is not there to be read. */
  P2025: 'left_out',
  P2033: 'out_of_range',
  P2034: 'conflict',
  P2037: 'unreachable',
}

/** What an error of a client's `create` means. */
export function prismaFailure(thrown: unknown, model: PrismaModel, provider: string): StoreFailure {
  if (thrown instanceof StoreFailure) return thrown
  const read = PrismaError.safeParse(thrown)
  if (!read.success) return new StoreFailure('unknown', [], thrown)
  const error = { ...read.data, message: lastLine(read.data.message) }
  const kind = kindOf(error, provider)
  return new StoreFailure(kind, failedColumns(kind, error, model), thrown)
}

/** Did the database itself say that the statement failed? */
export function isAnswered(thrown: unknown): boolean {
  return PrismaError.safeParse(thrown).data?.driverCause?.originalCode !== undefined
}

/** The database's own code comes first: Prisma gives what it has no code for P2039, a failed check as well as a full disk. */
function kindOf(error: PrismaError, provider: string): FailureKind {
  const hasSqlStates = provider === 'postgresql' || provider === 'cockroachdb'
  const { originalCode = '', kind = '' } = error.driverCause ?? {}
  const { code = '' } = error
  // SQLite gave up waiting for a lock; any other database may have stored the row after nobody waited any more.
  if (code === 'P1008' || kind === 'SocketTimeout') return provider === 'sqlite' ? 'timeout' : 'connection_lost'
  return (
    (hasSqlStates ? failureKindOfSqlState(originalCode) : undefined) ??
    KINDS[code] ??
    failureKindOfConnection(error.message) ??
    kindOfClientError(error)
  )
}

/** Errors that the client itself makes before the database is asked. */
function kindOfClientError({ name, message }: PrismaError): FailureKind {
  if (name === 'PrismaClientInitializationError') return 'unreachable'
  // JSON that is nested too deeply for the client.
  if (name === 'RangeError') return 'invalid_value'
  if (name !== 'PrismaClientValidationError') return 'unknown'
  if (/^Argument `\w+` is missing/.test(message)) return 'not_null'
  return message.startsWith('Unable to fit') ? 'out_of_range' : 'invalid_value'
}

/** Above it stands the code of the caller. */
function lastLine(message: string): string {
  return stripVTControlCharacters(message).trimEnd().split('\n').at(-1) ?? ''
}
