import type { Config } from '../author/config/config.ts'
import { loadConfig } from '../author/config/load-config.ts'
import { located } from '../author/yaml/located.ts'
import { printable } from '../report/printable.ts'
import { shownUrl } from '../store/shown-url.ts'
import type { Store } from '../store/types.ts'
import { type Io, type Option, type Parsed, UsageError } from './command.ts'
import { isMissing } from './is-missing.ts'
import { namedStore } from './named-store.ts'
import { openRecord, storeFailure } from './open-record.ts'

/** By these every command that asks the record finds its store. */
export const STORE_OPTIONS: Readonly<Record<'config' | 'store', Option>> = {
  config: { type: 'string', value: 'file', help: 'the configuration that names the store (default: surety.yaml here)' },
  store: { type: 'string', value: 'url', help: 'another store than the configured one: sqlite:<file> or postgres://…' },
}

/** The store that a command asks, and the configuration that it belongs to. */
export interface RecordStore {
  readonly config: Config
  /** As it may be printed. */
  readonly shown: string
  /**
   * What `work` finds or does in the store; whatever fails in it is told as a failure of the store. One that is not there yet is
   * made only where `create` says so.
   */
  readonly ask: <T>(work: (store: Store) => Promise<T>, options?: { readonly create?: boolean }) => Promise<T>
}

export function recordStore(parsed: Parsed, io: Io): RecordStore {
  const named = parsed.text('store')
  const file = parsed.text('config')
  const { config, problems } = loadConfig(io.cwd, {
    ...(file !== undefined && { file }),
    variables: io.env,
    uses: named === undefined ? ['store'] : [],
  })
  if (problems.length > 0)
    throw new UsageError(
      problems.map((one) => printable(located({ ...one, file: file ?? one.file }))).join('\nsurety: '),
    )
  const store = namedStore(named, config.store, io.cwd)
  const shown = printable(shownUrl(store.written))
  const another = named === undefined ? '`store` in surety.yaml or --store names another' : '--store names another'

  return {
    config,
    shown,
    async ask(work, { create = false } = {}) {
      if (!create && isMissing(store.url)) throw new UsageError(`There is no store at ${shown} yet; ${another}.`)
      const opened = await openRecord(store, io, { mustExist: !create })
      try {
        return await work(opened)
      } catch (error) {
        throw error instanceof UsageError ? error : storeFailure('failed', error, store, io)
      } finally {
        // What was done is durable; that the rest is given back is nobody's concern any more.
        await opened.close().catch(() => undefined)
      }
    },
  }
}
