import { failureKindOfConnection } from './connection-failure.ts'
import { failureKindOfSqlState } from './sqlstate.ts'
import { checkedColumns } from '../conditions/checked-columns.ts'
import { type FailureKind, StoreFailure } from '../store-failure.ts'
import type { TableInfo } from '../table-info.ts'

/** A plan or a prepared statement that no longer fits the table, or that the connection does not have. */
const OUTDATED: ReadonlySet<string> = new Set(['0A000', '26000', '42804'])

/** What the driver's error means once a statement was sent. */
export function postgresFailure(error: unknown, table?: TableInfo): StoreFailure {
  if (error instanceof StoreFailure) return error
  const state = stateOf(error)
  if (state === undefined) return new StoreFailure(connectionKind(error) ?? 'connection_lost', [], error)
  if (OUTDATED.has(state)) return new StoreFailure('outdated', [], error)
  const kind = failureKindOfSqlState(state) ?? 'unknown'
  return new StoreFailure(kind, columnsOf(error, kind, table), error)
}

/** Why no connection can be had: nothing was sent. */
export function connectFailure(error: unknown): StoreFailure {
  const kind = failureKindOfSqlState(stateOf(error) ?? '') ?? connectionKind(error) ?? 'unreachable'
  return new StoreFailure(kind === 'connection_lost' ? 'unreachable' : kind, [], error)
}

function connectionKind(error: unknown): FailureKind | undefined {
  return failureKindOfConnection(error instanceof Error ? error.message : String(error))
}

/** Does the server, or the user's role, allow no more connections than there are? */
export function isTooManyConnections(error: unknown): boolean {
  return stateOf(error) === '53300'
}

/** Did the connection end, so that nobody knows what became of the statement? */
export function isConnectionFailure(error: unknown): boolean {
  const state = stateOf(error)
  return state === undefined || /^(08|57P)/.test(state)
}

/** Five characters with a digit among them: errors of the system have codes like EPIPE. */
function stateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}

function columnsOf(error: unknown, kind: FailureKind, table: TableInfo | undefined): readonly string[] {
  const { column, constraint } = Object(error)
  if (typeof column === 'string') return [column]
  if (typeof constraint !== 'string' || table === undefined) return kind === 'column_not_found' ? quotedIn(error) : []
  const named = [...table.uniques, ...table.foreignKeys].find(({ name }) => name === constraint)
  return named?.columns ?? checkedColumns(constraint, table)
}

/** `column "x" of relation "t" does not exist`. */
function quotedIn(error: unknown): string[] {
  const name = error instanceof Error ? /column "(.+?)"/.exec(error.message)?.[1] : undefined
  return name === undefined ? [] : [name]
}
