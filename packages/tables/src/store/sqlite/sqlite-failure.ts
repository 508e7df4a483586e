import { checkedColumns } from '../conditions/checked-columns.ts'
import { type FailureKind, StoreFailure } from '../store-failure.ts'
import type { TableInfo } from '../table-info.ts'

/** SQLite's result codes: the low byte is the kind, the rest tells more. */
const BUSY = 5
const LOCKED = 6

const EXTENDED: Readonly<Record<number, FailureKind>> = {
  275: 'check',
  787: 'foreign_key',
  1299: 'not_null',
  1555: 'unique',
  2067: 'unique',
  2579: 'unique',
  3091: 'invalid_value',
}

const PRIMARY: Readonly<Record<number, FailureKind>> = {
  3: 'permission',
  [BUSY]: 'timeout',
  [LOCKED]: 'timeout',
  8: 'read_only',
  13: 'disk_full',
  14: 'unreachable',
  18: 'too_long',
  19: 'check',
  20: 'invalid_value',
  23: 'permission',
}

/** Whether another process has the file: the same may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const primary = codeOf(error) & 0xff
  // The driver does not always tell the code.
  return primary === BUSY || primary === LOCKED || (error instanceof Error && error.message === 'database is locked')
}

/** What SQLite's error means; one that is no error of SQLite's stays what it is. */
export function sqliteFailure(error: unknown, table?: TableInfo): StoreFailure {
  if (error instanceof StoreFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  const column = /has no column named (.+)$/.exec(message)?.[1]
  if (column !== undefined) return new StoreFailure('column_not_found', [column], error)
  if (message.includes('no such table')) return new StoreFailure('table_not_found', [], error)
  if (message.includes('no such column')) return new StoreFailure('outdated', [], error)
  const code = codeOf(error)
  const kind = EXTENDED[code] ?? PRIMARY[code & 0xff] ?? 'unknown'
  return new StoreFailure(kind, columnsIn(message, kind, table), error)
}

/** Why the file cannot be opened, for the operator. */
export function openFailure(file: string, error: unknown): StoreFailure {
  const reason = error instanceof Error ? error.message : String(error)
  const cause = new Error(`The SQLite file ${file} cannot be opened: ${reason}`, { cause: error })
  const isDenied = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS')
  return new StoreFailure(isDenied ? 'permission' : 'unreachable', [], cause)
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}

/** `UNIQUE constraint failed: t.a, t.b`, `CHECK constraint failed: <name or condition>`. */
function columnsIn(message: string, kind: FailureKind, table: TableInfo | undefined): string[] {
  const named = /constraint failed: (.+)$/s.exec(message)?.[1]
  if (named === undefined || table === undefined) return []
  if (kind === 'check') return checkedColumns(named, table)
  // A name may itself contain a dot or a comma: only what the table has counts.
  const found = [...table.columns.keys()].filter((column) => `, ${named},`.includes(`, ${table.name}.${column},`))
  return found.toSorted((a, b) => named.indexOf(`.${a}`) - named.indexOf(`.${b}`))
}
