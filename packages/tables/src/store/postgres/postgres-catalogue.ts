import { z } from 'zod'
import { type PostgresCheck, type PostgresColumn, type PostgresUnique, readPostgresTable } from './postgres-rows.ts'
import { postgresType } from './postgres-type.ts'
import type { Query } from '../query.ts'
import { idColumnOf, isOurs, needsUuid } from '../row-key.ts'
import { sqlTokens } from '../conditions/sql-tokens.ts'
import type { CheckInfo, ColumnInfo, ConstraintInfo, TableInfo } from '../table-info.ts'

const TABLE_NAMES = `
  select c.relname::text as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and pg_catalog.pg_table_is_visible(c.oid)
    and n.nspname not in ('pg_catalog', 'information_schema')
  order by 1`

/** The names of the tables that rows can be inserted into, as the search path finds them. */
export async function postgresTableNames(query: Query): Promise<readonly string[]> {
  const rows = z.array(z.object({ name: z.string() })).parse(await query(TABLE_NAMES, []))
  return rows.map(({ name }) => name).filter((name) => !isOurs(name))
}

/** What PostgreSQL's catalogue says of the table that the search path finds; undefined where there is none. */
export async function describePostgresTable(query: Query, tableName: string): Promise<TableInfo | undefined> {
  const table = isOurs(tableName) ? undefined : await readPostgresTable(query, tableName)
  if (table === undefined) return undefined
  const { columns: rows, uniques, foreignKeys, checks } = table

  const idColumn = idColumnOf(uniques.find(({ isPrimary }) => isPrimary)?.columns ?? [], rows)
  const columns = rows.map((column): ColumnInfo => {
    const info = columnInfo(column)
    return { ...info, needsUuid: needsUuid(info, idColumn, foreignKeys) }
  })
  return {
    name: tableName,
    columns: new Map(columns.map((column) => [column.name, column])),
    idColumn,
    ...(table.changesRows && { changesRows: true }),
    ...(table.changesLater && { changesLater: true }),
    ...idSourceOf(rows.find(({ name }) => name === idColumn)),
    uniques: uniques.map(uniqueInfo),
    foreignKeys,
    checks: checks.map(checkInfo),
  }
}

function columnInfo(column: PostgresColumn): Omit<ColumnInfo, 'needsUuid'> {
  const generated = column.generated !== '' || column.identity === 'a'
  // `DEFAULT NULL` of a type with a length is kept as a cast.
  const fills = column.defaultValue !== null && !column.defaultValue.startsWith('NULL::')
  return {
    name: column.name,
    type: column.type,
    ...postgresType(column),
    nullable: !column.notNull,
    hasDefault: generated || column.identity !== '' || fills || (column.domainDefault && column.defaultValue === null),
    generated,
  }
}

const RANDOM_UUID = /^(\w+\.)?(gen_random_uuid|uuid_generate_v4)\(\)$/
const NEXT_VALUE = /^nextval\('([^']*)'::regclass\)$/

/** Of a default that is more than this nobody but the database knows the next value. */
function idSourceOf(column: PostgresColumn | undefined): Pick<TableInfo, 'idSource'> {
  const { defaultValue, identity, sequence } = column ?? {}
  if (RANDOM_UUID.test(defaultValue ?? '')) return { idSource: { kind: 'uuid' } }
  const counter = (identity ?? '') === '' ? NEXT_VALUE.exec(defaultValue ?? '')?.[1] : sequence
  return typeof counter === 'string' ? { idSource: { kind: 'sequence', sequence: counter } } : {}
}

function uniqueInfo({ name, columns, used, partial }: PostgresUnique): ConstraintInfo {
  return { name, columns: [...new Set([...columns, ...used])], ...(partial && { partial }) }
}

/** The condition of a domain says VALUE where that of a table names the column. */
function checkInfo({ name, expression, valueOf }: PostgresCheck): CheckInfo {
  if (valueOf === null) return { name, expression }
  let text = ''
  let copied = 0
  for (const token of sqlTokens(expression)) {
    if (token.kind !== 'word' || token.value !== 'VALUE') continue
    text += expression.slice(copied, token.start) + valueOf
    copied = token.end
  }
  return { name, expression: text + expression.slice(copied) }
}
