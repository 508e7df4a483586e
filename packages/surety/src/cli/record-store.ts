import { statSync } from 'node:fs'
import type { Config } from '../author/config.ts'
import { REFERENCE } from '../author/from-environment.ts'
import { loadConfig } from '../author/load-config.ts'
import { located } from '../author/located.ts'
import { STORE_FORM, storeUrl } from '../author/store-url.ts'
import { printable } from '../report/printable.ts'
import { reasonOf } from '../store/reason-of.ts'
import { shownUrl } from '../store/shown-url.ts'
import { type Store, openStore } from '../store/store.ts'
import { type Io, type Option, type Parsed, UsageError } from './command.ts'

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
  if (problems.length > 0) throw new UsageError(problems.map(located).map(printable).join('\nsurety: '))
  const url = named === undefined ? config.store.url : storeUrl(named, io.cwd)
  if (url === undefined)
    throw new UsageError(`--store takes ${STORE_FORM}, not ${JSON.stringify(shownUrl(named ?? ''))}.`)
  const written = named === undefined ? config.store.written : url
  const shown = printable(shownUrl(written))
  const another = named === undefined ? '`store` in surety.yaml or --store names another' : '--store names another'

  function failure(what: string, error: unknown): UsageError {
    const reason = withoutVariables(reasonOf(error), written, io.env).replace(/\.?$/, '.')
    return new UsageError(`The store ${shown} ${what}: ${printable(reason)}`)
  }

  return {
    config,
    shown,
    async ask(work, { create = false } = {}) {
      if (!create && isMissing(url)) throw new UsageError(`There is no store at ${shown} yet; ${another}.`)
      const store = await openStore(url, { mustExist: !create }).catch((error: unknown) => {
        throw failure('cannot be opened', error instanceof Error ? (error.cause ?? error) : error)
      })
      try {
        return await work(store)
      } catch (error) {
        throw error instanceof UsageError ? error : failure('failed', error)
      } finally {
        // What was done is durable; that the rest is given back is nobody's concern any more.
        await store.close().catch(() => undefined)
      }
    },
  }
}

/** Opening it would make it. */
function isMissing(url: string): boolean {
  if (!url.startsWith('sqlite:')) return false
  try {
    statSync(url.slice('sqlite:'.length))
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  }
}

/** Shorter values are found by chance everywhere. */
const SHORTEST = 4

/** What came from the environment may be a secret, also where a driver says it. */
function withoutVariables(text: string, written: string, variables: Io['env']): string {
  const names = [...written.matchAll(REFERENCE)].map(([, name = '']) => name)
  return names.reduce((left, name) => {
    const value = variables[name] ?? ''
    return value.length < SHORTEST ? left : left.replaceAll(value, () => `\${${name}}`)
  }, text)
}
