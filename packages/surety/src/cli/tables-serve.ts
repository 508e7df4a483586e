import { serveTables } from '../tables/serve-tables.ts'
import { operatorsApprover } from './approve-with.ts'
import { EXIT, type Io, type Parsed } from './command.ts'
import { endInOrder } from './interruption.ts'
import { openRecord } from './open-record.ts'
import { listening, roleOfCallers } from './serving.ts'
import { tableDatabase } from './table-database.ts'
import { tablesConfiguration } from './tables-configuration.ts'
import { tablesFile, tablesFolder } from './tables-folder.ts'

/** Serves the tools until the client or a signal ends it; calls under way finish first. */
export async function serveVerb(parsed: Parsed, io: Io, dir: string): Promise<number> {
  const folder = tablesFolder(parsed, io, dir, ['store', 'tables'])
  const { config } = folder
  const role = roleOfCallers(parsed, config)
  const file = tablesFile(config, io)
  const configuration = await tablesConfiguration(file)
  const database = tableDatabase(folder, io)
  const { retention, roles } = config
  const opened = await openRecord(config.store, io, { ...(retention !== undefined && { retention }) })
  const record = { ...opened, approver: operatorsApprover(opened.approver, config.store, config) }
  const http = parsed.text('http')
  try {
    const { audit, reload } = config.tables
    const tables = { file, configuration, database, record, roles, role, audit, reload }
    const serving = await listening(http, (transport) => serveTables({ ...tables, transport }))
    endInOrder(() => void serving.close())
    await serving.closed
    return EXIT.ok
  } finally {
    await Promise.allSettled([database.store.close(), record.close()])
  }
}
