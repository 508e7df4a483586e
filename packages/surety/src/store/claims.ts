import type { Claim, Replay } from '@surety/tool-contracts/journal'
import { sha256 } from '@surety/tool-contracts/tools'
import { columnText, type Sql } from './database.ts'
import type { Entry } from './entry.ts'

interface ClaimRow {
  readonly input_hash: string
  readonly outcome: string | null
}

/** Idempotency keys: the first caller runs, a later one gets the outcome again. The key is stored as its hash: it may be of any form. */
export async function claim(sql: Sql, writer: string, wanted: Claim): Promise<Replay> {
  const call = [columnText(wanted.principal), columnText(wanted.toolName), sha256(wanted.key)]
  const which = 'principal = $1 and tool_name = $2 and key_hash = $3'
  await sql(`delete from surety_claims where ${which} and kept_until <= {now}`, call)
  const [made] = await sql(
    `insert into surety_claims (principal, tool_name, key_hash, input_hash, step_id, writer)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning step_id`,
    [...call, wanted.inputHash, wanted.stepId, writer],
  )
  if (made !== undefined) return { state: 'claimed' }
  const [row] = await sql<ClaimRow>(`select input_hash, outcome from surety_claims where ${which}`, call)
  // Given back between the two statements: the caller may simply ask again.
  if (row === undefined) return { state: 'running' }
  if (row.input_hash !== wanted.inputHash) return { state: 'conflict' }
  return row.outcome === null ? { state: 'running' } : { state: 'done', outcome: JSON.parse(row.outcome) }
}

/** Keeps the outcomes of these calls under their keys, or gives the keys back. */
export async function settleClaims(sql: Sql, entries: readonly Extract<Entry, { kind: 'close' }>[]): Promise<void> {
  const kept = entries.flatMap(({ step, claim }) =>
    typeof claim === 'object' ? [[step.stepId, claim.outcome, claim.keepMs]] : [],
  )
  if (kept.length > 0) {
    const statement = `update surety_claims set outcome = rows.outcome, kept_until = {now} + rows.keep_ms
       from {rows} where surety_claims.step_id = rows.step_id`
    await sql(statement, [], { columns: { step_id: 'text', outcome: 'text', keep_ms: 'bigint' }, rows: kept })
  }
  const released = entries.flatMap(({ step, claim }) => (claim === 'released' ? [[step.stepId]] : []))
  if (released.length === 0) return
  await sql('delete from surety_claims where step_id in (select step_id from {rows})', [], {
    columns: { step_id: 'text' },
    rows: released,
  })
}

/** Keys of calls that this writer claimed and whose steps are not there: nothing was changed under them. */
export async function releaseUnopened(sql: Sql, writer: string): Promise<void> {
  await sql(
    `delete from surety_claims where writer = $1 and outcome is null
       and not exists (select 1 from surety_steps s where s.step_id = surety_claims.step_id)`,
    [writer],
  )
}

export async function forgetClaims(sql: Sql): Promise<void> {
  await sql('delete from surety_claims where kept_until <= {now}')
}
