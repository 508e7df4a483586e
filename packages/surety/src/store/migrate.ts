import type { Sql } from './database.ts'

/** Each brings a store from the version before it to its own, the first one from nothing. Never changed once released. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table surety_writers (id text primary key, number bigint not null, hash text not null, ended_at bigint not null,
       base_number bigint not null, base_hash text not null, seen_at bigint not null)`,
    `create table surety_steps (step_id text primary key, trace_id text not null, principal text not null, idx bigint not null,
       parent_step_id text, tool_name text not null, status_code bigint, ended_at bigint, writer text not null, number bigint,
       hash text, body text not null)`,
    'create unique index surety_steps_trace on surety_steps (trace_id, principal, idx)',
    'create unique index surety_steps_chain on surety_steps (writer, number) where number is not null',
    'create index surety_steps_open on surety_steps (writer) where hash is null',
    'create index surety_steps_age on surety_steps (ended_at) where ended_at is not null',
    'create table surety_outputs (step_id text primary key, principal text not null, body text not null)',
    `create table surety_claims (principal text not null, tool_name text not null, key_hash text not null,
       input_hash text not null, step_id text not null, writer text not null, outcome text, kept_until bigint,
       primary key (principal, tool_name, key_hash))`,
    'create unique index surety_claims_step on surety_claims (step_id)',
    'create index surety_claims_running on surety_claims (writer) where outcome is null',
    `create table surety_approvals (id text primary key, principal text not null, tool_name text not null,
       description text not null, role text, arguments text not null, arguments_hash text not null, contract_hash text not null,
       requested_at bigint not null, expires_at bigint not null, status text not null, reason text, resolved_by text,
       resolved_at bigint)`,
    'create index surety_approvals_call on surety_approvals (principal, tool_name, arguments_hash)',
    'create index surety_approvals_age on surety_approvals (expires_at)',
    `create table surety_tokens (id text primary key, role text not null, hash text not null unique, created_at bigint not null,
       expires_at bigint, revoked_at bigint)`,
    'create table surety_checkpoints (hash text primary key, heads text not null, made_at bigint not null)',
  ],
]

/** What is done to a database before it is used. */
export function preparation(mustExist: boolean): (sql: Sql) => Promise<void> {
  return async (sql) => {
    if (mustExist) await mustBeStore(sql)
    await migrate(sql)
  }
}

/** Throws where nobody has made a store of the database yet. */
async function mustBeStore(sql: Sql): Promise<void> {
  try {
    await sql('select value from surety_settings limit 1')
  } catch (error) {
    if (String(error).includes('surety_settings'))
      throw new Error('there is no store in this database', { cause: error })
    throw error
  }
}

/** Brings the store to this version; whoever comes second waits and finds it done. Throws where the store is of a newer one. */
async function migrate(sql: Sql): Promise<void> {
  await sql('create table if not exists surety_settings (name text primary key, value text not null)')
  const [row] = await sql<{ value: string }>("select value from surety_settings where name = 'version'")
  const version = Number(row?.value ?? 0)
  if (version > MIGRATIONS.length) {
    const message = `The store has version ${version}, this surety knows ${MIGRATIONS.length} at most. Update surety; nothing was changed.`
    throw new Error(message)
  }
  if (version === MIGRATIONS.length) return
  for (const statement of MIGRATIONS.slice(version).flat()) await sql(statement)
  await sql(
    "insert into surety_settings (name, value) values ('version', $1) on conflict (name) do update set value = $1",
    [String(MIGRATIONS.length)],
  )
}
