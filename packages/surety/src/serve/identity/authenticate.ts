import { LOCAL_PRINCIPAL } from '@surety/tool-contracts/journal'
import type { Tokens } from '../../store/types.ts'
import type { Caller } from '../protocol/peer.ts'
import type { TokenBook } from './configured-tokens.ts'

export const ANONYMOUS = 'anonymous'

export type Identity =
  | { readonly kind: 'known'; readonly caller: Caller }
  /** `error`: as RFC 6750 names it; none where nothing was presented. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly error?: 'invalid_token' }
  | { readonly kind: 'unavailable'; readonly reason: string }

export interface IdentityRules {
  readonly configured: TokenBook
  readonly stored: Tokens | undefined
  /** The caller that brings no token, where there may be one. */
  readonly anonymous: () => Caller | undefined | Promise<Caller | undefined>
}

const SCHEME = /^bearer +(?<token>[\x21-\x7e]+) *$/i

/** Who makes this HTTP request? A token that is not good is refused even where anybody may call without one. */
export function authenticate(authorization: string | undefined, rules: IdentityRules): Identity | Promise<Identity> {
  if (authorization !== undefined) return withToken(authorization, rules).catch(unavailable)
  const caller = rules.anonymous()
  return caller instanceof Promise ? caller.then(withoutToken).catch(unavailable) : withoutToken(caller)
}

/** The reason of a store may name where it is. */
function unavailable(): Identity {
  return { kind: 'unavailable', reason: 'Tokens cannot be checked now.' }
}

function withoutToken(caller: Caller | undefined): Identity {
  if (caller !== undefined) return { kind: 'known', caller }
  return { kind: 'unknown', reason: 'This server wants a token: Authorization: Bearer …' }
}

async function withToken(authorization: string, { configured, stored }: IdentityRules): Promise<Identity> {
  const token = SCHEME.exec(authorization)?.groups?.['token']
  if (token === undefined) return refused('Authorization is not of the form Bearer TOKEN.')
  const found = configured.find(token) ?? (await stored?.find(token))
  if (found === undefined || RESERVED.has(found.id)) return refused('The token is unknown, expired or revoked.')
  return { kind: 'known', caller: { principal: found.id, role: found.role, isStranger: false } }
}

function refused(reason: string): Identity {
  return { kind: 'unknown', reason, error: 'invalid_token' }
}

/** Names of callers that bring no token: no token may take them. */
export const RESERVED: ReadonlySet<string> = new Set([ANONYMOUS, LOCAL_PRINCIPAL])
