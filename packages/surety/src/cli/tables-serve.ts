import { ContractError } from '@surety/tool-contracts'
import type { Config } from '../author/config.ts'
import { printable } from '../report/printable.ts'
import type { Serving } from '../serve/options.ts'
import { type TablesToServe, serveTables } from '../tables/serve-tables.ts'
import { EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { endInOrder } from './interruption.ts'
import { openRecord } from './open-record.ts'
import { tableDatabase } from './table-database.ts'
import { tablesConfiguration } from './tables-configuration.ts'
import { tablesFile, tablesFolder } from './tables-folder.ts'
import { mustBeRole } from './token-request.ts'

/** Serves the tools until the client or a signal ends it; calls under way finish first. */
export async function serveVerb(parsed: Parsed, io: Io, dir: string): Promise<number> {
  const folder = tablesFolder(parsed, io, dir, ['store', 'tables'])
  const { config } = folder
  const role = roleOf(parsed, config)
  const file = tablesFile(config, io)
  const configuration = await tablesConfiguration(file)
  const database = tableDatabase(folder, io)
  const { retention, roles } = config
  const record = await openRecord(config.store, io, { ...(retention !== undefined && { retention }) })
  const http = parsed.text('http')
  try {
    const transport = http === undefined ? ({ stdio: true } as const) : { http }
    const { audit, reload } = config.tables
    const serving = await started({ file, configuration, database, record, transport, roles, role, audit, reload })
    endInOrder(() => void serving.close())
    await serving.closed
    return EXIT.ok
  } finally {
    await Promise.allSettled([database.store.close(), record.close()])
  }
}

/** The role of callers without a token; on standard input and output there are no others. */
function roleOf(parsed: Parsed, { roles }: Config): string | undefined {
  const role = parsed.text('role')
  if (role !== undefined && roles === undefined)
    throw new UsageError('--role needs `roles` in surety.yaml, which say what a role may do.')
  if (role !== undefined && roles !== undefined) mustBeRole(role, roles)
  if (role === undefined && roles !== undefined && parsed.text('http') === undefined)
    throw new UsageError(
      `Without a role whoever calls on standard input and output may do nothing: say --role, one of ${printable(Object.keys(roles).join(', '))}.`,
    )
  return role
}

async function started(tables: TablesToServe): Promise<Serving> {
  try {
    return await serveTables(tables)
  } catch (error) {
    throw whyNot(error, tables.transport)
  }
}

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or give another port; port 0 takes a free one.',
  EACCES: 'you may not. Give a port above 1023.',
  EADDRNOTAVAIL: 'it is no address of this machine. Give one that is, such as 127.0.0.1.',
  ENOTFOUND: 'there is no such host. Give an address of this machine, such as 127.0.0.1.',
}

function whyNot(error: unknown, transport: TablesToServe['transport']): unknown {
  if (error instanceof ContractError) return new UsageError(error.reasons.join(' '))
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = LISTENING[code]
  return reason === undefined || !('http' in transport)
    ? error
    : new UsageError(`${transport.http} cannot be listened at: ${reason}`)
}
