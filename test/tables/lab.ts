import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { type TableConfig, type TableStore, postgresStore, sqliteStore } from '@surety/tables'
import { createTableStatements } from '../../packages/tables/src/ddl/ddl.ts'
import { columnOf } from '../../packages/tables/src/config/table-config.ts'
import type { Postgres } from '../postgres.ts'

export type Values = Record<string, unknown>

/** An empty database of one engine, the store over it, and an operator's hand on it. */
export interface TablesLab {
  readonly engine: 'sqlite' | 'postgres'
  readonly store: TableStore
  readonly run: (sql: string) => Promise<void>
  readonly query: (sql: string) => Promise<readonly Values[]>
  readonly close: () => Promise<void>
}

/** What makes one; `name` is for the titles of tests. */
export interface LabMaker {
  readonly name: string
  readonly make: () => Promise<TablesLab>
}

export const sqliteLab: LabMaker = {
  name: 'SQLite',
  async make() {
    const folder = mkdtempSync(join(tmpdir(), 'surety-tables-'))
    const file = join(folder, 'tables.db')
    const store = sqliteStore(file)
    const operator = new DatabaseSync(file, { timeout: 5000 })
    operator.exec('pragma journal_mode = wal')
    return {
      engine: 'sqlite',
      store,
      run: async (sql) => operator.exec(sql),
      query: async (sql) => operator.prepare(sql).all() as Values[],
      async close() {
        operator.close()
        await store.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
}

/** On a server that the suite has started; `storeAt` makes the store, which is ours or Prisma's. */
export function postgresLab(
  name: string,
  server: () => Postgres,
  storeAt: (url: string) => Promise<TableStore> = async (url) => postgresStore(url),
): LabMaker {
  return {
    name,
    async make() {
      const url = server().url()
      const operator = new pg.Pool({ connectionString: url, max: 2, types: { getTypeParser: () => String } })
      operator.on('error', () => undefined)
      await operator.query('drop schema public cascade; create schema public')
      const store = await storeAt(url)
      return {
        engine: 'postgres',
        store,
        run: async (sql) => void (await operator.query(sql)),
        query: async (sql) => (await operator.query<Values>(sql)).rows,
        async close() {
          await store.close()
          await operator.end()
        },
      }
    },
  }
}

/** Makes the tables as `surety tables ddl` prints them. */
export async function createTables(
  { engine, run }: Pick<TablesLab, 'engine' | 'run'>,
  tables: readonly TableConfig[],
): Promise<void> {
  for (const statement of createTableStatements(tables, engine)) await run(statement)
}

/** The rows of a table by the names of its fields, values as JSON would have them. */
export async function rowsOf({ query }: TablesLab, table: TableConfig): Promise<readonly Values[]> {
  const rows = await query(`select * from "${table.tableName}"`)
  return rows.map((row) =>
    Object.fromEntries(
      table.fields.map((field) => [field.name, readValue(field.dataType, row[columnOf(table, field.name)])]),
    ),
  )
}

function readValue(dataType: string, value: unknown): unknown {
  if (value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (dataType === 'integer' || dataType === 'numeric') return Number(text)
  if (dataType === 'boolean') return text === '1' || text === 't' || text === 'true'
  if (dataType === 'json') return JSON.parse(text)
  // PostgreSQL writes 2025-10-05 14:30:00.123456+00.
  return dataType === 'datetime' ? text.replace(' ', 'T').replace(/\+00$/, 'Z') : text
}
