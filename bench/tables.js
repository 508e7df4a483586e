// @ts-check
/** What a table's tool costs: against Ajv for the validation, against the raw drivers for the whole execution, in one run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createTableTools, postgresStore, sqliteStore } from '@surety/tables'
import { toTool } from '@surety/tool-contracts/mcp'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Pool } from 'pg'
import { openStore } from 'surety/store'
import { startPostgres } from './postgres.js'

const folder = mkdtempSync(join(tmpdir(), 'surety-bench-'))
const ROUNDS = 3

/** Seed 003's own example with every field type. */
const TABLE = {
  tableName: 'health_forms',
  toolId: 'submit-health-form',
  displayName: 'Health Form',
  description: 'Submit comprehensive health tracking form',
  fields: [
    { name: 'user_id', label: 'User', dataType: 'text', required: true, maxLength: 50 },
    { name: 'weight', label: 'Weight', dataType: 'numeric', required: true, min: 0, max: 500, precision: 6, scale: 2 },
    { name: 'height', label: 'Height', dataType: 'integer', required: true, min: 0, max: 300 },
    { name: 'is_smoker', label: 'Smoker', dataType: 'boolean', required: true },
    {
      name: 'activity_level',
      label: 'Activity',
      dataType: 'enum',
      required: true,
      enumValues: ['sedentary', 'light', 'moderate', 'active', 'very_active'],
    },
    { name: 'notes', label: 'Notes', dataType: 'text', required: false, maxLength: 1000 },
    { name: 'recorded_at', label: 'Recorded', dataType: 'datetime', required: true },
    { name: 'metadata', label: 'Metadata', dataType: 'json', required: false },
  ],
}
const INPUT = {
  user_id: 'user_123',
  weight: 72.5,
  height: 181,
  is_smoker: false,
  activity_level: 'moderate',
  notes: 'Great day today!',
  recorded_at: '2025-10-05T14:30:00Z',
  metadata: { source: 'telegram' },
}
const COLUMNS = Object.keys(INPUT)

/** @param {object} more @returns {any} */
const configuration = (more = {}) => ({ version: '1.0.0', tables: [{ ...TABLE, ...more }] })

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Calls per second, and the time that 99 of 100 calls took at most. @param {number} callers @param {number} count @param {() => Promise<unknown>} call */
async function load(callers, count, call) {
  const times = /** @type {number[]} */ ([])
  let left = count
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left-- > 0) {
        const from = performance.now()
        await call()
        times.push(performance.now() - from)
      }
    }),
  )
  const rate = (count / (performance.now() - begun)) * 1000
  return { rate, p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0 }
}

/** @param {Promise<{ success: boolean }> | undefined} result */
async function mustSucceed(result) {
  const answer = await result
  if (answer?.success !== true) throw new Error(JSON.stringify(answer))
}

async function validation() {
  const [tool] = await createTableTools({ config: configuration(), store: sqliteStore(join(folder, 'v.db')) })
  if (tool === undefined) return
  const ajv = new Ajv2020({ allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile(toTool(tool.contract).inputSchema)
  const N = 50_000
  const zod = []
  const plain = []
  for (let round = 0; round < 7; round += 1) {
    let from = performance.now()
    for (let done = 0; done < N; done += 1) tool.contract.inputSchema.safeParse(INPUT)
    zod.push(((performance.now() - from) / N) * 1000)
    from = performance.now()
    for (let done = 0; done < N; done += 1) validate(INPUT)
    plain.push(((performance.now() - from) / N) * 1000)
  }
  hold('validation of 8 fields', median(zod) / 1000, 10)
  print('validation of 8 fields', `${median(zod).toFixed(2)} µs, ${ratio(median(zod), median(plain))} Ajv`)
}

/** @param {string} what @param {string} found */
function print(what, found) {
  console.log(`${what.padEnd(58)} ${found}`)
}

/** The seed's own budgets, in milliseconds. @param {string} what @param {number} took @param {number} budget */
function hold(what, took, budget) {
  if (took < budget) return
  print(what, `took ${took.toFixed(1)} ms; the seed allows ${budget}`)
  process.exitCode = 1
}

/** @param {number} a @param {number} b */
const ratio = (a, b) => `${(a / b).toFixed(2)}×`

/**
 * @param {string} engine
 * @param {() => import('@surety/tables').TableStore} makeStore
 * @param {() => Promise<unknown>} raw
 * @param {string} record
 */
async function execution(engine, makeStore, raw, record) {
  const store = makeStore()
  const journal = (await openStore(record)).journal
  const [plain] = await createTableTools({ config: configuration(), store })
  const [durable] = await createTableTools({ config: configuration(), store, journal })
  const [together] = await createTableTools({ config: configuration({ coalesce: true }), store })
  const calls = {
    raw,
    'in memory': () => mustSucceed(plain?.execute(INPUT)),
    'durable step': () => mustSucceed(durable?.execute(INPUT)),
    coalesced: () => mustSucceed(together?.execute(INPUT)),
  }
  for (const [callers, count] of [
    [1, 400],
    [100, 4000],
    [1000, 8000],
  ]) {
    const found = await inTurn(calls, callers ?? 1, count ?? 1)
    const base = median((found['raw'] ?? []).map(({ rate }) => rate))
    for (const [name, runs] of Object.entries(found)) {
      const rate = median(runs.map((run) => run.rate))
      const p99 = median(runs.map((run) => run.p99))
      const against = callers === 1 ? `${ratio(base, rate)} the time` : `${ratio(rate, base)} the throughput`
      print(`${engine}, ${callers} callers, ${name}`, `${against} of raw, p99 ${p99.toFixed(1)} ms`)
      if (callers === 1) hold(`${engine}, insert of one row, ${name}`, 1000 / rate, 50)
      if (callers === 100) hold(`${engine}, whole call among 100, ${name}`, p99, 200)
    }
  }
  await store.close()
}

/** Each in turn, so that the machine's moods are shared. @param {Record<string, () => Promise<unknown>>} calls @param {number} callers @param {number} count */
async function inTurn(calls, callers, count) {
  /** @type {Record<string, { rate: number, p99: number }[]>} */
  const found = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, call] of Object.entries(calls)) (found[name] ??= []).push(await load(callers, count, call))
  return found
}

async function sqlite() {
  const file = join(folder, 'tables.db')
  await createTableTools({ config: configuration(), store: sqliteStore(file) })
  const database = new DatabaseSync(join(folder, 'raw.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const copy = new DatabaseSync(file)
  const made = copy.prepare("select sql from sqlite_master where name = 'health_forms'").get()
  copy.close()
  database.exec(String(made?.sql))
  const insert = database.prepare(
    `insert into health_forms (id, ${COLUMNS.join(', ')}) values (?, ${COLUMNS.map(() => '?').join(', ')}) returning id`,
  )
  const values = Object.values(INPUT).map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : typeof value === 'boolean' ? Number(value) : value,
  )
  await execution(
    'SQLite',
    () => sqliteStore(file),
    async () => insert.all(crypto.randomUUID(), ...values),
    `sqlite:${join(folder, 'record.db')}`,
  )
  database.close()
}

async function postgres() {
  const server = startPostgres()
  if (server === undefined) return print('PostgreSQL', 'is not installed')
  try {
    const pool = new Pool({ connectionString: server.url, max: 10 })
    await pool.query(`create table health_forms (id uuid primary key default gen_random_uuid(), user_id varchar(50) not null,
      weight numeric(6,2) not null, height int not null, is_smoker boolean not null, activity_level text not null,
      notes varchar(1000), recorded_at timestamptz not null, metadata jsonb)`)
    const text = `insert into health_forms (${COLUMNS.join(', ')}) values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')}) returning id`
    const values = Object.values(INPUT).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
    const raw = async () => (await pool.query({ name: 'raw', text, values })).rows[0].id
    await execution('PostgreSQL', () => postgresStore(server.url), raw, server.url)
    await pool.end()
  } finally {
    server.stop()
  }
}

async function start() {
  const tables = Array.from({ length: 500 }, (_, index) => ({
    ...TABLE,
    tableName: `forms_${index}`,
    toolId: `submit-${index}`,
  }))
  const from = performance.now()
  const store = sqliteStore(join(folder, 'many.db'))
  await createTableTools({ config: { ...configuration(), tables }, store })
  print('500 tables: start, tables made', `${((performance.now() - from) / 1000).toFixed(2)} s (goal 2 s)`)
  await store.close()
}

await validation()
await start()
await sqlite()
await postgres()
rmSync(folder, { recursive: true, force: true })
