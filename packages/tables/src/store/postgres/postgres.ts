import { randomUUID } from 'node:crypto'
import type { PoolClient, QueryConfig } from 'pg'
import { insertManyText, insertText, readBackText } from '../insert-text.ts'
import { SQL_WRITERS } from '../sql-writers.ts'
import { describePostgresTable, postgresTableNames } from './postgres-catalogue.ts'
import { type PostgresOptions, PostgresPool, hostsOf } from './postgres-pool.ts'
import { postgresFailure } from './postgres-failure.ts'
import type { Query } from '../query.ts'
import { insertedId, rowId } from '../row-key.ts'
import { StoreFailure } from '../store-failure.ts'
import { toldById } from '../told-by-id.ts'
import { unmodifiedType } from './unmodified-type.ts'
import type { TableInfo } from '../table-info.ts'
import type {
  FieldValue,
  Insert,
  InsertCall,
  InsertColumn,
  InsertedRow,
  Row,
  RowId,
  TableStore,
} from '../table-store.ts'

type Values = Readonly<Record<string, unknown>>

/** Tables in a PostgreSQL database. They are never made here: `surety tables ddl` prints what would make them. */
export function postgresStore(url: string, options: PostgresOptions = {}): TableStore {
  const pool = new PostgresPool(url, options)
  const query: Query = async (text, parameters) => {
    try {
      return (await pool.query({ ...pool.prepared(text), values: [...parameters] })).rows
    } catch (error) {
      throw postgresFailure(error)
    }
  }
  let edition = 0
  return {
    engine: 'postgres',
    effects: { network: hostsOf(url) },
    prepare: async () => undefined,
    describe: (tableName) => describePostgresTable(query, tableName),
    tableNames: () => postgresTableNames(query),
    compile: (table, columns) => compile(pool, table, columns, (edition += 1)),
    close: () => pool.close(),
  }
}

/** A connection keeps what its statements of an earlier edition give back, though the table gives something else now. */
function compile(pool: PostgresPool, table: TableInfo, columns: readonly InsertColumn[], edition: number): Insert {
  const { name, idColumn } = table
  const id = idColumn === undefined ? undefined : table.columns.get(idColumn)
  const givesId = columns.some((column) => column.name === idColumn)
  const makesId = id?.needsUuid === true && !givesId
  const names = columns.map((column) => column.name)
  const single = pool.prepared(
    insertText(SQL_WRITERS.postgres, {
      table: name,
      columns: makesId ? [id.name, ...names] : names,
      returning: idColumn,
    }),
    edition,
  )
  const readBack = table.changesLater === true ? readBackText(SQL_WRITERS.postgres, table) : undefined

  async function one(row: Row, call?: InsertCall): Promise<RowId> {
    try {
      const values = row.map(stored)
      const query = { ...single, values: makesId ? [randomUUID(), ...values] : values }
      if (readBack === undefined) return insertedId((await pool.query(query, call)).rows[0])
      const { given, isThere } = await pool.transaction((client) => insertAndReadBack(client, query, readBack), call)
      if (!isThere) throw new StoreFailure('uncertain')
      return insertedId(given)
    } catch (error) {
      throw postgresFailure(error, table)
    }
  }

  const source = givesId ? undefined : makesId ? MADE_HERE : table.idSource
  // Which id belongs to which row is certain only of ids that are made before the rows, and that nobody changes.
  const isChanged = table.changesRows === true || table.changesLater === true
  if (columns.length === 0 || isChanged || (id !== undefined && !givesId && source === undefined)) return { one }
  if (givesId && !KEPT_AS_WRITTEN.test(id?.type ?? '')) return { one }
  const all = source === undefined || id === undefined ? names : [id.name, ...names]
  const types = all.map((column) => unmodifiedType(table.columns.get(column)?.type ?? 'text'))
  const manyText = insertManyText({ table: name, columns: all, returning: idColumn }, types, source !== undefined)
  const together = pool.prepared(manyText, edition)

  async function idsFor(count: number): Promise<readonly string[]> {
    if (source === undefined) return []
    if (source.kind === 'uuid') return Array.from({ length: count }, () => randomUUID())
    const text = 'select nextval($1::regclass)::text as id from generate_series(1, $2::int)'
    const { rows } = await pool.query({ text, values: [source.sequence, count] })
    return rows.map((row) => String(row['id']))
  }

  async function many(rows: readonly Row[]): Promise<readonly InsertedRow[]> {
    try {
      const made = await idsFor(rows.length)
      const columnValues = names.map((_, index) => rows.map((row) => storedIn(row, index)))
      const values = source === undefined ? columnValues : [made, ...columnValues]
      const given = names.indexOf(idColumn ?? '')
      const result = await pool.query({ ...together, values })
      // A trigger may be newer than what is known of the table.
      return toldById(
        rows.map((row, index) => made[index] ?? rowId(row[given])),
        result.rows.map(({ id }) => rowId(id)),
      )
    } catch (error) {
      throw postgresFailure(error, table)
    }
  }

  return { one, many }
}

interface ReadBack {
  readonly given: Values | undefined
  readonly isThere: boolean
}

/** The row that was inserted; is it there under its key when its triggers are done, also those that wait for the end? */
async function insertAndReadBack(client: PoolClient, insert: QueryConfig, readBack: string): Promise<ReadBack> {
  const [given] = (await client.query<Values>(insert)).rows
  const id = rowId(given?.['id'])
  if (id === undefined) return { given, isThere: true }
  await client.query('set constraints all immediate')
  const { rows } = await client.query(readBack, [id])
  return { given, isThere: rows.length > 0 }
}

/** Types of keys that are read back as they were sent: a uuid comes back in lower case. */
const KEPT_AS_WRITTEN = /^(text|character varying|smallint|integer|bigint)\b/

const MADE_HERE = { kind: 'uuid' } as const

/** Numbers as their shortest text, which PostgreSQL reads exactly. */
function stored(value: FieldValue): string | boolean {
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' ? String(value) : value
}

function storedIn(row: Row, index: number): string | boolean {
  return stored(row[index] ?? '')
}
