import { columnText, type Sql } from './database.ts'
import type { TokenEntry } from './types.ts'

interface TokenRow {
  readonly id: string
  readonly role: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

/** Whether the id was free. */
export async function addToken(
  sql: Sql,
  token: { readonly id: string; readonly role: string; readonly hash: string; readonly expiresAt: number | undefined },
): Promise<boolean> {
  const [row] = await sql(
    `insert into surety_tokens (id, role, hash, created_at, expires_at) values ($1, $2, $3, {now}, $4)
       on conflict (id) do nothing returning id`,
    [columnText(token.id), columnText(token.role), token.hash, token.expiresAt ?? null],
  )
  return row !== undefined
}

export async function listTokens(sql: Sql): Promise<readonly TokenEntry[]> {
  const rows = await sql<TokenRow>('select id, role, created_at, expires_at, revoked_at from surety_tokens order by id')
  return rows.map(({ id, role, created_at, expires_at, revoked_at }) => ({
    id,
    role,
    createdAt: isoTime(created_at) ?? '',
    expiresAt: isoTime(expires_at),
    revokedAt: isoTime(revoked_at),
  }))
}

export async function revokeToken(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql(
    'update surety_tokens set revoked_at = {now} where id = $1 and revoked_at is null returning id',
    [columnText(id)],
  )
  return row !== undefined
}

/** The token that has this hash, unless it has expired or was revoked. */
export async function findToken(
  sql: Sql,
  hash: string,
): Promise<{ readonly id: string; readonly role: string; readonly hash: string } | undefined> {
  const [row] = await sql<{ id: string; role: string; hash: string }>(
    `select id, role, hash from surety_tokens where hash = $1 and revoked_at is null
       and (expires_at is null or expires_at > {now})`,
    [hash],
  )
  return row
}

function isoTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString()
}
