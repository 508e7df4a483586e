import { type Kysely, type RawBuilder, sql } from 'kysely'
import { SQL_WRITERS } from './sql-writers.ts'
import type { TableInfo } from './table-info.ts'

export interface InsertParts {
  readonly table: string
  readonly columns: readonly string[]
  /** The column whose value is given back as `id`. */
  readonly returning?: string | undefined
}

/** `insert into t (a, b) values ($1, $2) returning k as id`. Something is always given back: a trigger may leave a row out. */
export function insertText(writer: Kysely<unknown>, { table, columns, returning }: InsertParts): string {
  const values = columns.map(() => sql.val(null))
  const into = sql`insert into ${sql.id(table)}`
  const given =
    columns.length === 0 ? sql`${into} default values` : sql`${into} (${names(columns)}) values (${sql.join(values)})`
  return sql`${given} returning ${idOf(returning)} as id`.compile(writer).sql
}

/** `select k as id from t where k = $1`, for a row that is looked at again; by SQLite's number of the last row where it has one. */
export function readBackText(writer: Kysely<unknown>, { name, idColumn, rowNumber }: TableInfo): string | undefined {
  const by = rowNumber ?? idColumn
  if (by === undefined) return undefined
  const value = rowNumber === undefined ? sql.val(null) : sql`last_insert_rowid()`
  return sql`select ${idOf(idColumn)} as id from ${sql.id(name)} where ${sql.id(by)} = ${value}`.compile(writer).sql
}

/**
 * `insert into t (a, b) select * from unnest($1::text[], $2::int[]) returning k as id`, one array for each column. With `makesIds` the first column is a
 * key that was made as the database would have made it, also where the database lets nobody else give one.
 */
export function insertManyText(
  { table, columns, returning }: InsertParts,
  types: readonly string[],
  makesIds: boolean,
): string {
  // The types are PostgreSQL's own names for them, from its catalogue.
  const arrays = types.map((type) => sql`${sql.val(null)}::${sql.raw(type)}[]`)
  const rows = sql`select * from unnest(${sql.join(arrays)})`
  const overriding = makesIds ? sql`overriding system value ` : sql``
  const into = sql`insert into ${sql.id(table)} (${names(columns)}) ${overriding}${rows}`
  return sql`${into} returning ${idOf(returning)} as id`.compile(SQL_WRITERS.postgres).sql
}

function idOf(column: string | undefined): RawBuilder<unknown> {
  return column === undefined ? sql.lit(null) : sql.id(column)
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)))
}
