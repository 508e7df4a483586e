import { isDeepStrictEqual } from 'node:util'
import type { TableConfig } from '../config/table-config.ts'
import { type FailureKind, StoreFailure } from '../store/store-failure.ts'
import type { TableInfo } from '../store/table-info.ts'
import type { InsertCall, InsertColumn, InsertOne, RowId, TableStore } from '../store/table-store.ts'
import { coalesced } from './coalesce.ts'
import type { FilledRow } from './row-of.ts'

/** A table as the database's catalogue told it, and what was compiled from that: one insert for each set of columns. */
interface Known {
  readonly info: TableInfo
  readonly compiled: Map<string, InsertOne>
}

/** The key of a row that is stored, and its column. */
export interface StoredKey {
  readonly id: RowId
  readonly idColumn: string | undefined
}

/**
 * Inserts rows into one table. The table is looked up in the database's catalogue before the first insert, and again after every
 * failure that may mean that it has changed. Where it has, and nothing was stored, the insert is tried once more.
 */
export class Inserts {
  private readonly table: TableConfig
  private readonly store: TableStore
  private known: Promise<Known> | undefined
  private lookingAgain: Promise<Known> | undefined

  constructor(table: TableConfig, store: TableStore) {
    this.table = table
    this.store = store
  }

  /** Throws StoreFailure. A row that still waits when its call is over is not stored. */
  async insert(row: FilledRow, call?: InsertCall): Promise<StoredKey> {
    const known = await this.lookUp()
    try {
      return await this.insertInto(known, row, call)
    } catch (error) {
      const doubt = error instanceof StoreFailure ? DOUBTS[error.kind] : undefined
      if (doubt === undefined) throw error
      const looking = this.lookAgain(known, doubt === 'outdated')
      if (doubt === 'may be stored') await looking.catch(() => undefined)
      if (doubt === 'may be stored' || (await looking) === known) throw error
      return this.insertInto(await looking, row, call)
    }
  }

  private async insertInto(known: Known, { columns, values }: FilledRow, call?: InsertCall): Promise<StoredKey> {
    const { columns: existing, idColumn } = known.info
    const missing = columns.map(({ name }) => name).filter((name) => !existing.has(name))
    if (missing.length > 0) throw new StoreFailure('column_not_found', missing)
    return { id: await this.compile(known, columns)(values, call), idColumn }
  }

  private compile({ info, compiled }: Known, columns: readonly InsertColumn[]): InsertOne {
    const key = JSON.stringify(columns.map(({ name }) => name))
    const made = compiled.get(key)
    if (made !== undefined) return made
    const { one, many } = this.store.compile(info, columns)
    const insertOne = this.table.coalesce === true && many !== undefined ? coalesced(one, many) : one
    compiled.set(key, insertOne)
    return insertOne
  }

  private async lookUp(): Promise<Known> {
    this.known ??= this.describe()
    return this.orForget(this.known)
  }

  /** The same as before where nothing has changed; all who ask at the same time share the answer. */
  private async lookAgain(before: Known, isOutdated: boolean): Promise<Known> {
    const latest = await this.lookUp()
    if (latest !== before) return latest
    this.lookingAgain ??= this.compare(before, isOutdated).finally(() => (this.lookingAgain = undefined))
    this.known = this.lookingAgain
    return this.orForget(this.known)
  }

  private async compare(before: Known, isOutdated: boolean): Promise<Known> {
    const now = await this.describe()
    return !isOutdated && isDeepStrictEqual(now.info, before.info) ? before : now
  }

  private async describe(): Promise<Known> {
    const info = await this.store.describe(this.table.tableName)
    if (info === undefined) throw new StoreFailure('table_not_found')
    return { info, compiled: new Map() }
  }

  /** What cannot be looked up now may be there the next time. */
  private async orForget(known: Promise<Known>): Promise<Known> {
    try {
      return await known
    } catch (error) {
      if (this.known === known) this.known = undefined
      throw error
    }
  }
}

/** The failures after which what is known of the table may be wrong; after the last two, the row may be stored all the same. */
const DOUBTS: Readonly<Partial<Record<FailureKind, 'outdated' | 'may be outdated' | 'may be stored'>>> = {
  outdated: 'outdated',
  table_not_found: 'may be outdated',
  column_not_found: 'may be outdated',
  not_null: 'may be outdated',
  invalid_value: 'may be outdated',
  left_out: 'may be stored',
  uncertain: 'may be stored',
}
