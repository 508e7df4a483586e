import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely'
import type { TableConfig, ToolConfiguration } from '../config/table-config.ts'
import { SQL_WRITERS } from '../store/sql-writers.ts'
import { columnCheck } from './column-check.ts'
import { columnType } from './column-type.ts'
import { constraintNames } from './constraint-names.ts'
import { readable } from './readable.ts'
import { type ColumnDesign, type TableDesign, tableDesigns } from './table-design.ts'

export type DdlEngine = 'sqlite' | 'postgres'

const KEY = 'id'

/** The CREATE TABLE statements for a configuration, one for each table, without semicolon. */
export function createTableStatements(
  configuration: ToolConfiguration | readonly TableConfig[],
  engine: DdlEngine,
): readonly string[] {
  const designs = tableDesigns('tables' in configuration ? configuration.tables : configuration)
  const nameOf = constraintNames(designs.map(({ name }) => name))
  const database = SQL_WRITERS[engine]
  return designs.map((design) => {
    const created = database.schema.createTable(design.name)
    const withColumns = addColumns(created, design, engine)
    const whole = addConstraints(withColumns, design, engine, nameOf)
    return readable((engine === 'sqlite' ? whole.modifyEnd(sql`strict`) : whole).compile().sql)
  })
}

type Builder = CreateTableBuilder<string, string>

function addColumns(created: Builder, { columns }: TableDesign, engine: DdlEngine): Builder {
  const isKey = ({ name }: ColumnDesign): boolean => isSame(name, KEY, engine)
  let builder = created
  if (!columns.some(isKey)) {
    builder =
      engine === 'sqlite'
        ? builder.addColumn(KEY, 'text', (column) => column.primaryKey().notNull())
        : builder.addColumn(KEY, 'uuid', (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
  }
  for (const column of columns) {
    builder = builder.addColumn(column.name, columnType(column.field, engine), (definition) => {
      if (isKey(column)) return keyOf(column, definition, engine)
      return column.notNull ? definition.notNull() : definition
    })
  }
  return builder
}

/** A field that is the key; where it may be left out, the database counts, as SQLite does by itself. */
function keyOf(
  { field, notNull }: ColumnDesign,
  definition: ColumnDefinitionBuilder,
  engine: DdlEngine,
): ColumnDefinitionBuilder {
  if (engine === 'sqlite') return definition.primaryKey().notNull()
  const counts = field.dataType === 'integer' && !notNull
  return counts ? definition.generatedByDefaultAsIdentity().primaryKey() : definition.primaryKey()
}

function addConstraints(
  withColumns: Builder,
  { name, columns, uniques }: TableDesign,
  engine: DdlEngine,
  nameOf: ReturnType<typeof constraintNames>,
): Builder {
  let builder = withColumns
  for (const unique of uniques) {
    if (unique.every((column) => isSame(column, KEY, engine))) continue
    builder = builder.addUniqueConstraint(nameOf([name, ...unique], 'key'), [...unique])
  }
  for (const column of columns) {
    const check = columnCheck(column, engine)
    if (check === undefined) continue
    builder = builder.addCheckConstraint(nameOf([name, column.name], 'check'), check)
  }
  return builder
}

/** SQLite ignores case. */
function isSame(one: string, other: string, engine: DdlEngine): boolean {
  return engine === 'sqlite' ? one.toLowerCase() === other.toLowerCase() : one === other
}
