import type { DatabaseSync } from '@photostructure/sqlite'
import { RowError, type Sql, type Table, type Value, onlyRow } from './database.ts'

export type Connected = InstanceType<typeof DatabaseSync>
type Statement = ReturnType<Connected['prepare']>

// Of a statement that may give many rows the driver does not tell the code.
const CONSTRAINT = /\bconstraint failed\b/

/** An open database, and how statements are put to it. */
export interface Connection {
  // Kept here because its statements do not keep it from being collected.
  readonly database: Connected
  readonly sql: Sql
  readonly close: () => void
}

export function connectionTo(database: Connected): Connection {
  const ofMany = new Map<string, Statement>()
  const ofOne = new Map<string, Statement>()
  const prepared = (statement: string, parameters: number, table: Table | undefined): Statement => {
    const statements = onlyRow(table) === undefined ? ofMany : ofOne
    const made = statements.get(statement) ?? database.prepare(sqliteText(statement, parameters, table))
    statements.set(statement, made)
    return made
  }
  return {
    database,
    sql: async <Row>(statement: string, parameters: readonly Value[] = [], table?: Table) => {
      try {
        const values = [...parameters, ...valuesOf(table)]
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement says what a row is
        return prepared(statement, parameters.length, table).all(...values) as Row[]
      } catch (error) {
        throw error instanceof Error && CONSTRAINT.test(error.message) ? new RowError(error.message) : error
      }
    },
    close: () => {
      ofMany.clear()
      ofOne.clear()
      database.close()
    },
  }
}

export async function transaction<T>(
  { database, sql }: Connection,
  begin: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  database.exec(begin)
  try {
    const result = await work(sql)
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/** The statement in SQLite's words: the values of an only row are its last parameters, those of many one JSON text. */
function sqliteText(statement: string, parameters: number, table: Table | undefined): string {
  const isOne = onlyRow(table) !== undefined
  const columns = Object.keys(table?.columns ?? {}).map((name, index) =>
    isOne ? `?${parameters + index + 1} as ${name}` : `value->>${index} as ${name}`,
  )
  const source = isOne ? '' : ` from json_each(?${parameters + 1})`
  return statement
    .replaceAll('{rows}', `(select ${columns.join(', ')}${source}) as rows`)
    .replaceAll('{now}', "cast(unixepoch('subsec') * 1000 as integer)")
    .replaceAll('{lock}', '')
    .replaceAll('{hold}', '0 as held')
    .replaceAll(/\$(\d+)/g, '?$1')
}

function valuesOf(table: Table | undefined): readonly Value[] {
  return table === undefined ? [] : (onlyRow(table) ?? [JSON.stringify(table.rows)])
}

/** The low byte of SQLite's extended codes is the kind of error. */
export function kindOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}
