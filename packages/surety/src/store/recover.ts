import { append } from './append.ts'
import { releaseUnopened } from './claims.ts'
import type { Database, Sql } from './database.ts'
import type { Entry, UnsealedStep } from './entry.ts'

/** Closes the steps that writers left open when they ended, as OUTCOME_UNKNOWN; never those of a writer that lives. */
export async function recover(database: Database, writer: string, keepMs: number): Promise<void> {
  for (const { id } of await database.read((sql) => writersWithOpenCalls(sql, writer))) {
    await database.whenDead(id, async (sql) => {
      await closeAll(sql, id, writer, keepMs)
      await releaseUnopened(sql, id)
    })
  }
}

function writersWithOpenCalls(sql: Sql, own: string): Promise<readonly { id: string }[]> {
  return sql(
    `select writer as id from surety_steps where hash is null and writer <> $1
       union select writer from surety_claims where outcome is null and writer <> $1`,
    [own],
  )
}

async function closeAll(sql: Sql, dead: string, writer: string, keepMs: number): Promise<void> {
  const rows = await sql<{ body: string }>(
    'select s.body from surety_steps s where s.writer = $1 and s.hash is null order by s.trace_id, s.idx {lock}',
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
