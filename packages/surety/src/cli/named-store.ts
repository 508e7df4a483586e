import type { StoreConfig } from '../author/config/config.ts'
import { STORE_FORM, storeUrl } from '../author/config/store-url.ts'
import { shownUrl } from '../store/shown-url.ts'
import { UsageError } from './command.ts'

/** The store that --store names, or else the configured one. */
export function namedStore(named: string | undefined, configured: StoreConfig, cwd: string): StoreConfig {
  if (named === undefined) return configured
  const url = storeUrl(named, cwd)
  if (url !== undefined) return { url, written: url }
  throw new UsageError(`--store takes ${STORE_FORM}, not ${JSON.stringify(shownUrl(named))}.`)
}
