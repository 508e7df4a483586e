import { DatabaseSync } from '@photostructure/sqlite'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'
import type { Database, Sql } from './database.ts'
import { type Connected, type Connection, connectionTo, kindOf, transaction } from './sqlite-connection.ts'

const BUSY_MS = 5000
const PAUSE_MS = 10
const BUSY = 5

/** A database in one file, for the processes of one machine. Not for two callers at once: each waits for the one before. */
export function sqliteDatabase(file: string, prepare: (sql: Sql) => Promise<void>): Database {
  let connection: FileConnection | undefined
  let life: { readonly lock: Connected; readonly file: string } | undefined

  /** The connection; a new one where the file was removed or replaced: what is written to the old one would be lost. */
  async function connected(): Promise<FileConnection> {
    if (connection?.isCurrent() === true) return connection
    connection?.close()
    connection = undefined
    const opened = openConnection(file)
    try {
      await transaction(opened, 'begin immediate', prepare)
    } catch (error) {
      opened.close()
      throw error
    }
    connection = opened
    return opened
  }

  return {
    read: async (work) => transaction(await connected(), 'begin', work),
    write: async (work) => transaction(await connected(), 'begin immediate', work),
    live: async (writer) => {
      // A lock on a file that was removed shows nobody anything.
      if (life !== undefined && existsSync(life.file)) return false
      makeFolder(dirname(file))
      life?.lock.close()
      const lock = openLock(lockFile(file, writer))
      if (lock === undefined) throw new Error(`The lock of writer ${writer} is held by somebody else.`)
      life = { lock, file: lockFile(file, writer) }
      return true
    },
    // The operating system gives the lock back when its owner has ended, and never before.
    whenDead: async (writer, work) => {
      const lock = openLock(lockFile(file, writer))
      if (lock === undefined) return
      try {
        await transaction(await connected(), 'begin immediate', work)
        rmSync(lockFile(file, writer), { force: true })
      } finally {
        lock.close()
      }
    },
    hashKey: async () => readKey(`${file}.key`),
    close: async () => {
      connection?.close()
      connection = undefined
      life?.lock.close()
      if (life !== undefined) rmSync(life.file, { force: true })
    },
  }
}

interface FileConnection extends Connection {
  readonly isCurrent: () => boolean
}

function openConnection(file: string): FileConnection {
  makeFolder(dirname(file))
  makePrivate(file)
  const { ino, dev } = statSync(file)
  const database = new DatabaseSync(file, { timeout: BUSY_MS })
  useWal(database)
  database.exec('pragma synchronous = full')
  return {
    ...connectionTo(database),
    isCurrent: () => {
      const now = statSync(file, { throwIfNoEntry: false })
      return now?.ino === ino && now.dev === dev
    },
  }
}

/**
 * SQLite would let everybody read the file; its other files take their permissions from this one. Opened only where it is not there:
 * whoever closes a file gives back all locks that the process has on it.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  // SQLite itself would only say that it cannot open the file.
  if (statSync(file).isDirectory()) throw new Error(`EISDIR: ${file} is a folder`)
  accessSync(file, constants.R_OK | constants.W_OK)
}

/** Where many open a new file at once, all but one are told that it is busy, and for this SQLite does not wait itself. */
function useWal(database: Connected): void {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (kindOf(error) !== BUSY || waitedMs >= BUSY_MS) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}

function lockFile(file: string, writer: string): string {
  return `${file}-writer-${writer}`
}

/** A lock that nobody else holds, taken: the lock of a database of its own. */
function openLock(file: string): Connected | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    chmodSync(file, 0o600)
    lock.exec('begin exclusive')
    return lock
  } catch {
    lock.close()
    return undefined
  }
}

/** Kept beside the database, not in it: whoever gets to read only the database cannot try inputs against its hashes. */
function readKey(file: string): string {
  if (!existsSync(file)) makeKey(file)
  return readFileSync(file, 'utf8').trim()
}

/** Whole or not at all, and once, whoever else makes it at the same time. */
function makeKey(file: string): void {
  const draft = `${file}-${randomBytes(8).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
