import type { DatabaseSync } from '@photostructure/sqlite'
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from './make-folder.ts'
import { OpenDatabase } from './open-database.ts'
import { isBusy, openFailure, sqliteFailure } from './sqlite-failure.ts'

type Connected = InstanceType<typeof DatabaseSync>

const MAX_BUSY_MS = 5000
const PAUSE_MS = 10

export interface SqliteOptions {
  /** For whoever only asks what there is: neither the file nor anything in it is made or changed. */
  readonly readOnly?: boolean
}

/** One connection to a file, opened when it is first used. A lock of another process is waited for without blocking this one. */
export class SqliteConnection {
  private readonly file: string
  private readonly options: SqliteOptions
  private opened: Promise<OpenDatabase> | undefined

  constructor(file: string, options: SqliteOptions = {}) {
    this.file = file
    this.options = options
  }

  /** Throws what SQLite throws; StoreFailure where the file cannot be opened or stays locked. */
  async run<T>(work: (database: OpenDatabase) => T): Promise<T> {
    return patiently(async () => work(await this.current()))
  }

  async close(): Promise<void> {
    const opened = this.opened
    this.opened = undefined
    const database = await opened?.catch(() => undefined)
    database?.close()
  }

  /** A new connection where the file was removed or replaced: what is written to the old one would be lost. */
  private async current(): Promise<OpenDatabase> {
    this.opened ??= this.options.readOnly === true ? openToRead(this.file) : open(this.file)
    try {
      const database = await this.opened
      if (database.isCurrent()) return database
    } catch (error) {
      this.opened = undefined
      throw openFailure(this.file, error)
    }
    await this.close()
    return this.current()
  }
}

async function open(file: string): Promise<OpenDatabase> {
  const { DatabaseSync } = await loadDriver()
  makeFolder(dirname(file))
  makePrivate(file)
  return opened(new DatabaseSync(file, { timeout: 0 }), file, [
    'pragma journal_mode = wal',
    'pragma synchronous = full',
  ])
}

async function openToRead(file: string): Promise<OpenDatabase> {
  const { DatabaseSync } = await loadDriver()
  mustBeReadable(file)
  // What is no database is told of only when it is first read.
  return opened(new DatabaseSync(file, { timeout: 0, readOnly: true }), file, ['pragma schema_version'])
}

async function opened(database: Connected, file: string, settings: readonly string[]): Promise<OpenDatabase> {
  try {
    for (const setting of settings) await patiently(() => database.exec(setting))
  } catch (error) {
    database.close()
    throw error
  }
  return new OpenDatabase(database, file)
}

async function loadDriver(): Promise<{ readonly DatabaseSync: typeof DatabaseSync }> {
  try {
    return await import('@photostructure/sqlite')
  } catch (cause) {
    throw new Error('The driver of SQLite is missing: npm install @photostructure/sqlite.', { cause })
  }
}

/** Readable by its owner alone where it is new. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  mustBeReadable(file)
}

/** SQLite itself would only say that it cannot open it. */
function mustBeReadable(file: string): void {
  if (statSync(file).isDirectory()) throw new Error(`EISDIR: ${file} is a folder`)
  accessSync(file, constants.R_OK)
}

/** Tries again while another process has the file; what happened before was undone. */
async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  const endsAt = performance.now() + MAX_BUSY_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > endsAt) throw sqliteFailure(error)
    }
    await sleep(PAUSE_MS)
  }
}
