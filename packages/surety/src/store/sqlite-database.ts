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
import { RowError, type Database, type Sql, type Table, type Value } from './database.ts'

type Connected = InstanceType<typeof DatabaseSync>
type Statement = ReturnType<Connected['prepare']>

const BUSY_MS = 5000
const PAUSE_MS = 10
const BUSY = 5
const CONSTRAINT = 19

/** A database in one file, for the processes of one machine. Not for two callers at once: each waits for the one before. */
export function sqliteDatabase(file: string, prepare: (sql: Sql) => Promise<void>): Database {
  let connection: Connection | undefined
  let life: { readonly lock: Connected; readonly file: string } | undefined

  /** The connection; a new one where the file was removed or replaced: what is written to the old one would be lost. */
  async function connected(): Promise<Connection> {
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

async function transaction<T>(
  { database, sql }: Connection,
  begin: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  database.exec(begin)
  try {
    const result = await work(sql)
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

interface Connection {
  // Kept here because its statements do not keep it from being collected.
  readonly database: Connected
  readonly sql: Sql
  readonly isCurrent: () => boolean
  readonly close: () => void
}

function openConnection(file: string): Connection {
  makeFolder(dirname(file))
  makePrivate(file)
  const { ino, dev } = statSync(file)
  const database = new DatabaseSync(file, { timeout: BUSY_MS })
  useWal(database)
  database.exec('pragma synchronous = full')
  const statements = new Map<string, Statement>()
  const prepared = (text: string): Statement => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    database,
    sql: async <Row>(statement: string, parameters: readonly Value[] = [], table?: Table) => {
      try {
        const values = table === undefined ? parameters : [...parameters, JSON.stringify(table.rows)]
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement says what a row is
        return prepared(sqliteText(statement, parameters.length, table)).all(...values) as Row[]
      } catch (error) {
        throw isConstraint(error) ? new RowError(error.message) : error
      }
    },
    isCurrent: () => {
      const now = statSync(file, { throwIfNoEntry: false })
      return now?.ino === ino && now.dev === dev
    },
    close: () => {
      statements.clear()
      database.close()
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

/** The statement in SQLite's words: the table is one JSON text, its last parameter. */
function sqliteText(statement: string, parameters: number, table: Table | undefined): string {
  const columns = Object.keys(table?.columns ?? {}).map((name, index) => `value->>${index} as ${name}`)
  return statement
    .replaceAll('{rows}', `(select ${columns.join(', ')} from json_each(?${parameters + 1})) as rows`)
    .replaceAll('{now}', "cast(unixepoch('subsec') * 1000 as integer)")
    .replaceAll('{lock}', '')
    .replaceAll('{hold}', '0 as held')
    .replaceAll(/\$(\d+)/g, '?$1')
}

function isConstraint(error: unknown): error is Error {
  return kindOf(error) === CONSTRAINT
}

/** The low byte of SQLite's extended codes is the kind of error. */
function kindOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
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
