import { type TableConfig, columnOf } from '../config/table-config.ts'
import { StoreFailure } from '../store/store-failure.ts'
import type { TableInfo } from '../store/table-info.ts'
import type { InsertColumn, RowId, TableStore } from '../store/table-store.ts'
import { coalesced } from './coalesce.ts'
import type { FilledRow } from './row-of.ts'

type InsertOne = (values: FilledRow['values']) => Promise<RowId>

/**
 * Inserts rows into one table. The table and its columns are looked up in the database's catalogue before the first insert; an
 * insert is compiled once for each set of columns. When the table turns out to have changed, all of that is done again.
 */
export class Inserts {
  private readonly table: TableConfig
  private readonly store: TableStore
  private known: Promise<TableInfo> | undefined
  private readonly compiled = new Map<string, InsertOne>()

  constructor(table: TableConfig, store: TableStore) {
    this.table = table
    this.store = store
  }

  /** Throws StoreFailure. */
  async insert(row: FilledRow): Promise<RowId> {
    try {
      return await this.tryInsert(row)
    } catch (error) {
      if (!(error instanceof StoreFailure) || !CHANGED.has(error.kind)) throw error
      this.forget()
      if (error.kind !== 'outdated') throw error
      return this.tryInsert(row)
    }
  }

  private async tryInsert({ columns, values }: FilledRow): Promise<RowId> {
    const info = await this.lookUp()
    const insertOne = this.compile(info, columns)
    return insertOne(values)
  }

  private async lookUp(): Promise<TableInfo> {
    this.known ??= this.describe()
    try {
      return await this.known
    } catch (error) {
      // It may be there the next time.
      this.known = undefined
      throw error
    }
  }

  private async describe(): Promise<TableInfo> {
    const { tableName, fields } = this.table
    const info = await this.store.describe(tableName)
    if (info === undefined) throw new StoreFailure('table_not_found')
    const missing = fields.map(({ name }) => columnOf(this.table, name)).filter((column) => !info.columns.has(column))
    if (missing.length > 0) throw new StoreFailure('column_not_found', missing)
    return info
  }

  private compile(info: TableInfo, columns: readonly InsertColumn[]): InsertOne {
    // No name of a column contains a line break: each is a valid name of a field, or was found in the catalogue.
    const key = columns.map(({ name }) => name).join('\n')
    const known = this.compiled.get(key)
    if (known !== undefined) return known
    const insert = this.store.compile(info, columns)
    const made =
      this.table.coalesce === true && insert.many !== undefined ? coalesced(insert.one, insert.many) : insert.one
    this.compiled.set(key, made)
    return made
  }

  private forget(): void {
    this.known = undefined
    this.compiled.clear()
  }
}

const CHANGED: ReadonlySet<string> = new Set(['table_not_found', 'column_not_found', 'outdated'])
