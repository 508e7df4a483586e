import { sha256 } from '@surety/tool-contracts/tools'

/** What a store needs of a database; SQLite and PostgreSQL answer the same statements. */
export interface Database {
  /** One transaction that sees one state of the database and changes nothing. */
  readonly read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** One transaction: all of it is durable when it resolves, none of it when it rejects. */
  readonly write: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /**
   * Shows others that this writer lives, for as long as its process does. Said again and again, as what shows it may be lost; tells
   * whether it had to be shown anew.
   */
  readonly live: (writer: string) => Promise<boolean>
  /** Does the work, in one transaction, if that writer has ended; it cannot come to life meanwhile. */
  readonly whenDead: (writer: string, work: (sql: Sql) => Promise<void>) => Promise<void>
  /** A secret of this store, for hashes of inputs that could be guessed. */
  readonly hashKey: () => Promise<string>
  readonly close: () => Promise<void>
}

export type Value = string | number | null

/**
 * Runs a statement. `$1` is the first parameter; `{now}` is the database's clock in milliseconds since the epoch; `{lock}` locks the
 * rows of the table `s` that are read; `{hold}` makes others wait who hold the same `key`; `{rows}` stands for the table, whose
 * columns it names. The same statement always comes with the same columns: each engine puts it into its own words once.
 */
export type Sql = <Row>(statement: string, parameters?: readonly Value[], table?: Table) => Promise<readonly Row[]>

/** Rows that a statement reads like a table: one statement for many of them. */
export interface Table {
  readonly columns: Readonly<Record<string, 'text' | 'bigint'>>
  readonly rows: readonly (readonly Value[])[]
}

/** One row alone, which both engines read faster when its values are parameters than when they are in a list. */
export function onlyRow(table: Table | undefined): readonly Value[] | undefined {
  return table?.rows.length === 1 ? table.rows[0] : undefined
}

/** A row is wrong, or another writer was in the way: the database itself is well. */
export class RowError extends Error {
  override readonly name: string = 'RowError'
}

const MAX_COLUMN = 500

/** As a column takes it: PostgreSQL has no NUL, no database keeps half a character, and no index a text of any length. */
export function columnText(text: string): string {
  const kept = String(text).toWellFormed().replaceAll('\0', '\uFFFD')
  return kept.length <= MAX_COLUMN ? kept : `${kept.slice(0, 100)}…${sha256(kept)}`
}
