import { type TableStore, postgresStore, sqliteStore } from '@surety/tables'

const SQLITE = 'sqlite:'

/** The tables at `sqlite:<file>` or `postgres://…`; nothing is opened yet. Throws StoreFailure for an address that is none. */
export function openTableStore(url: string, options: { readonly readOnly?: boolean } = {}): TableStore {
  return url.startsWith(SQLITE) ? sqliteStore(url.slice(SQLITE.length), options) : postgresStore(url)
}

/** Which SQL its database speaks. */
export function engineOf(url: string): 'sqlite' | 'postgres' {
  return url.startsWith(SQLITE) ? 'sqlite' : 'postgres'
}
