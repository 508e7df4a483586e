import { type Kysely, type RawBuilder, sql } from 'kysely'
import { SQL_WRITERS } from './sql-writers.ts'

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
  const id = returning === undefined ? sql.lit(null) : sql.id(returning)
  return sql`${given} returning ${id} as id`.compile(writer).sql
}

/**
 * `insert into t (a, b) select * from unnest($1::text[], $2::int[])`, one array for each column. With `makesIds` the first column is a
 * key that was made as the database would have made it, also where the database lets nobody else give one.
 */
export function insertManyText({ table, columns }: InsertParts, types: readonly string[], makesIds: boolean): string {
  // The types are PostgreSQL's own names for them, from its catalogue.
  const arrays = types.map((type) => sql`${sql.val(null)}::${sql.raw(type)}[]`)
  const rows = sql`select * from unnest(${sql.join(arrays)})`
  const overriding = makesIds ? sql`overriding system value ` : sql``
  return sql`insert into ${sql.id(table)} (${names(columns)}) ${overriding}${rows}`.compile(SQL_WRITERS.postgres).sql
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)))
}
