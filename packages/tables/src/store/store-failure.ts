/** How a database can refuse a row, whichever it is. */
const FAILURE_KINDS = [
  'unique',
  'foreign_key',
  'not_null',
  'check',
  'too_long',
  'out_of_range',
  'invalid_value',
  'table_not_found',
  'column_not_found',
  /** The table has changed since the insert was compiled: nothing was stored. */
  'outdated',
  /** Nobody answers: nothing was stored. */
  'unreachable',
  'authentication',
  'database_not_found',
  /** The connection broke while the insert was under way: the row may have been stored. */
  'connection_lost',
  'timeout',
  /** A deadlock, or a transaction that gave way to another: nothing was stored, and the same call may succeed. */
  'conflict',
  'permission',
  'read_only',
  'disk_full',
  /** A trigger or rule left the row out, or stored it elsewhere. */
  'left_out',
  /** A trigger or rule changed what was to be stored: whether and under which key the row is there is not known. */
  'uncertain',
  'unknown',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** What a store throws: the kind of failure, and the columns it is about where the database tells. */
export class StoreFailure extends Error {
  override readonly name: string = 'StoreFailure'
  readonly kind: FailureKind
  /** The database's names; none where it does not tell. */
  readonly columns: readonly string[]

  /** The message is for the operator: what a database says may hold values of the row, so it is never shown to callers. */
  constructor(kind: FailureKind, columns: readonly string[] = [], cause?: unknown) {
    super(cause instanceof Error ? cause.message : `The insert failed: ${kind}.`, { cause })
    this.kind = kind
    this.columns = columns
  }
}
