import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { StoreFailure } from '../store-failure.ts'
import type { InsertCall } from '../table-store.ts'
import { connectFailure, isConnectionFailure, isTooManyConnections } from './postgres-failure.ts'
import { Queue } from './queue.ts'

export interface PostgresOptions {
  /** How many connections at most. Default 10. */
  readonly maxConnections?: number
  /** How long the database may take for one row. Default 10 s. */
  readonly timeoutMs?: number
}

const CONNECT_MS = 5000
const MAX_CONNECTIONS = 10
const FIRST_PAUSE_MS = 20
const LAST_PAUSE_MS = 320

/** Connections to one database, made when they are first needed. */
export class PostgresPool {
  private readonly url: string
  private readonly options: PostgresOptions
  private pool: Promise<Pool> | undefined
  /** Broken while it was handed out: to be closed, not used again. */
  private readonly broken = new WeakSet<PoolClient>()
  /** The driver leaves a connection open whose handshake has failed on this side. */
  private readonly sockets = new Set<Socket>()
  /** Not the driver's queue, where the time to connect counts for those who wait as well. */
  private readonly queue: Queue

  constructor(url: string, options: PostgresOptions) {
    this.url = url
    this.options = options
    this.queue = new Queue(options.maxConnections ?? MAX_CONNECTIONS)
  }

  /** A statement that each connection parses once. The same text has to have another edition when what it is about has changed. */
  prepared(text: string, edition = 0): QueryConfig {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 40)
    return { text, name: `surety_${hash}_${edition}` }
  }

  /** Throws StoreFailure where no connection can be had, else what the driver throws. */
  query(query: QueryConfig, call?: InsertCall): Promise<QueryResult<Record<string, unknown>>> {
    return this.withClient((client) => client.query<Record<string, unknown>>(query), call)
  }

  /** All that the work does is done, or none of it. Throws as `query` does. */
  transaction<T>(work: (client: PoolClient) => Promise<T>, call?: InsertCall): Promise<T> {
    return this.withClient(async (client) => {
      await client.query('begin')
      try {
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        if (!isConnectionFailure(error)) await client.query('rollback').catch(() => void this.broken.add(client))
        throw error
      }
    }, call)
  }

  async close(): Promise<void> {
    this.queue.failWaiting(new StoreFailure('unreachable', [], new Error('The store was closed.')))
    const pool = await this.pool?.catch(() => undefined)
    this.pool = undefined
    await pool?.end()
    for (const socket of this.sockets) socket.destroy()
  }

  private async withClient<T>(work: (client: PoolClient) => Promise<T>, call: InsertCall | undefined): Promise<T> {
    for (let place: 'first' | 'last' = 'last'; ; place = 'first') {
      const hasWaited = await this.queue.enter(place)
      try {
        if (hasWaited && call?.signal.aborted === true) throw new StoreFailure('timeout')
        const client = await this.connect()
        if (client !== undefined) return await this.withThis(client, work)
      } finally {
        this.queue.leave()
      }
    }
  }

  private async withThis<T>(client: PoolClient, work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await work(client)
    } catch (error) {
      if (isConnectionFailure(error)) this.broken.add(client)
      throw error
    } finally {
      client.release(this.broken.has(client))
    }
  }

  /** None where the server has no connection left for this one, but others have theirs. */
  private async connect(): Promise<PoolClient | undefined> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      this.pool ??= this.open()
      try {
        const pool = await this.pool
        return await pool.connect()
      } catch (error) {
        const isCramped = isTooManyConnections(error)
        if (isCramped && this.queue.shrink()) return undefined
        // Connections that were just refused, or closed, count until the server has seen to it.
        if (isCramped && pauseMs <= LAST_PAUSE_MS) {
          await sleep(pauseMs)
          continue
        }
        const failure = connectFailure(error)
        // Those who wait would only find out the same, one after the other.
        this.queue.failWaiting(failure)
        throw failure
      }
    }
  }

  private socket(): Socket {
    const socket = new Socket()
    this.sockets.add(socket)
    return socket.once('close', () => void this.sockets.delete(socket))
  }

  private async open(): Promise<Pool> {
    const { default: pg } = await import('pg').catch((cause: unknown) => {
      throw new Error('The driver of PostgreSQL is missing: npm install pg.', { cause })
    })
    const { maxConnections = MAX_CONNECTIONS, timeoutMs = 10_000 } = this.options
    const pool = new pg.Pool({
      connectionString: this.url,
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: timeoutMs,
      // The server ends a slow statement itself; this is for a server that does not answer at all.
      query_timeout: 2 * timeoutMs,
      keepAlive: true,
      allowExitOnIdle: true,
      application_name: 'surety-tables',
      stream: () => this.socket(),
    })
    // A connection that breaks while nobody uses it is replaced when somebody does.
    pool.on('error', () => undefined)
    // One that breaks while it is handed out would end the process if nobody listened at that very moment.
    pool.on('connect', (client) => client.on('error', () => void this.broken.add(client)))
    return pool
  }
}

/** The places that a URL names, as contracts name them; none for a socket of this machine. Throws StoreFailure where it is no URL. */
export function hostsOf(url: string): readonly string[] {
  const [, authority, query = ''] = FORM.exec(url) ?? []
  if (authority === undefined) throw new StoreFailure('unreachable', [], new Error(NO_URL))
  const named = new URLSearchParams(query)
  const hosts = named.get('host')?.split(',') ?? authority.split(',')
  const port = named.get('port') ?? '5432'
  const places = hosts.filter((host) => host !== '' && !host.startsWith('/'))
  return places.map((host) => (/:\d+$/.test(host) ? host : `${host}:${port}`))
}

/** What a password leaves unencoded would be taken for a host, and shown. */
const FORM = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^@/?#]*)(?:\/[^@?#]*)?(?:\?([^@#]*))?$/
const NO_URL =
  'The address must look like postgres://user:password@host/database; in the password write %40 for @, %2F for /, %3F for ? and %23 for #'
