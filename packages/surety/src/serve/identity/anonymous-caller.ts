import type { Tokens } from '../../store/types.ts'
import type { Caller } from '../protocol/peer.ts'
import { ANONYMOUS, type IdentityRules } from './authenticate.ts'
import type { TokenBook } from './configured-tokens.ts'

interface Setting {
  /** Whether only this machine can reach the server. */
  readonly isLoopback: boolean
  readonly hasPolicy: boolean
  readonly role: string | undefined
  readonly configured: TokenBook
  readonly stored: Tokens | undefined
}

const REMEMBER_MS = 1000

/**
 * Who calls over HTTP without a token. Beyond loopback nobody may. On loopback anybody may, but for one case: where there are
 * roles and tokens, and no role for callers without one, a token is wanted; such callers could do nothing anyway.
 */
export function anonymousCaller(setting: Setting): IdentityRules['anonymous'] {
  const { isLoopback, hasPolicy, role, configured, stored } = setting
  const caller: Caller = { principal: ANONYMOUS, role, isStranger: true }
  if (!isLoopback) return () => undefined
  if (!hasPolicy || role !== undefined) return () => caller
  const hasStored = remembered(() => hasTokens(stored))
  return async () => (!configured.isEmpty || (await hasStored()) ? undefined : caller)
}

/** Has the store any token, of whatever state? Whoever made one wants callers to bring one. */
async function hasTokens(stored: Tokens | undefined): Promise<boolean> {
  return stored !== undefined && (await stored.list()).length > 0
}

/** The answer, asked for at most once a second. */
function remembered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let askedAt = -Infinity
  let answer: Promise<boolean> | undefined
  return () => {
    if (answer === undefined || performance.now() - askedAt > REMEMBER_MS) {
      askedAt = performance.now()
      answer = ask()
      // One that failed is asked for again.
      answer.catch(() => (answer = undefined))
    }
    return answer
  }
}
