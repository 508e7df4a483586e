import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { RowError, type Database, type Sql, type Table, type Value } from './database.ts'
import { postgresStatement } from './postgres-statement.ts'

const BEGIN = 'begin transaction isolation level read committed'
const UNREACHABLE_MS = 5000
/** A writer that lost its connection may still live: only after this long without a sign of it is it given up. */
const SILENT_MS = 5000

/** A database server that many machines share. */
export function postgresDatabase(url: string, prepare: (sql: Sql) => Promise<void>): Database {
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: UNREACHABLE_MS,
    // A server that does not answer must not hold anybody for long, nor keep the rows of a connection that is gone.
    query_timeout: 2 * UNREACHABLE_MS,
    statement_timeout: 2 * UNREACHABLE_MS,
    lock_timeout: UNREACHABLE_MS,
    idle_in_transaction_session_timeout: UNREACHABLE_MS,
    // A plan that is kept would be the one for the few steps of a new store.
    options: '-c synchronous_commit=on -c plan_cache_mode=force_custom_plan',
    keepAlive: true,
    application_name: 'surety',
    // Sizes and times are far below 2^53.
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
    },
  }
  const pool = new Pool({ ...config, max: 8, allowExitOnIdle: true })
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => undefined)
  // One that breaks while it is handed out would end the process if nobody listened at that very moment.
  const broken = new WeakSet<PoolClient>()
  pool.on('connect', (client) => client.on('error', () => void broken.add(client)))
  const life = new Life(config)
  let isPrepared = false

  async function transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (!isPrepared) await run(BEGIN, prepareAlone)
    isPrepared = true
    return run(begin, work)
  }

  /** Of replicas that start together one prepares, and the others find it done. */
  async function prepareAlone(sql: Sql): Promise<void> {
    // Any number will do, as long as all take the same one.
    await sql('select pg_advisory_xact_lock(7300150001)')
    await prepare(sql)
  }

  async function run<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query(begin)
      const result = await work(sqlOf(client))
      await client.query('commit')
      return result
    } catch (error) {
      // Of a connection that failed nobody knows what it still does: it is closed, not used again.
      if (!(error instanceof RowError)) broken.add(client)
      else await client.query('rollback').catch(() => broken.add(client))
      throw error
    } finally {
      client.release(broken.has(client))
    }
  }

  return {
    read: (work) => transaction('begin transaction isolation level repeatable read read only', work),
    write: (work) => transaction(BEGIN, work),
    live: (writer) => life.hold(writer),
    whenDead: (writer, work) =>
      transaction(BEGIN, async (sql) => {
        // Held until the work is done. While the server was away nobody could give a sign.
        const [row] = await sql<{ free: boolean; silent: number }>(
          `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free, {now} - greatest(
             coalesce((select seen_at from surety_writers where id = $1), 0),
             (extract(epoch from pg_postmaster_start_time()) * 1000)::bigint) as silent`,
          [writer],
        )
        if (row?.free === true && row.silent >= SILENT_MS) await work(sql)
      }),
    hashKey: () => transaction(BEGIN, readKey),
    close: async () => {
      await life.end()
      await pool.end()
    },
  }
}

function sqlOf(client: PoolClient): Sql {
  return async <Row>(statement: string, parameters: readonly Value[] = [], table?: Table) => {
    try {
      const { rows } = await client.query(postgresStatement(statement, parameters, table))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement says what a row is
      return rows as Row[]
    } catch (error) {
      throw isRowError(error) ? new RowError(error.message) : error
    }
  }
}

/** Classes 22, 23 and 40: a value, a constraint, or a transaction that gave way to another. */
function isRowError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(2[23]|40)/.test(String(error.code))
}

async function readKey(sql: Sql): Promise<string> {
  await sql("insert into surety_settings (name, value) values ('hash_key', $1) on conflict (name) do nothing", [
    randomBytes(32).toString('hex'),
  ])
  const [row] = await sql<{ value: string }>("select value from surety_settings where name = 'hash_key'")
  if (row === undefined) throw new Error('The store has no key for its hashes.')
  return row.value
}

/** A connection that holds the writer's lock; the server gives the lock back when the connection ends. */
class Life {
  private client: Promise<Client> | undefined
  private isHeld = false
  private triedAt = -Infinity
  private readonly config: ClientConfig

  constructor(config: ClientConfig) {
    this.config = config
  }

  /** Holds the lock, on a new connection where the last one was lost; tells whether it was. */
  async hold(writer: string): Promise<boolean> {
    const isNew = this.client === undefined
    this.client ??= this.connect()
    const client = await this.client
    // Where the server has not noticed yet that the last connection is gone, that one still speaks for the writer.
    if (!this.isHeld && performance.now() - this.triedAt > TRY_AGAIN_MS) await this.tryLock(client, writer)
    return isNew
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined)
    if (client === undefined) return
    keepsAlive(client, true)
    await client.end()
  }

  private async tryLock(client: Client, writer: string): Promise<void> {
    this.triedAt = performance.now()
    keepsAlive(client, true)
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [writer])
    this.isHeld = rows[0]?.held === true
    keepsAlive(client, false)
  }

  private async connect(): Promise<Client> {
    const client = new Client(this.config)
    const lose = (): void => {
      this.client = undefined
      this.isHeld = false
      this.triedAt = -Infinity
    }
    client.on('error', lose)
    client.on('end', lose)
    try {
      await client.connect()
    } catch (error) {
      lose()
      throw error
    }
    return client
  }
}

const TRY_AGAIN_MS = 1000

/** Whether the connection alone keeps the process alive; the driver's types do not tell of it. */
function keepsAlive(client: Client, isWanted: boolean): void {
  const method: unknown = Reflect.get(client, isWanted ? 'ref' : 'unref')
  if (typeof method === 'function') method.call(client)
}
