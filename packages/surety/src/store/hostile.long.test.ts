/** What a hostile caller, operator, server or moment does to a store, and what it must stand. */
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { DatabaseSync } from '@photostructure/sqlite'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Postgres, startPostgres } from '../../../../test/postgres.ts'
import { append } from './append.ts'
import type { Sql } from './database.ts'
import type { Entry } from './entry.ts'
import { hostOn } from './engines.test-data.ts'
import { preparation } from './migrate.ts'
import { postgresDatabase } from './postgres-database.ts'
import { recover } from './recover.ts'
import { retain } from './retain.ts'
import { type Store, openStore } from './store.ts'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../..')
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** Lets timers have their turn: a refusal comes without leaving the microtasks. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const HANGS = 'it hangs'
const within = <T>(ms: number, work: Promise<T>): Promise<T | typeof HANGS> =>
  Promise.race([work, sleep(ms).then(() => HANGS as typeof HANGS)])

/** As CommonJS: a thread inherits `--input-type`, and fails of it. */
const inModule = (script: string): string => `void (async () => { ${script} })()`
/** How it ended, in words. */
const endOf = (outcome: { ok: boolean; error?: { code: string; stage: string; message: string } }): string =>
  outcome.ok ? 'ok' : `${outcome.error?.code} at ${outcome.error?.stage}: ${outcome.error?.message}`

const fields = { description: 'x', outputSchema: z.unknown() }

/** A host with a tool that changes something and ends when it is told to. */
function slowHost(store: Store) {
  let end = (): void => undefined
  let begun = (): void => undefined
  const running = new Promise<void>((resolve) => (begun = resolve))
  const slow = defineTool(
    {
      ...fields,
      toolName: 'slow',
      inputSchema: z.object({}),
      capabilities: ['WRITE'],
      resourceLimits: { timeoutMs: 120_000 },
    },
    () => {
      begun()
      return new Promise<string>((resolve) => (end = () => resolve('done')))
    },
  )
  return { host: createToolHost({ tools: [slow], journal: store.journal }), running, end: () => end() }
}

let postgres: Postgres
let folder: string
let made = 0
const stores: Store[] = []

beforeAll(() => {
  postgres = startPostgres(['fsync=off', 'max_connections=200'])
  folder = mkdtempSync(join(tmpdir(), 'surety-hostile-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(
    stores.splice(0).map((store) =>
      within(
        5000,
        store.close().catch(() => undefined),
      ),
    ),
  )
})
afterAll(() => {
  postgres.remove()
  rmSync(folder, { recursive: true, force: true })
})

const ENGINES = [
  { engine: 'SQLite', fresh: () => `sqlite:${join(folder, String(++made), 'surety.db')}` },
  { engine: 'PostgreSQL', fresh: () => postgres.database(`hostile_${++made}`) },
]
const nameOf = (url: string): string => /\/(\w+)\?/.exec(url)?.[1] ?? ''
const fileOf = (url: string): string => url.slice('sqlite:'.length)

function tamper(url: string, ...statements: string[]): void {
  if (!url.startsWith('sqlite:')) return void postgres.psql(statements.join(';\n'), nameOf(url))
  const database = new DatabaseSync(fileOf(url), { timeout: 5000 })
  for (const statement of statements) database.exec(statement)
  database.close()
}

async function opened(url: string, options?: Parameters<typeof openStore>[1]): Promise<Store> {
  const store = await openStore(url, options)
  stores.push(store)
  return store
}

describe.each(ENGINES)('on $engine', ({ engine, fresh }) => {
  it('a trace that goes on at another replica does not put the first one out of order for good', async () => {
    const url = fresh()
    const [one, other] = [await opened(url), await opened(url)]
    for (let tries = 0; tries < 40; tries += 1) {
      const { traceId } = await hostOn(one).call('read', {}, { principal: 'eve' })
      await hostOn(other).call('write', { text: 'x' }, { principal: 'eve', traceId })
    }
    await sleep(1500)
    expect(endOf(await hostOn(one).call('write', { text: 'x' }, { principal: 'ada' }))).toBe('ok')
  })

  it('a caller with a long trace id does not put the store out of order for others', async () => {
    const store = await opened(fresh())
    await hostOn(store).call('read', {}, { principal: 'eve', traceId: randomBytes(9000).toString('base64') })
    await sleep(1500)
    expect(endOf(await hostOn(store).call('write', { text: 'x' }, { principal: 'ada' }))).toBe('ok')
  })

  it('nor does one whose principal is no text (a JavaScript caller)', async () => {
    const store = await opened(fresh())
    await hostOn(store)
      .call('read', {}, { principal: 5 as never })
      .catch(() => undefined)
    await sleep(1500)
    expect(endOf(await hostOn(store).call('write', { text: 'x' }, { principal: 'ada' }))).toBe('ok')
  })

  it('a trace can be read while others write without pause', async () => {
    const store = await opened(fresh())
    const over = new AbortController()
    const loops = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        await hostOn(store).call('write', { text: 'x' }, { principal: 'eve' })
        await turn()
      }
    })
    await sleep(200)
    const read = await within(4000, Promise.resolve(store.journal.steps({ traceId: 'x', principal: 'ada' })))
    over.abort()
    await Promise.all(loops)
    expect(read).toEqual({ steps: [] })
  })

  it('a call that is under way when the store is closed is answered', async () => {
    const store = await openStore(fresh())
    const { host, running, end } = slowHost(store)
    const outcome = host.call('slow', {})
    await running
    await store.close()
    end()
    expect(await within(3000, outcome)).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } })
  })

  it('a head finds that everything before it was removed and the writer made to look retained', async () => {
    const url = fresh()
    const store = await opened(url)
    for (let n = 0; n < 5; n += 1) await hostOn(store).call('write', { text: String(n) })
    const head = await store.audit.head()
    tamper(
      url,
      'delete from surety_steps',
      `update surety_writers set number = 1000, base_number = 1000, hash = '${'e'.repeat(64)}', base_hash = '${'e'.repeat(64)}'`,
    )
    const result = await store.audit.verify({ head })
    expect({ ...result }).toMatchObject({ ok: false })
  })

  it('what is sensitive is not in the queue of approvals either', async () => {
    const store = await opened(fresh())
    const secret = 'SECRET-4111-2222-3333'
    const pay = defineTool(
      {
        ...fields,
        toolName: 'pay',
        inputSchema: z.object({ card: z.string(), note: z.string() }),
        capabilities: ['WRITE'],
        approval: 'always',
        sensitive: ['input.card'],
      },
      () => 'paid',
    )
    const host = createToolHost({ tools: [pay], journal: store.journal, approver: store.approver })
    const { traceId } = await host.call('pay', { card: secret, note: `with card ${secret}` })
    expect(JSON.stringify(await store.journal.trace(traceId))).not.toContain(secret)
    expect(JSON.stringify(await store.approvals.list())).not.toContain(secret)
  })

  it('a token with a date that is none is refused, not made for ever', async () => {
    const store = await opened(fresh())
    const token = await store.tokens.create({ id: 'x', role: 'x', expiresAt: new Date('soon') }).catch(() => undefined)
    expect(token && (await store.tokens.find(token))).toBeUndefined()
  })

  it('a cursor that is a huge number is no failure of the store', async () => {
    const store = await opened(fresh())
    expect(await store.journal.steps({ traceId: 'x', cursor: '1e300' })).toEqual({ steps: [] })
  })

  it('can be closed twice', async () => {
    const store = await openStore(fresh())
    await store.close()
    await store.close()
  })

  it('a replica whose clock is ahead does not wipe the record of the others', async () => {
    const url = fresh()
    const store = await opened(url)
    const { traceId } = await hostOn(store).call('write', { text: 'x' })
    const real = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => real + 400 * 86_400_000)
    const ahead = await opened(url, { retention: '90d' })
    await sleep(1500)
    expect(await ahead.journal.trace(traceId)).toHaveLength(1)
  })

  it('the arguments of a call that waits are kept small, as those of a step are', async () => {
    const store = await opened(fresh())
    const pay = defineTool(
      {
        ...fields,
        toolName: 'pay',
        inputSchema: z.object({ text: z.string() }),
        capabilities: ['WRITE'],
        approval: 'always',
      },
      () => 'paid',
    )
    const host = createToolHost({ tools: [pay], journal: store.journal, approver: store.approver })
    for (let n = 0; n < 5; n += 1) await host.call('pay', { text: String(n) + '\u0001'.repeat(5_000_000) })
    const bytes = JSON.stringify(await store.approvals.list()).length
    expect(bytes).toBeLessThan(5 * 65_536)
  })

  it('an output that was withheld cannot be changed unnoticed', async () => {
    const url = fresh()
    const store = await opened(url)
    const { stepId } = await hostOn(store).call('write', { text: 'large' }, { principal: 'ada' })
    const head = await store.audit.head()
    tamper(url, `update surety_outputs set body = '{"forged":true}'`)
    expect(await store.journal.withheld.read('ada', `surety://output/${stepId}`)).toContain('forged')
    expect(await store.audit.verify({ head })).toMatchObject({ ok: false })
  })

  it('a process that forgot to close ends by itself, and has stored what it was told', async () => {
    const url = fresh()
    const script = `const { openStore } = await import('surety/store'); const { createToolHost, defineTool } = await import('@surety/tool-contracts'); const { z } = await import('zod');
      const store = await openStore(process.argv[1]);
      const read = defineTool({ toolName: 'read', description: 'x', inputSchema: z.object({}), outputSchema: z.unknown(), capabilities: ['READ'] }, () => 1);
      const { traceId } = await createToolHost({ tools: [read], journal: store.journal }).call('read', {}); console.log(traceId)`
    const { stdout } = await run(process.execPath, ['-e', inModule(script), url], { cwd: PACKAGE, timeout: 20_000 })
    const store = await opened(url)
    expect(await store.journal.trace(stdout.trim())).toHaveLength(1)
    await sleep(3000)
    if (engine === 'SQLite') {
      const left = readdirSync(dirname(fileOf(url))).filter((file) => file.includes('-writer-'))
      expect(left, left.join(' ')).toHaveLength(1) // that of `store`
    }
  })
})

describe('SQLite', () => {
  const [{ fresh } = { fresh: () => '' }] = ENGINES

  it('loses no acknowledged write where two stores of one process and another process use one file', async () => {
    const url = fresh()
    const one = await opened(url)
    await hostOn(one).call('write', { text: 'first' })
    await opened(url) // the second of this process: opens and closes the file itself, which drops this process's locks
    // Somebody looks at the file with an SQLite before 3.51 (Python's, most systems' sqlite3): it takes itself for the last user.
    const script =
      'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute("select count(*) from surety_steps where trace_id = ?", (sys.argv[2],)).fetchone()[0]); c.close()'
    const child = async (traceId = ''): Promise<string> =>
      (await run('python3', ['-c', script, fileOf(url), traceId])).stdout.trim()
    await child()
    const outcome = await hostOn(one).call('write', { text: 'acknowledged' })
    expect(outcome).toMatchObject({ ok: true })
    expect(await child(outcome.traceId)).toBe('1')
  })

  it('many large outputs at once do not put the store out of order for good', async () => {
    const store = await opened(fresh())
    const big = '\u0001'.repeat(7_900_000)
    const large = defineTool(
      {
        ...fields,
        toolName: 'large',
        inputSchema: z.object({}),
        capabilities: ['WRITE'],
        resourceLimits: { maxOutputBytes: 1000 },
      },
      () => big,
    )
    const host = createToolHost({ tools: [large], journal: store.journal })
    await Promise.all(Array.from({ length: 14 }, () => host.call('large', {}, { principal: 'eve' })))
    await sleep(5000)
    const end = endOf(await hostOn(store).call('write', { text: 'x' }, { principal: 'ada' }))
    expect(end, end).toBe('ok')
  })

  it('opens where many processes start at once on a new file', async () => {
    const script = `const { openStore } = await import('surety/store'); const store = await openStore(process.argv[1]); await store.close()`
    const failed: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const url = fresh()
      const starts = Array.from({ length: 8 }, () =>
        run(process.execPath, ['-e', inModule(script), url], { cwd: PACKAGE }).catch((error: Error) =>
          failed.push(error.message),
        ),
      )
      await Promise.all(starts)
    }
    expect(failed).toEqual([])
  })
})

describe('PostgreSQL', () => {
  const [, { fresh } = { fresh: () => '' }] = ENGINES

  function lives(url: string): string[] {
    const found = postgres.psql(
      `select distinct a.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and a.datname = '${nameOf(url)}'`,
    )
    return found === '' ? [] : found.split('\n')
  }

  it('leaves the first call of a writer alone while it lives, though its connection was lost a moment ago', async () => {
    const url = fresh()
    const store = await opened(url)
    const { host, running, end } = slowHost(store)
    const outcome = host.call('slow', {}, { traceId: 't' })
    await running
    postgres.psql(`select pg_terminate_backend(${lives(url)[0]})`)
    const other = await opened(url)
    await sleep(1000)
    expect.soft(await other.journal.trace('t')).toEqual([])
    end()
    expect(endOf(await outcome)).toBe('ok')
  })

  it('leaves calls alone whose writer lives, after the server was away for a while', async () => {
    const url = fresh()
    const store = await opened(url)
    await hostOn(store).call('write', { text: 'x' })
    const { host, running, end } = slowHost(store)
    const outcome = host.call('slow', {}, { traceId: 't' })
    await running
    await sleep(2500)
    postgres.stop('fast')
    await sleep(6000)
    postgres.start()
    const other = await opened(url)
    await sleep(1000)
    expect.soft(await other.journal.trace('t')).toEqual([])
    end()
    expect(endOf(await outcome)).toBe('ok')
  })

  function stepOf(stepId: string, traceId: string, ended: number) {
    return {
      stepId,
      traceId,
      principal: 'ada',
      index: 0,
      toolName: 'write',
      inputs: {},
      outputs: { error: { code: 'OUTCOME_UNKNOWN' } },
      durationMs: 0,
      statusCode: 200,
      emittedAt: new Date(ended).toISOString(),
    }
  }

  it('keeps the chain of a writer whole whose step is closed by another at the same moment', async () => {
    const url = fresh()
    const store = await opened(url)
    const database = postgresDatabase(url, preparation(false))
    const step = stepOf('s1', 't1', Date.now())
    // Writer A: alive, but its connection for the lock is lost; nothing of it was seen for more than five seconds.
    await database.write((sql) => append(sql, 'A', [{ kind: 'close', step: stepOf('s0', 't0', Date.now()) }]))
    await database.write((sql) => append(sql, 'A', [{ kind: 'open', step }]))
    await database.write((sql) => sql('update surety_writers set seen_at = 0'))
    const closing: Entry = { kind: 'close', step }
    let recovering: Promise<void> | undefined
    const lost = await database.write((sql) => {
      const pausing: Sql = async (statement, ...rest) => {
        if (recovering === undefined && statement.includes('from surety_writers')) {
          recovering = recover(database, 'B', 1000)
          await sleep(200)
        }
        return sql(statement, ...rest)
      }
      return append(pausing, 'A', [closing])
    })
    await recovering
    await database.close()
    // The owner came first: its row was locked.
    expect(lost).toEqual([])
    expect(await store.audit.verify()).toMatchObject({ ok: true })
  })

  it('keeps a step that is stored while old ones are forgotten', async () => {
    const url = fresh()
    const store = await opened(url)
    const database = postgresDatabase(url, preparation(false))
    const old = Date.now() - 10_000_000
    await database.write((sql) => append(sql, 'A', [{ kind: 'close', step: stepOf('s0', 't0', old) }]))
    let forgetting: Promise<boolean> | undefined
    await database.write(async (sql) => {
      await append(sql, 'A', [{ kind: 'close', step: stepOf('s1', 't1', Date.now()) }])
      forgetting = database.write((other) => retain(other, 3_600_000))
      await sleep(500)
    })
    await forgetting
    await database.close()
    expect(await store.journal.trace('t1')).toHaveLength(1)
  })

  it('one trace on many replicas does not make the calls of others fail', async () => {
    const url = fresh()
    const all = await Promise.all(Array.from({ length: 8 }, () => opened(url)))
    const over = new AbortController()
    const failed: string[] = []
    let ok = 0
    const call = async (store: Store, principal: string, traceId?: string): Promise<void> => {
      const outcome = await hostOn(store).call(
        'write',
        { text: 'x' },
        traceId === undefined ? { principal } : { principal, traceId },
      )
      if (principal === 'eve') return
      if (outcome.ok) ok += 1
      else failed.push(`${outcome.error.code} at ${outcome.error.stage}: ${outcome.error.message}`)
    }
    const loops = all.flatMap((store) => [
      ...Array.from({ length: 3 }, async () => {
        while (!over.signal.aborted) {
          await call(store, 'eve', 'one-trace')
          await turn()
        }
      }),
      (async () => {
        while (!over.signal.aborted) {
          await call(store, 'ada')
          await turn()
        }
      })(),
    ])
    await sleep(10_000)
    over.abort()
    await Promise.all(loops)
    const kinds = [...new Set(failed.map((end) => end.slice(0, 170)))]
    const counts = kinds.map((kind) => `${failed.filter((end) => end.startsWith(kind)).length} x ${kind}`)
    expect({ ok, counts }, JSON.stringify({ ok, counts })).toEqual({ ok, counts: [] })
  })

  it('a lost connection of the lock is replaced by one, not by one for each batch', async () => {
    const url = fresh()
    const store = await opened(url)
    const over = new AbortController()
    const loops = Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) {
        await hostOn(store).call('write', { text: 'x' }, { idempotencyKey: randomBytes(8).toString('hex') })
        await turn()
      }
    })
    await sleep(500)
    for (let n = 0; n < 10; n += 1) {
      const [pid] = lives(url)
      if (pid !== undefined) postgres.psql(`select pg_terminate_backend(${pid})`)
      await sleep(200)
    }
    await sleep(1000)
    const sessions = (): number =>
      Number(postgres.psql(`select sessions from pg_stat_database where datname = '${nameOf(url)}'`))
    const before = sessions()
    await sleep(3000)
    const connected = sessions() - before
    over.abort()
    await Promise.all(loops)
    expect(connected).toBeLessThan(5)
  })

  it('connections that are killed at any moment lose nothing, break nothing and leave nobody waiting', async () => {
    const url = fresh()
    const store = await opened(url)
    const rejected: unknown[] = []
    const onRejection = (reason: unknown): void => void rejected.push(reason)
    process.on('unhandledRejection', onRejection)
    const over = new AbortController()
    const acked: string[] = []
    let n = 0
    const loops = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        const outcome = await hostOn(store).call('write', { text: 'x' }, { idempotencyKey: `k${++n}` })
        if (outcome.ok) acked.push(outcome.traceId)
        else await sleep(5)
      }
    })
    const end = Date.now() + 12_000
    while (Date.now() < end) {
      postgres.psql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}' and pid <> pg_backend_pid() and random() < 0.4`,
      )
      await sleep(60)
    }
    over.abort()
    expect(await within(20_000, Promise.all(loops))).not.toBe(HANGS)
    await sleep(2000)
    expect.soft(await store.audit.verify()).toMatchObject({ ok: true })
    const other = await opened(url)
    let lost = 0
    for (const traceId of acked) if ((await other.journal.trace(traceId)).length !== 1) lost += 1
    process.off('unhandledRejection', onRejection)
    expect(acked.length).toBeGreaterThan(50)
    expect({ lost, rejected }).toEqual({ lost: 0, rejected: [] })
  })
})

it('works again after a connection went silent in the middle of a commit', { timeout: 150_000 }, async () => {
  const name = `hostile_${++made}`
  postgres.database(name)
  let isArmed = false
  const sockets: Socket[] = []
  // The network: once armed, it swallows the first commit of a batch and whatever comes after it on that connection.
  const network = createServer((client) => {
    const server = connect(join(postgres.folder, '.s.PGSQL.5432'))
    sockets.push(client, server)
    let isSilent = false
    let hasSealed = false
    client.on('data', (data) => {
      if (data.includes('begin')) hasSealed = false
      if (data.includes('insert into surety_writers')) hasSealed = true
      if (isArmed && hasSealed && data.includes('commit')) {
        isSilent = true
        isArmed = false
      }
      if (!isSilent) server.write(data)
    })
    server.on('data', (data) => void (isSilent || client.write(data)))
    client.on('close', () => void (isSilent || server.destroy()))
    server.on('close', () => void (isSilent || client.destroy()))
    client.on('error', () => undefined)
    server.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  const { port } = network.address() as AddressInfo
  const store = await opened(`postgres://surety@127.0.0.1:${port}/${name}`)
  expect(endOf(await hostOn(store).call('write', { text: 'before' }))).toBe('ok')
  isArmed = true
  const began = performance.now()
  await hostOn(store).call('write', { text: 'cut' })
  const answeredMs = Math.round(performance.now() - began)
  // From here on the network is well.
  let last = ''
  const end = Date.now() + 50_000
  while (last !== 'ok' && Date.now() < end) {
    last = endOf(await hostOn(store).call('write', { text: 'after' }))
    await sleep(500)
  }
  const locks = postgres.psql(
    `select state, round(extract(epoch from now() - state_change)) from pg_stat_activity where datname = '${name}' and state like 'idle in%'`,
  )
  for (const socket of sockets) socket.destroy()
  network.close()
  expect(last, JSON.stringify({ answeredMs, last, locks })).toBe('ok')
})

it('no password in a message, wherever the address has it', async () => {
  const opening = openStore('postgres://127.0.0.1:1/none?user=me&password=s3cret')
  await expect(opening).rejects.toThrow(/^(?!.*s3cret)/s)
  await expect(openStore('postgres://me:s3@cret@127.0.0.1:1/none')).rejects.toThrow(/^(?!.*cret@)/s)
})
