import { z } from 'zod'
import { createTableChecks } from './create-table-checks.ts'
import { jsonRows } from '../json-rows.ts'
import type { Query } from '../query.ts'
import { idColumnOf, isOurs, needsUuid } from '../row-key.ts'
import { sqliteType } from './sqlite-type.ts'
import type { ColumnInfo, ConstraintInfo, TableInfo } from '../table-info.ts'

const TABLE_NAMES = `
  select name from pragma_table_list
  where schema = 'main' and type = 'table' and substr(name, 1, 7) <> 'sqlite_'
  order by name`

/** One statement, so that a table that changes meanwhile is told as it was at one moment. */
const TABLE = `
  select t.strict, t.wr as "withoutRowid",
    (select schema_version from pragma_schema_version) as version,
    exists (select 1 from sqlite_master where type = 'trigger' and lower(tbl_name) = lower(t.name)) as "hasTriggers",
    (select sql from sqlite_master where type = 'table' and name = t.name) as sql,
    (select json_group_array(json_object('name', c.name, 'type', c.type, 'notNull', c."notnull",
      'defaultValue', c.dflt_value, 'key', c.pk, 'hidden', c.hidden) order by c.cid)
      from pragma_table_xinfo(t.name, 'main') c) as columns,
    (select json_group_array(json_object('name', i.name, 'origin', i.origin, 'partial', i.partial,
      'columns', (select json_group_array(x.name order by x.seqno)
        from pragma_index_xinfo(i.name, 'main') x where x.key)) order by i.seq desc)
      from pragma_index_list(t.name, 'main') i where i."unique") as uniques,
    (select json_group_array(json_object('id', f.id, 'column', f."from") order by f.id desc, f.seq)
      from pragma_foreign_key_list(t.name, 'main') f) as "foreignKeys"
  from pragma_table_list(?1) t
  where t.schema = 'main' and t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_' and t.name = ?1`

const Column = z.object({
  name: z.string(),
  type: z.string(),
  notNull: z.number(),
  defaultValue: z.string().nullable(),
  key: z.number(),
  hidden: z.number(),
})
const Unique = z.object({
  name: z.string(),
  origin: z.string(),
  partial: z.number(),
  /** Null is an expression. */
  columns: z.array(z.string().nullable()),
})
const Table = z.object({
  strict: z.coerce.boolean(),
  withoutRowid: z.coerce.boolean(),
  version: z.coerce.number(),
  hasTriggers: z.coerce.boolean(),
  sql: z.string(),
  columns: jsonRows(Column),
  uniques: jsonRows(Unique),
  foreignKeys: jsonRows(z.object({ id: z.number(), column: z.string() })),
})

type Column = z.output<typeof Column>
type Unique = z.output<typeof Unique>

/** The names of the tables that rows can be inserted into. */
export async function sqliteTableNames(query: Query): Promise<readonly string[]> {
  const rows = z.array(z.object({ name: z.string() })).parse(await query(TABLE_NAMES, []))
  return rows.map(({ name }) => name).filter((name) => !isOurs(name))
}

/** What SQLite's catalogue says of a table of exactly this name; undefined where there is none. */
export async function describeSqliteTable(query: Query, tableName: string): Promise<TableInfo | undefined> {
  const [row] = isOurs(tableName) ? [] : await query(TABLE, [tableName])
  if (row === undefined) return undefined
  const table = Table.parse(row)

  const primaryKey = table.columns.filter(({ key }) => key > 0).toSorted((a, b) => a.key - b.key)
  const keyNames = primaryKey.map(({ name }) => name)
  const idColumn = idColumnOf(keyNames, table.columns)
  const rowid = rowidOf(primaryKey, table.uniques)
  const foreignKeys = foreignKeysOf(table.foreignKeys)
  const columns = table.columns.map((column): ColumnInfo => {
    const info = columnInfo(column, table.strict, column.name === rowid)
    return { ...info, needsUuid: needsUuid(info, idColumn, foreignKeys) }
  })
  return {
    name: tableName,
    columns: new Map(columns.map((column) => [column.name, column])),
    idColumn,
    uniques: [
      ...(rowid === undefined ? [] : [{ name: undefined, columns: [rowid] }]),
      ...table.uniques.map(uniqueInfo),
    ],
    foreignKeys,
    checks: createTableChecks(table.sql),
    version: table.version,
    ...(table.hasTriggers && { changesLater: true }),
    ...(!table.withoutRowid && rowNumberOf(columns)),
  }
}

/** A column that has one of its names hides that name. */
function rowNumberOf(columns: readonly ColumnInfo[]): Pick<TableInfo, 'rowNumber'> {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()))
  const rowNumber = ['rowid', '_rowid_', 'oid'].find((name) => !names.has(name))
  return rowNumber === undefined ? {} : { rowNumber }
}

function columnInfo(column: Column, strict: boolean, isRowid: boolean): Omit<ColumnInfo, 'needsUuid'> {
  const generated = column.hidden > 1
  const { defaultValue } = column
  return {
    name: column.name,
    type: column.type,
    ...sqliteType(column.type, strict),
    nullable: column.notNull === 0 && !isRowid,
    hasDefault: isRowid || generated || (defaultValue !== null && defaultValue.toUpperCase() !== 'NULL'),
    generated,
  }
}

/** The column that is SQLite's own row number, which it fills in itself: it alone is a key without an index. */
function rowidOf([key, ...others]: readonly Column[], uniques: readonly Unique[]): string | undefined {
  if (key === undefined || others.length > 0 || key.type.toUpperCase() !== 'INTEGER') return undefined
  return uniques.some(({ origin }) => origin === 'pk') ? undefined : key.name
}

function uniqueInfo({ name, origin, partial, columns }: Unique): ConstraintInfo {
  const known = columns.filter((column) => column !== null)
  return {
    // The others have names that SQLite made up and never tells.
    name: origin === 'c' ? name : undefined,
    columns: known,
    ...((partial > 0 || known.length < columns.length) && { partial: true }),
  }
}

function foreignKeysOf(rows: readonly { readonly id: number; readonly column: string }[]): readonly ConstraintInfo[] {
  const columns = new Map<number, readonly string[]>()
  for (const { id, column } of rows) columns.set(id, [...(columns.get(id) ?? []), column])
  return [...columns.values()].map((names) => ({ name: undefined, columns: names }))
}
