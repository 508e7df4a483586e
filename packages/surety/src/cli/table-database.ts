import { StoreFailure, type TableStore } from '@surety/tables'
import { printable } from '../report/printable.ts'
import { openTableStore } from '../tables/open-table-store.ts'
import { unreachable } from '../tables/unreachable.ts'
import { type Io, UsageError } from './command.ts'
import type { TablesFolder } from './tables-folder.ts'
import { withoutSecrets } from './without-secrets.ts'

/** The database of the tables; nothing is opened yet. */
export function tableDatabase(
  { store, shown }: TablesFolder,
  { env }: Io,
  options: { readonly readOnly?: boolean } = {},
): TableDatabase {
  const reasonOf = (failure: StoreFailure): string => printable(withoutSecrets(unreachable(failure, shown), store, env))
  const refuse = (error: unknown): unknown => (error instanceof StoreFailure ? new UsageError(reasonOf(error)) : error)
  try {
    const opened = openTableStore(store.url, options)
    return { store: opened, reasonOf, refuse }
  } catch (error) {
    throw refuse(error)
  }
}

export interface TableDatabase {
  readonly store: TableStore
  /** Why it cannot be asked, and what to do, without a secret. */
  readonly reasonOf: (failure: StoreFailure) => string
  /** What to throw: a UsageError for a failure of the database, anything else as it is. */
  readonly refuse: (error: unknown) => unknown
}

/** What `work` finds in the database, which stays as it is; that it cannot be asked is a UsageError. */
export async function askDatabase<T>(
  folder: TablesFolder,
  io: Io,
  work: (store: TableStore) => Promise<T>,
): Promise<T> {
  const { store, refuse } = tableDatabase(folder, io, { readOnly: true })
  try {
    return await work(store)
  } catch (error) {
    throw refuse(error)
  } finally {
    await store.close().catch(() => undefined)
  }
}
