import { suggestion } from '@surety/tool-contracts/tools'
import type { Config } from '../author/config/config.ts'
import { isVisibleName } from '../author/yaml/visible-name.ts'
import { printable } from '../report/printable.ts'
import { parseDuration } from '../store/duration.ts'
import { type Parsed, UsageError } from './command.ts'

export interface TokenRequest {
  readonly id: string
  readonly role: string
  readonly expiresAt?: Date
}

/** The token that is asked for, as far as the command line alone can tell whether it may be made. */
export function tokenRequest(parsed: Parsed): TokenRequest {
  const id = idOf(parsed)
  const role = parsed.text('role')
  if (role === undefined) throw new UsageError('surety token create needs --role: what its calls may do.')
  if (!isVisibleName(role)) throw new UsageError(`--role ${NAME}, not ${printable(JSON.stringify(role))}.`)
  const expires = parsed.text('expires')
  return { id, role, ...(expires !== undefined && { expiresAt: expiryOf(expires) }) }
}

const NAME = 'takes 1 to 128 visible characters without spaces'

/** Callers without a token, and operators, go by these. */
const TAKEN = /^(?:local|anonymous|operator(?::.*)?)$/i

function idOf(parsed: Parsed): string {
  const id = parsed.text('id')
  if (id === undefined) throw new UsageError('surety token create needs --id: whose token it is.')
  if (!isVisibleName(id)) throw new UsageError(`--id ${NAME}, not ${printable(JSON.stringify(id))}.`)
  if (TAKEN.test(id)) throw new UsageError(`--id "${id}" would mix its calls with those of others: take another id.`)
  return id
}

function expiryOf(text: string): Date {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined) return new Date(Date.now() + milliseconds)
  throw new UsageError(`--expires takes a duration such as 90d, 24h, 15m or 30s, not ${JSON.stringify(text)}.`)
}

/** Refuses a role that is none of these. */
export function mustBeRole(role: string, roles: NonNullable<Config['roles']>): void {
  if (Object.hasOwn(roles, role)) return
  const names = Object.keys(roles)
  const there = names.length === 0 ? '`roles` in surety.yaml is empty' : `there are ${names.join(', ')}`
  throw new UsageError(printable(`There is no role ${JSON.stringify(role)}; ${there}.${suggestion(role, names)}`))
}
