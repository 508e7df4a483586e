import { resolve } from 'node:path'
import type { TablesConfig } from './config.ts'
import type { Variables } from './from-environment.ts'
import { record } from '../yaml/mapping.ts'
import { type Reader, flag, text } from '../yaml/reader.ts'
import { storeConfig } from './store-config.ts'

/** What `tables` says: where the configuration of the tables and their rows are, and how they are served. */
export function tablesConfig(root: string, variables: Variables | undefined): Reader<TablesConfig> {
  const fields = record({ config: text, store: storeConfig(root, variables), reload: flag, audit: flag })
  return {
    read(entry) {
      const read = fields.read(entry)
      if (read === undefined) return undefined
      const { config, store, reload, audit } = read
      const otherwise = defaultTables(root)
      return {
        config: config === undefined ? undefined : resolve(root, config),
        store: store ?? otherwise.store,
        reload: reload ?? otherwise.reload,
        audit: audit ?? otherwise.audit,
      }
    },
    get schema() {
      return fields.schema
    },
  }
}

export function defaultTables(root: string): TablesConfig {
  const url = `sqlite:${resolve(root, 'tables.db')}`
  return { config: undefined, store: { url, written: url }, reload: true, audit: true }
}
