import { randomUUID } from 'node:crypto'
import { insertManyText, insertText } from '../insert-text.ts'
import { SQL_WRITERS } from '../sql-writers.ts'
import { describePostgresTable, postgresTableNames } from './postgres-catalogue.ts'
import { type PostgresOptions, PostgresPool, hostsOf } from './postgres-pool.ts'
import { postgresFailure } from './postgres-failure.ts'
import type { Query } from '../query.ts'
import { insertedId, rowId } from '../row-key.ts'
import { StoreFailure } from '../store-failure.ts'
import { unmodifiedType } from './unmodified-type.ts'
import type { TableInfo } from '../table-info.ts'
import type { FieldValue, Insert, InsertColumn, InsertedRow, Row, RowId, TableStore } from '../table-store.ts'

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
  return {
    engine: 'postgres',
    effects: { network: hostsOf(url) },
    prepare: async () => undefined,
    describe: (tableName) => describePostgresTable(query, tableName),
    tableNames: () => postgresTableNames(query),
    compile: (table, columns) => compile(pool, table, columns),
    close: () => pool.close(),
  }
}

function compile(pool: PostgresPool, table: TableInfo, columns: readonly InsertColumn[]): Insert {
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
  )

  async function one(row: Row): Promise<RowId> {
    try {
      const values = row.map(stored)
      const { rows } = await pool.query({ ...single, values: makesId ? [randomUUID(), ...values] : values })
      return insertedId(rows[0])
    } catch (error) {
      throw postgresFailure(error, table)
    }
  }

  const source = givesId ? undefined : makesId ? MADE_HERE : table.idSource
  // Which id belongs to which row is certain only of ids that are made before the rows, and that nobody changes.
  if (columns.length === 0 || table.changesRows === true || (id !== undefined && !givesId && source === undefined))
    return { one }
  if (givesId && !KEPT_AS_WRITTEN.test(id?.type ?? '')) return { one }
  const all = source === undefined || id === undefined ? names : [id.name, ...names]
  const types = all.map((column) => unmodifiedType(table.columns.get(column)?.type ?? 'text'))
  const together = pool.prepared(insertManyText({ table: name, columns: all }, types, source !== undefined))

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
      const { rowCount } = await pool.query({ ...together, values })
      // A trigger that is newer than what is known of the table has left some out, and does not tell which.
      if (rowCount !== rows.length) return rows.map(() => ({ ok: false, failure: new StoreFailure('unknown') }))
      const given = names.indexOf(idColumn ?? '')
      return rows.map((row, index) => ({ ok: true, id: made[index] ?? rowId(row[given]) }))
    } catch (error) {
      throw postgresFailure(error, table)
    }
  }

  return { one, many }
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
