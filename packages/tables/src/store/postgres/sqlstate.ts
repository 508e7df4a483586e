import type { FailureKind } from '../store-failure.ts'

const KINDS: Readonly<Record<string, FailureKind>> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23001': 'foreign_key',
  '23502': 'not_null',
  '23514': 'check',
  /** An exclusion constraint. */
  '23P01': 'check',
  /** The condition of an updatable view. */
  '44000': 'check',
  /** `raise exception` without a code of its own: a rule of the database's author. */
  P0001: 'check',
  '22001': 'too_long',
  /** Among others: the value is too long for an index of its column. */
  '54000': 'too_long',
  '22003': 'out_of_range',
  /** JSON that is nested too deeply for the server's stack. */
  '54001': 'invalid_value',
  '42804': 'invalid_value',
  '42P01': 'table_not_found',
  '3F000': 'table_not_found',
  '42703': 'column_not_found',
  '42501': 'permission',
  '3D000': 'database_not_found',
  '57014': 'timeout',
  '55P03': 'timeout',
  '25P03': 'timeout',
  '25P04': 'timeout',
  '25006': 'read_only',
  '53100': 'disk_full',
  '53300': 'unreachable',
  /** The server is starting or stopping and takes no connection. */
  '57P03': 'unreachable',
  '08001': 'unreachable',
  '08004': 'unreachable',
  // The server ended a connection that was in use. It can have committed before: while a commit waits for a replica, for example.
  '57P01': 'connection_lost',
  '57P02': 'connection_lost',
  '57P04': 'connection_lost',
  '57P05': 'connection_lost',
  '40003': 'connection_lost',
}

/** By the first two characters, for what has no line of its own above. */
const CLASSES: Readonly<Record<string, FailureKind>> = {
  '08': 'connection_lost',
  '22': 'invalid_value',
  '28': 'authentication',
  '40': 'conflict',
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** What a SQLSTATE of PostgreSQL says about an insert; undefined where it says nothing that a caller can use. */
export function failureKindOfSqlState(code: string): FailureKind | undefined {
  if (!SQLSTATE.test(code)) return undefined
  return KINDS[code] ?? CLASSES[code.slice(0, 2)]
}
