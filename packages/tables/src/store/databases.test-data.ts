import { DatabaseSync } from '@photostructure/sqlite'
import { Pool } from 'pg'
import { z } from 'zod'
import { find } from '../../../../test/machine.ts'
import { startPostgres } from '../../../../test/postgres.ts'
import { describePostgresTable, postgresTableNames } from './postgres/postgres-catalogue.ts'
import type { Query } from './query.ts'
import { describeSqliteTable, sqliteTableNames } from './sqlite/sqlite-catalogue.ts'
import type { TableInfo } from './table-info.ts'

/** An empty database to make tables in, and what its catalogue says of them. */
export interface Lab {
  readonly engine: 'sqlite' | 'postgres'
  readonly query: Query
  /** Runs statements, separated by semicolons. */
  readonly run: (...statements: readonly string[]) => Promise<void>
  readonly describe: (tableName: string) => Promise<TableInfo | undefined>
  readonly tableNames: () => Promise<readonly string[]>
  readonly end: () => Promise<void>
}

export function sqliteLab(): Lab {
  const database = new DatabaseSync(':memory:')
  const query: Query = async (sql, parameters) => database.prepare(sql).all(...z.array(z.string()).parse(parameters))
  return {
    engine: 'sqlite',
    query,
    run: async (...statements) => database.exec(statements.join(';\n')),
    describe: (tableName) => describeSqliteTable(query, tableName),
    tableNames: () => sqliteTableNames(query),
    end: async () => database.close(),
  }
}

export interface PostgresLab extends Lab {
  /** Forgets all tables. */
  readonly clear: () => Promise<void>
}

export function postgresLab(): PostgresLab {
  const server = startPostgres()
  // One connection, so that a setting holds for all that follows.
  const pool = new Pool({ connectionString: server.url(), max: 1 })
  const query: Query = async (sql, parameters) => (await pool.query(sql, [...parameters])).rows
  const run: Lab['run'] = async (...statements) => void (await pool.query(statements.join(';\n')))
  return {
    engine: 'postgres',
    query,
    run,
    describe: (tableName) => describePostgresTable(query, tableName),
    tableNames: () => postgresTableNames(query),
    clear: () => run('drop schema public cascade', 'create schema public'),
    end: async () => {
      await pool.end()
      server.remove()
    },
  }
}

export const hasPostgres: boolean = find('postgres') !== undefined

export const LABS: readonly { readonly engine: string; readonly start: () => Lab }[] = [
  { engine: 'SQLite', start: sqliteLab },
  ...(hasPostgres ? [{ engine: 'PostgreSQL', start: postgresLab }] : []),
]
