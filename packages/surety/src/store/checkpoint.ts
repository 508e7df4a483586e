import { sha256 } from '@surety/tool-contracts/tools'
import type { Sql } from './database.ts'

/** Where the chain of a writer ends: its last step's place and hash, and when the latest of its steps ended. */
export type Head = readonly [writer: string, number: number, hash: string, endedAt: number]

/** One hash over the ends of all chains; what it is of is kept, so that a later look can find the place again. */
export async function checkpoint(sql: Sql): Promise<string> {
  const heads = await headsNow(sql)
  const hash = hashOf(heads)
  await sql('insert into surety_checkpoints (hash, heads, made_at) values ($1, $2, {now}) on conflict do nothing', [
    hash,
    JSON.stringify(heads),
  ])
  return hash
}

/** What a head was made of; undefined where nobody has made it of this record. */
export async function headsBehind(sql: Sql, hash: string): Promise<readonly Head[] | undefined> {
  const now = await headsNow(sql)
  if (hashOf(now) === hash) return now
  const [row] = await sql<{ heads: string }>('select heads from surety_checkpoints where hash = $1', [hash])
  if (row === undefined || sha256(row.heads) !== hash) return undefined
  const heads: readonly Head[] = JSON.parse(row.heads)
  return heads
}

async function headsNow(sql: Sql): Promise<readonly Head[]> {
  const rows = await sql<{ id: string; number: number; hash: string; ended_at: number }>(
    'select id, number, hash, ended_at from surety_writers where number > 0',
  )
  // By code unit: databases have orders of their own.
  return rows
    .map(({ id, number, hash, ended_at }): Head => [id, number, hash, ended_at])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function hashOf(heads: readonly Head[]): string {
  return sha256(JSON.stringify(heads))
}
