import { forgetApprovals } from './approvals.ts'
import type { Sql } from './database.ts'

/** Few enough that others need not wait long. */
const CHUNK = 5000

/**
 * Forgets some of what ended longer ago, and tells whether there may be more. Each chain loses only its beginning, and its writer
 * keeps the hash that the rest follows: so the rest still verifies.
 */
export async function retain(sql: Sql, retentionMs: number): Promise<boolean> {
  // By the database's clock: one replica's may be wrong.
  const [clock] = await sql<{ now: number }>('select {now} as now')
  const before = (clock?.now ?? 0) - retentionMs
  await forgetApprovals(sql, before)
  const writers = await sql<{ id: string }>('select distinct writer as id from surety_steps where ended_at < $1', [
    before,
  ])
  for (const { id } of writers) {
    if ((await forgetBeginning(sql, id, before)) > 0) return true
  }
  return false
}

async function forgetBeginning(sql: Sql, writer: string, before: number): Promise<number> {
  const [row] = await sql<{ base_number: number; number: number }>(
    'select s.base_number, s.number from surety_writers s where s.id = $1 {lock}',
    [writer],
  )
  if (row === undefined) return 0
  // Asked once the writer is locked: what it stored meanwhile counts.
  const [kept] = await sql<{ first: number | null }>(
    'select min(number) as first from surety_steps where writer = $1 and ended_at >= $2',
    [writer, before],
  )
  const last = Math.min((kept?.first ?? row.number + 1) - 1, row.base_number + CHUNK)
  if (last <= row.base_number) return 0
  await sql(
    `update surety_writers set base_number = $2, base_hash = (select hash from surety_steps where writer = $1 and number = $2)
       where id = $1`,
    [writer, last],
  )
  await sql(
    'delete from surety_outputs where step_id in (select step_id from surety_steps where writer = $1 and number <= $2)',
    [writer, last],
  )
  await sql('delete from surety_steps where writer = $1 and number <= $2', [writer, last])
  return last - row.base_number
}
