import type { FieldConfig } from '../config/field-config.ts'
import type { TableConfig } from '../config/table-config.ts'
import type { TableInfo } from './table-info.ts'

/** Where rows go: a database with tables, and nothing that only one engine knows. */
export interface TableStore {
  readonly engine: 'sqlite' | 'postgres' | 'prisma'
  /** What a tool that inserts here touches, for its contract. */
  readonly effects: { readonly writes?: readonly string[]; readonly network?: 'any' | readonly string[] }
  /** Makes the tables that are missing, where the database is the store's own; elsewhere does nothing. */
  readonly prepare: (tables: readonly TableConfig[]) => Promise<void>
  /** What the database's catalogue says of the table; undefined where there is none. Throws StoreFailure. */
  readonly describe: (tableName: string) => Promise<TableInfo | undefined>
  /** The names of all tables that rows can be inserted into. Throws StoreFailure. */
  readonly tableNames: () => Promise<readonly string[]>
  /** An insert of these columns, compiled once; each of them is in `table.columns`. */
  readonly compile: (table: TableInfo, columns: readonly InsertColumn[]) => Insert
  readonly close: () => Promise<void>
}

/** A column that is filled from a field of the input. */
export interface InsertColumn {
  readonly name: string
  readonly field: FieldConfig
}

/** A validated value of a field: text, number, boolean or JSON object. A datetime is an ISO 8601 text in UTC. */
export type FieldValue = string | number | boolean | Readonly<Record<string, unknown>>
export type Row = readonly FieldValue[]

/** The key of the inserted row as text; undefined where the table has none. */
export type RowId = string | undefined

/** The call that a row is inserted for. */
export interface InsertCall {
  /** Aborted once nobody waits for the answer. Making one takes time: to be asked for only after a wait. */
  readonly signal: AbortSignal
}

/** Inserts one row. Throws StoreFailure; `timeout` where the row's call is over before it is its turn. */
export type InsertOne = (row: Row, call?: InsertCall) => Promise<RowId>

export interface Insert {
  readonly one: InsertOne
  /**
   * Inserts rows together and tells of each what became of it, in their order. Throws StoreFailure where none was stored; absent
   * where the engine cannot tell which id belongs to which row.
   */
  readonly many?: (rows: readonly Row[]) => Promise<readonly InsertedRow[]>
}

export type InsertedRow = { readonly ok: true; readonly id: RowId } | { readonly ok: false; readonly failure: Error }
