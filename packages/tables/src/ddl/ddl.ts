import type { TableConfig } from '../config/table-config.ts'
import { columnOf } from '../config/table-config.ts'
export function createTableStatements(
  tables: readonly TableConfig[],
  engine: 'sqlite' | 'postgres',
): readonly string[] {
  return tables.map((table) => {
    const cols = table.fields.map((f) => {
      const col = `"${columnOf(table, f.name)}"`
      const pgt = {
        text: 'maxLength' in f && f.maxLength ? `varchar(${f.maxLength})` : 'text',
        integer: 'bigint',
        numeric: 'scale' in f && f.scale !== undefined ? `numeric(10,2)` : 'numeric',
        boolean: 'boolean',
        enum: 'text',
        datetime: 'timestamptz',
        json: 'jsonb',
      }[f.dataType]
      const sq = {
        text: 'TEXT',
        integer: 'INTEGER',
        numeric: 'REAL',
        boolean: 'INTEGER',
        enum: 'TEXT',
        datetime: 'TEXT',
        json: 'TEXT',
      }[f.dataType]
      return `${col} ${engine === 'sqlite' ? sq : pgt}${f.required ? ' not null' : ''}`
    })
    const id = engine === 'sqlite' ? 'id TEXT PRIMARY KEY NOT NULL' : 'id uuid primary key default gen_random_uuid()'
    const un = (table.constraints?.unique ?? []).map(
      (u) => `unique (${u.map((n) => `"${columnOf(table, n)}"`).join(',')})`,
    )
    return `create table "${table.tableName}" (${[id, ...cols, ...un].join(', ')})${engine === 'sqlite' ? ' strict' : ''}`
  })
}
