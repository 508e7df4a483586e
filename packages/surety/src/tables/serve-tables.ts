import { type CapabilityTag, createRolePolicy } from '@surety/tool-contracts'
import {
  StoreFailure,
  type TableHost,
  type TableStore,
  type ToolConfiguration,
  checkTables,
  createTableHost,
  loadConfiguration,
} from '@surety/tables'
import { type Log, type WriteLog, logTo, writeToStderr } from '../serve/log.ts'
import { messageOf } from '../serve/message-of.ts'
import { type Serving, type Transport, serve } from '../serve/serve.ts'
import type { Store } from '../store/types.ts'
import { servedTables } from './served-tables.ts'
import { watchFile } from './watch-file.ts'

export interface TablesToServe {
  /** Where the configuration is, for reloading. */
  readonly file: string
  readonly configuration: ToolConfiguration
  readonly database: {
    readonly store: TableStore
    /** Why it cannot be asked, as it may be printed. */
    readonly reasonOf: (failure: StoreFailure) => string
  }
  readonly record: Store
  readonly transport: Transport
  readonly roles: Readonly<Record<string, readonly CapabilityTag[]>> | undefined
  /** Of callers without a token. */
  readonly role: string | undefined
  /** Whether each inserted row is one line of the log. */
  readonly audit: boolean
  readonly reload: boolean
  readonly write?: WriteLog
}

/**
 * Serves the tools of a configuration, and those of its next versions as they are saved. A database that cannot be reached, or
 * that differs from the configuration, is told of and keeps nothing from starting: calls say so until it is mended.
 */
export async function serveTables(tables: TablesToServe): Promise<Serving> {
  const { configuration, record, transport, roles, role, write = writeToStderr } = tables
  const log = logTo(write)
  const policy = roles === undefined ? undefined : createRolePolicy(roles)
  const hostOf = (config: ToolConfiguration): Promise<TableHost> =>
    createTableHost({
      config,
      // Done before, and told of where it fails.
      store: { ...tables.database.store, prepare: async () => undefined },
      journal: record.journal,
      approver: record.approver,
      ...(policy !== undefined && { policy }),
      ...(tables.audit && { audit: (event) => log('audit', { ...event }) }),
    })
  const isPrepared = await prepare(tables.database, configuration, log)
  const served = servedTables(await hostOf(configuration), { policy, journal: record.journal })
  const options = { store: record, name: 'surety-tables', log: write, ...(role !== undefined && { role }) }
  const serving = await serve(served, transport, options)
  if (isPrepared) void tellDrift(tables.database, configuration, log)
  if (!tables.reload) return serving

  let current = configuration
  async function reload(): Promise<void> {
    const next = await loadConfiguration(tables.file)
    if (JSON.stringify(next) === JSON.stringify(current)) return
    const isPrepared = await prepare(tables.database, next, log)
    served.replace(await hostOf(next))
    current = next
    log('reloaded', { version: next.version, tools: next.tables.map(({ toolId }) => toolId) })
    if (isPrepared) await tellDrift(tables.database, next, log)
  }
  const stop = watchFile(tables.file, () => reload().catch((error: unknown) => tellOfBad(tables.file, error, log)))
  void serving.closed.finally(stop)
  return serving
}

type Database = TablesToServe['database']

/** The embedded database gets the tables that it lacks; whether the database could be asked. */
function prepare(database: Database, { tables }: ToolConfiguration, log: Log): Promise<boolean> {
  return asked(database, log, () => database.store.prepare(tables))
}

function tellDrift(database: Database, configuration: ToolConfiguration, log: Log): Promise<boolean> {
  return asked(database, log, async () => {
    for (const drift of await checkTables(configuration, database.store)) log('warning', { ...drift })
  })
}

async function asked({ reasonOf }: Database, log: Log, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    log('warning', { message: error instanceof StoreFailure ? reasonOf(error) : messageOf(error) })
    return false
  }
}

function tellOfBad(file: string, error: unknown, log: Log): void {
  for (const message of messageOf(error).split('\n')) log('warning', { message })
  log('warning', { message: `${file} is not used as it is now: the tools stay as they were.` })
}
