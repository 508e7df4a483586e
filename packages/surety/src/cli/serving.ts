import { ContractError } from '@surety/tool-contracts'
import type { Config } from '../author/config/config.ts'
import { printable } from '../report/printable.ts'
import type { Serving, Transport } from '../serve/options.ts'
import { type Parsed, UsageError } from './command.ts'
import { mustBeRole } from './token-request.ts'

/** The role of callers without a token; on standard input and output there are no others. */
export function roleOfCallers(parsed: Parsed, { roles }: Config, configured?: string): string | undefined {
  const role = parsed.text('role') ?? configured
  if (role !== undefined && roles === undefined)
    throw new UsageError('A role needs `roles` in surety.yaml, which say what a role may do.')
  if (role !== undefined && roles !== undefined) mustBeRole(role, roles)
  if (role === undefined && roles !== undefined && parsed.text('http') === undefined)
    throw new UsageError(
      `Without a role whoever calls on standard input and output may do nothing: say --role, one of ${printable(Object.keys(roles).join(', '))}.`,
    )
  return role
}

/** Starts to serve; why that cannot be is a UsageError. */
export async function listening(
  http: string | undefined,
  start: (transport: Transport) => Promise<Serving>,
): Promise<Serving> {
  try {
    return await start(http === undefined ? { stdio: true } : { http })
  } catch (error) {
    throw whyNot(error, http)
  }
}

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or give another port; port 0 takes a free one.',
  EACCES: 'you may not. Give a port above 1023.',
  EADDRNOTAVAIL: 'it is no address of this machine. Give one that is, such as 127.0.0.1.',
  ENOTFOUND: 'there is no such host. Give an address of this machine, such as 127.0.0.1.',
}

function whyNot(error: unknown, http: string | undefined): unknown {
  if (error instanceof ContractError) return new UsageError(error.reasons.join(' '))
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = LISTENING[code]
  return reason === undefined || http === undefined ? error : new UsageError(`${http} cannot be listened at: ${reason}`)
}
