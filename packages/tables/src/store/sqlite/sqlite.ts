import { randomUUID } from 'node:crypto'
import { relative, resolve, sep } from 'node:path'
import type { TableConfig } from '../../config/table-config.ts'
import { createTableStatements } from '../../ddl/ddl.ts'
import { insertText, readBackText } from '../insert-text.ts'
import { SQL_WRITERS } from '../sql-writers.ts'
import { describeSqliteTable, sqliteTableNames } from './sqlite-catalogue.ts'
import type { OpenDatabase } from './open-database.ts'
import { SqliteConnection, type SqliteOptions } from './sqlite-connection.ts'
import { sqliteFailure } from './sqlite-failure.ts'
import { insertedId } from '../row-key.ts'
import { StoreFailure } from '../store-failure.ts'
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

/** Tables in one SQLite file, which is made where it is missing, with the tables of the configuration. */
export function sqliteStore(file: string, options: SqliteOptions = {}): TableStore {
  const path = resolve(file)
  const connection = new SqliteConnection(path, options)
  const query = async (text: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]> =>
    connection.run((database) => database.all(text, parameters))
  return {
    engine: 'sqlite',
    effects: effectsOf(path),
    async prepare(tables) {
      const existing = new Set(await sqliteTableNames(query))
      const missing = tables.filter(({ tableName }) => !existing.has(tableName))
      if (missing.length === 0) return
      // Another process may have made them meanwhile, and cannot while this transaction lasts.
      const make = (database: OpenDatabase): void => {
        const tables = missing.filter((table) => !isMade(database, table))
        for (const text of createTableStatements(tables, 'sqlite')) database.execute(text)
      }
      await connection.run((database) => database.transaction(() => make(database)))
    },
    describe: (tableName) => describeSqliteTable(query, tableName),
    tableNames: () => sqliteTableNames(query),
    compile: (table, columns) => compile(connection, table, columns),
    close: () => connection.close(),
  }
}

const IS_TABLE = "select 1 from sqlite_master where type = 'table' and name = ?"

function isMade(database: OpenDatabase, { tableName }: TableConfig): boolean {
  return database.all(IS_TABLE, [tableName]).length > 0
}

function effectsOf(path: string): TableStore['effects'] {
  const file = relative('.', path).split(sep).join('/')
  const isInside = !file.startsWith('..') && !file.startsWith('/')
  return { network: [], ...(isInside && { writes: [file, `${file}-wal`, `${file}-shm`] }) }
}

function compile(connection: SqliteConnection, table: TableInfo, columns: readonly InsertColumn[]): Insert {
  const { name, idColumn } = table
  const id = idColumn === undefined ? undefined : table.columns.get(idColumn)
  const makesId = id?.needsUuid === true && !columns.some((column) => column.name === idColumn)
  const text = insertText(SQL_WRITERS.sqlite, {
    table: name,
    columns: [...(makesId ? [id.name] : []), ...columns.map((column) => column.name)],
    returning: idColumn,
  })
  const parametersOf = (row: Row): FieldValue[] => [
    ...(makesId ? [randomUUID()] : []),
    ...row.map((value) => stored(value)),
  ]
  const readBack = table.changesLater === true ? readBackText(SQL_WRITERS.sqlite, table) : undefined
  function insert(database: OpenDatabase, row: Row): ReturnType<OpenDatabase['first']> {
    const given = database.first(text, parametersOf(row))
    if (given === undefined || readBack === undefined) return given
    return database.first(readBack, table.rowNumber === undefined ? [given['id']] : [])
  }

  function transaction<T>(work: (database: OpenDatabase) => T, call?: InsertCall): Promise<T> {
    let tries = 0
    return connection.run((database) => {
      if (tries++ > 0 && call?.signal.aborted === true) throw new StoreFailure('timeout')
      return database.transaction(() => {
        if (database.schemaVersion() !== table.version) throw new StoreFailure('outdated')
        return work(database)
      })
    })
  }

  async function one(row: Row, call?: InsertCall): Promise<RowId> {
    try {
      // Only when it is committed: what a trigger that leaves the row out has done stays.
      return insertedId(await transaction((database) => insert(database, row), call))
    } catch (error) {
      throw sqliteFailure(error, table)
    }
  }

  /** A statement that fails is undone alone: the rows before and after it stay. */
  async function many(rows: readonly Row[]): Promise<readonly InsertedRow[]> {
    try {
      return await transaction((database) =>
        rows.map((row): InsertedRow => {
          try {
            return { ok: true, id: insertedId(insert(database, row)) }
          } catch (error) {
            // Some failures, such as a full disk, undo the whole transaction.
            if (!database.isTransaction()) throw error
            return { ok: false, failure: sqliteFailure(error, table) }
          }
        }),
      )
    } catch (error) {
      throw sqliteFailure(error, table)
    }
  }

  return { one, many }
}

function stored(value: FieldValue): FieldValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? JSON.stringify(value) : value
}
