import { resolve } from 'node:path'
import { queueApprover } from './approver.ts'
import { parseDuration } from './duration.ts'
import { durableJournal } from './durable-journal.ts'
import { type Engine, createEngine } from './engine.ts'
import { GroupCommit } from './group-commit.ts'
import { memoryDatabase } from './memory-database.ts'
import { preparation } from './migrate.ts'
import { postgresDatabase } from './postgres-database.ts'
import { reasonOf } from './reason-of.ts'
import { remoteEngine } from './remote-engine.ts'
import { shownUrl } from './shown-url.ts'
import { type Upkeep, startUpkeep } from './upkeep.ts'
import { storeTokens } from './store-tokens.ts'
import type { Approvals, Store } from './types.ts'

export type * from './types.ts'

export interface StoreOptions {
  /** How long steps are kept, such as `90d`; without it for ever. */
  readonly retention?: string
  /** How long a call may wait for approval. Default `15m`. */
  readonly approvals?: { readonly expires?: string }
  /** How long the outcome of a call with an idempotency key is given again. Default `24h`. */
  readonly idempotency?: { readonly keep?: string }
  /** Refuse a database in which there is no store yet, in the place of making one. */
  readonly mustExist?: boolean
}

/** Opens `sqlite:<file>`, `postgres://…`, or `memory:`, which ends with the process; makes or updates its tables. Throws, with the reason, where it cannot be used. */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const retentionMs = options.retention === undefined ? undefined : durationOf('retention', options.retention)
  const keepMs = durationOf('idempotency.keep', options.idempotency?.keep ?? '24h')
  let expiresMs = durationOf('approvals.expires', options.approvals?.expires ?? '15m')
  const engine = engineAt(url, options.mustExist === true)
  try {
    await engine.probe()
  } catch (error) {
    await engine.close().catch(() => undefined)
    throw new Error(`The store ${shownUrl(url)} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
  const commit = new GroupCommit((entries) => engine.append(entries))
  const journal = durableJournal(engine, commit, keepMs)
  const hashKey = async (): Promise<string> => journal.hashKey()
  const upkeep: Upkeep = startUpkeep(engine, { keepMs, retentionMs })
  let closed: Promise<void> | undefined
  async function close(): Promise<void> {
    await upkeep.stop()
    await commit.flush().finally(() => {
      commit.stop()
      return engine.close()
    })
  }
  return {
    journal,
    approver: queueApprover(engine, hashKey, () => expiresMs),
    approvals: approvalsIn(engine, (milliseconds) => (expiresMs = milliseconds)),
    tokens: storeTokens(engine),
    audit: {
      async head() {
        await commit.flush()
        return engine.checkpoint()
      },
      async verify({ head, retention } = {}) {
        await commit.flush()
        return engine.verify(head, retention === undefined ? retentionMs : durationOf('retention', retention))
      },
    },
    async ready() {
      commit.assertReady()
      await engine.probe().catch((cause: unknown) => {
        throw new Error('the store is not available', { cause })
      })
    },
    close: () => (closed ??= close()),
  }
}

function engineAt(url: string, mustExist: boolean): Engine {
  if (/^postgres(ql)?:\/\//.test(url)) return createEngine(postgresDatabase(url, preparation(mustExist)))
  if (url === 'memory:') return createEngine(memoryDatabase(preparation(mustExist)))
  const file = /^sqlite:(.+)$/.exec(url)?.[1]
  if (file === undefined || file === ':memory:') {
    throw new Error(
      `${shownUrl(url)} is no store: write sqlite:<file>, such as sqlite:.surety/surety.db, or postgres://….`,
    )
  }
  // Built, also where the sources run: a thread takes no TypeScript.
  return remoteEngine(new URL('../../dist/store/sqlite-thread.js', import.meta.url), { file: resolve(file), mustExist })
}

function approvalsIn(engine: Engine, expireAfter: Approvals['expireAfter']): Approvals {
  return {
    list: ({ all = false } = {}) => engine.listApprovals(all),
    find: (id) => engine.findApproval(id),
    async resolve(id, verdict) {
      const done = await engine.resolve(id, verdict)
      const approval = await engine.findApproval(id)
      return approval === undefined ? { done } : { done, approval }
    },
    expireAfter,
  }
}

function durationOf(key: string, text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined) return milliseconds
  throw new Error(`${key} must be a duration such as 90d, 24h, 15m or 30s, but is ${JSON.stringify(text)}.`)
}
