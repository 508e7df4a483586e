import type { StoreConfig } from '../author/config/config.ts'
import { printable } from '../report/printable.ts'
import { reasonOf } from '../store/reason-of.ts'
import { shownUrl } from '../store/shown-url.ts'
import { type Store, type StoreOptions, openStore } from '../store/store.ts'
import { type Io, UsageError } from './command.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Opens the store of a record; why it cannot be is a UsageError. */
export async function openRecord(store: StoreConfig, io: Io, options: StoreOptions = {}): Promise<Store> {
  try {
    return await openStore(store.url, options)
  } catch (error) {
    throw storeFailure('cannot be opened', error instanceof Error ? (error.cause ?? error) : error, store, io)
  }
}

/** What became of a store, and why, without a secret. */
export function storeFailure(what: string, error: unknown, store: StoreConfig, { env }: Io): UsageError {
  const reason = withoutSecrets(reasonOf(error), store, env).replace(/\.?$/, '.')
  return new UsageError(`The store ${printable(shownUrl(store.written))} ${what}: ${printable(reason)}`)
}
