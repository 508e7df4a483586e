import { DatabaseSync } from '@photostructure/sqlite'
import { randomBytes } from 'node:crypto'
import type { Database, Sql } from './database.ts'
import { connectionTo, transaction } from './sqlite-connection.ts'

/** A database that lives as long as its process, for trials that must leave nothing behind. */
export function memoryDatabase(prepare: (sql: Sql) => Promise<void>): Database {
  const connection = connectionTo(new DatabaseSync(':memory:'))
  const key = randomBytes(32).toString('hex')
  const prepared = transaction(connection, 'begin immediate', prepare)
  // One after the other: there is one connection, and a transaction waits for what it asks.
  let last: Promise<unknown> = prepared
  const inTurn = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const done = last.then(() => transaction(connection, 'begin immediate', work))
    last = done.catch(() => undefined)
    return done
  }
  let isAlive = false
  return {
    read: inTurn,
    write: inTurn,
    live: async () => {
      const isNew = !isAlive
      isAlive = true
      return isNew
    },
    // There is no other writer.
    whenDead: async () => undefined,
    hashKey: async () => key,
    close: async () => {
      await last.catch(() => undefined)
      connection.close()
    },
  }
}
