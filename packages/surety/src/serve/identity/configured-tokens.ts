import { createHash, timingSafeEqual } from 'node:crypto'

/** A token as surety.yaml has it: never the token itself. */
export interface ConfiguredToken {
  /** The principal that it makes its bearer. */
  readonly id: string
  readonly role: string
  /** Lower-case hex of the SHA-256 of the token's text. */
  readonly sha256: string
  /** A day or a moment, ISO 8601. */
  readonly expires?: string | Date
}

export interface TokenBook {
  readonly find: (token: string) => { readonly id: string; readonly role: string } | undefined
  readonly isEmpty: boolean
}

/** Tokens to be looked up. Whatever is presented, all of them are compared with it. */
export function tokenBook(tokens: readonly ConfiguredToken[], now: () => number): TokenBook {
  const entries = tokens.map(({ id, role, sha256, expires }) => ({
    id,
    role,
    digest: Buffer.from(sha256, 'hex'),
    expiresAt: expires === undefined ? Infinity : new Date(expires).getTime(),
  }))
  return {
    isEmpty: entries.length === 0,
    find: (token) => {
      const digest = createHash('sha256').update(token).digest()
      let found: (typeof entries)[number] | undefined
      for (const entry of entries) if (timingSafeEqual(entry.digest, digest)) found = entry
      return found !== undefined && now() < found.expiresAt ? { id: found.id, role: found.role } : undefined
    },
  }
}

/** Every reason why these are no tokens. */
export function problemsWithTokens(
  tokens: readonly ConfiguredToken[],
  reserved: ReadonlySet<string>,
): readonly string[] {
  const seen = new Set<string>()
  return tokens.flatMap(({ id, role, sha256, expires }, index) => {
    const where = `tokens[${index}]`
    const isTaken = seen.has(id)
    seen.add(id)
    return [
      ...(typeof id === 'string' && id !== '' ? [] : [`${where} has no id.`]),
      ...(reserved.has(id) ? [`${where} cannot have the id '${id}': callers without a token have it.`] : []),
      ...(isTaken ? [`${where} has the id '${id}', which another one has.`] : []),
      ...(typeof role === 'string' && role !== '' ? [] : [`${where} has no role.`]),
      ...(/^[0-9a-f]{64}$/.test(sha256) ? [] : [`${where}.sha256 must be 64 hex digits in lower case.`]),
      ...(expires !== undefined && Number.isNaN(new Date(expires).getTime())
        ? [`${where}.expires is no date: write 2027-01-31.`]
        : []),
    ]
  })
}
