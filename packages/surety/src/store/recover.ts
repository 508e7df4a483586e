import { append } from './append.ts'
import { releaseUnopened } from './claims.ts'
import type { Database, Sql } from './database.ts'
import type { Entry, UnsealedStep } from './entry.ts'

/** Closes the steps that writers left open when they ended, as OUTCOME_UNKNOWN; never those of a writer that lives. */
export async function recover(database: Database, writer: string, keepMs: number): Promise<void> {
  const others = await database.read((sql) => writersWithOpenCalls(sql, writer))
  for (const { id, seen_at } of others) {
    if (await database.isAlive(id, seen_at)) continue
    await database.write(async (sql) => {
      await closeAll(sql, id, writer, keepMs)
      await releaseUnopened(sql, id)
    })
  }
}

function writersWithOpenCalls(sql: Sql, own: string): Promise<readonly { id: string; seen_at: number }[]> {
  return sql(
    `select open.writer as id, coalesce(w.seen_at, 0) as seen_at from
       (select writer from surety_steps where hash is null union select writer from surety_claims where outcome is null) as open
       left join surety_writers w on w.id = open.writer where open.writer <> $1`,
    [own],
  )
}

async function closeAll(sql: Sql, dead: string, writer: string, keepMs: number): Promise<void> {
  const rows = await sql<{ body: string }>(
    'select body from surety_steps where writer = $1 and hash is null order by trace_id, idx {lock}',
    [dead],
  )
  const entries = rows.map(({ body }): Entry => {
    const step: UnsealedStep = JSON.parse(body)
    // Whether the tool acted is unknown: the key is not given back.
    const { error } = step.outputs
    const { stepId, traceId } = step
    return {
      kind: 'close',
      step: { ...step, emittedAt: new Date().toISOString() },
      claim: { outcome: JSON.stringify({ ok: false, error, traceId, stepId }), keepMs },
    }
  })
  if (entries.length > 0) await append(sql, writer, entries)
}
