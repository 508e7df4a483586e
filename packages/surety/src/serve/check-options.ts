import { ContractError } from '@surety/tool-contracts'
import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import { parseDuration } from '../store/duration.ts'
import { RESERVED } from './identity/authenticate.ts'
import { problemsWithTokens } from './identity/configured-tokens.ts'
import { LIMITS } from './limits.ts'
import type { ServeOptions } from './options.ts'

const OPTIONS: readonly (keyof ServeOptions)[] = [
  'store',
  'roles',
  'role',
  'tokens',
  'approvals',
  'trace',
  'name',
  'version',
  'instructions',
  'limits',
  'allowedHosts',
  'allowedOrigins',
  'log',
]

/** Throws ContractError with every reason why these are no options: a mistaken one must not leave a server open without a word. */
export function checkOptions(options: ServeOptions, hasPolicy: boolean): void {
  const { tokens = [] } = options
  const reasons = [
    ...unknownKeys(options, OPTIONS, 'option'),
    ...unknownKeys(options.limits ?? {}, Object.keys(LIMITS), 'limit'),
    ...Object.entries(options.limits ?? {}).flatMap(([key, value]) =>
      Number.isSafeInteger(value) && Number(value) > 0 ? [] : [`limits.${key} must be a whole number above 0.`],
    ),
    ...(Array.isArray(tokens) ? problemsWithTokens(tokens, RESERVED) : ['tokens must be a list.']),
    ...problemsWithRoles(options, hasPolicy),
    ...problemsWithApprovals(options),
  ]
  if (reasons.length > 0) throw new ContractError('The call of serve', reasons)
}

function unknownKeys(given: object, known: readonly string[], kind: string): readonly string[] {
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => `There is no ${kind} '${key}'.${suggestion(key, known)}`)
}

function problemsWithRoles({ roles, role, tokens = [] }: ServeOptions, hasPolicy: boolean): readonly string[] {
  if (roles === undefined) return []
  if (hasPolicy) return ['The host has a policy of its own: leave out roles.']
  if (!isRecord(roles)) return ['roles must be a table such as { planner: [READ] }.']
  const known = Object.keys(roles)
  const used = [...(role === undefined ? [] : [role]), ...tokens.map((token) => token.role)]
  return [...new Set(used)]
    .filter((name) => !known.includes(name))
    .map((name) => `There is no role '${name}'.${suggestion(String(name), known)}`)
}

function problemsWithApprovals({ approvals, store }: ServeOptions): readonly string[] {
  if (approvals === undefined) return []
  const { by, expires, operatorOnly = [] } = approvals
  const needsStore = by === 'caller' || expires !== undefined
  return [
    ...unknownKeys(approvals, ['by', 'operatorOnly', 'expires'], 'option in approvals'),
    ...(by === undefined || by === 'operator' || by === 'caller'
      ? []
      : ["approvals.by must be 'operator' or 'caller'."]),
    ...(Array.isArray(operatorOnly) && operatorOnly.every((name) => typeof name === 'string')
      ? []
      : ['approvals.operatorOnly must be a list of tools.']),
    ...(expires === undefined || parseDuration(expires) !== undefined ? [] : ['approvals.expires must be like 15m.']),
    ...(needsStore && store === undefined ? ['approvals need a store, which keeps them.'] : []),
  ]
}
