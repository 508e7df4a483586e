import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Engine } from './engine.ts'
import type { Tokens } from './types.ts'

/** How long the store is believed: a revocation counts within a second. */
const FRESH_MS = 500
const MAX_KNOWN = 1000

type Holder = Awaited<ReturnType<Tokens['find']>>

/** Access tokens of 256 bits, stored as their hashes only. */
export function storeTokens(engine: Engine): Tokens {
  const known = new Map<string, { readonly holder: Holder; readonly at: number }>()

  async function find(token: string): Promise<Holder> {
    const hash = tokenHash(token)
    const recent = known.get(hash)
    if (recent !== undefined && performance.now() - recent.at < FRESH_MS) return recent.holder
    const at = performance.now()
    const found = await engine.findToken(hash)
    const holder = found !== undefined && isSame(found.hash, hash) ? { id: found.id, role: found.role } : undefined
    known.delete(hash)
    known.set(hash, { holder, at })
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value ?? '')
    return holder
  }

  return {
    async create({ id, role, expiresAt }) {
      if (Number.isNaN(expiresAt?.getTime())) throw new Error('expiresAt must be a valid date.')
      const token = `surety_${randomBytes(32).toString('base64url')}`
      const isFree = await engine.addToken({ id, role, hash: tokenHash(token), expiresAt: expiresAt?.getTime() })
      if (!isFree) throw new Error(`There is a token with the id ${JSON.stringify(id)} already: take another id.`)
      return token
    },
    list: () => engine.listTokens(),
    revoke: (id) => engine.revokeToken(id),
    find,
  }
}

/** As surety.yaml has it: SHA-256 of the token's text, in lower-case hex. */
function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
