import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'

/** Writes SQL and runs none: identifiers are quoted by the engine's rules, values are parameters. */
export const sqliteWriter: Kysely<unknown> = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export const postgresWriter: Kysely<unknown> = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

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

/** `insert into t (a, b) select * from unnest($1::text[], $2::int[])`, one array for each column. */
export function insertManyText({ table, columns }: InsertParts, types: readonly string[]): string {
  // The types are PostgreSQL's own names for them, from its catalogue.
  const arrays = types.map((type) => sql`${sql.val(null)}::${sql.raw(type)}[]`)
  const rows = sql`select * from unnest(${sql.join(arrays)})`
  return sql`insert into ${sql.id(table)} (${names(columns)}) overriding system value ${rows}`.compile(postgresWriter)
    .sql
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)))
}
