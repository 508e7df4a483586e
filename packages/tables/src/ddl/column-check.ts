import { type RawBuilder, sql } from 'kysely'
import { DATETIME_GLOB } from '../store/conditions/checked-column.ts'
import { MAX_VARCHAR } from './column-type.ts'
import type { ColumnDesign } from './table-design.ts'
import type { DdlEngine } from './ddl.ts'

/** The condition that says of a column what its type does not; undefined where the type says it all. */
export function columnCheck(column: ColumnDesign, engine: DdlEngine): RawBuilder<unknown> | undefined {
  const conditions = conditionsOf(column, engine)
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `)
}

function conditionsOf({ name, field }: ColumnDesign, engine: DdlEngine): readonly RawBuilder<unknown>[] {
  const column = sql.id(name)
  const isSqlite = engine === 'sqlite'
  switch (field.dataType) {
    case 'text': {
      const length = sql`${sql.raw(isSqlite ? 'length' : 'char_length')}(${column})`
      const { minLength = 0, maxLength } = field
      const byType = !isSqlite && (maxLength ?? 0) <= MAX_VARCHAR
      return [...atLeast(length, minLength || undefined), ...atMost(length, byType ? undefined : maxLength)]
    }
    case 'integer':
    case 'numeric':
      return [...atLeast(column, field.min), ...atMost(column, field.max)]
    case 'enum':
      return [oneOf(column, field.enumValues)]
    case 'boolean':
      return isSqlite ? [oneOf(column, [0, 1])] : []
    case 'datetime':
      return isSqlite ? [sql`${column} glob ${sql.lit(DATETIME_GLOB)}`] : []
    case 'json':
      return isSqlite ? [sql`json_valid(${column})`] : []
  }
}

function atLeast(value: RawBuilder<unknown>, min: number | undefined): readonly RawBuilder<unknown>[] {
  return min === undefined ? [] : [sql`${value} >= ${sql.lit(min)}`]
}

function atMost(value: RawBuilder<unknown>, max: number | undefined): readonly RawBuilder<unknown>[] {
  return max === undefined ? [] : [sql`${value} <= ${sql.lit(max)}`]
}

function oneOf(column: RawBuilder<unknown>, values: readonly (string | number)[]): RawBuilder<unknown> {
  return sql`${column} in (${sql.join(values.map((value) => sql.lit(value)))})`
}
