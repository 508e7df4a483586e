import { createTableStatements } from '@surety/tables'
import { engineOf } from '../tables/open-table-store.ts'
import { EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { tablesConfiguration } from './tables-configuration.ts'
import { tablesFile, tablesFolder } from './tables-folder.ts'

/** Prints the CREATE TABLE statements of the configuration; asks no database. */
export async function ddlVerb(parsed: Parsed, io: Io, dir: string): Promise<number> {
  const named = parsed.text('engine')
  if (named !== undefined && parsed.text('store') !== undefined)
    throw new UsageError('Give --engine or --store: either tells whose SQL to print.')
  if (named !== undefined && named !== 'sqlite' && named !== 'postgres')
    throw new UsageError(`--engine takes sqlite or postgres, not ${JSON.stringify(named)}.`)
  const { config, store } = tablesFolder(parsed, io, dir, named === undefined ? ['tables'] : [])
  const configuration = await tablesConfiguration(tablesFile(config, io))
  const statements = createTableStatements(configuration, named ?? engineOf(store.url))
  io.out(statements.map((statement) => `${statement};\n`).join('\n'))
  return EXIT.ok
}
