import {
  ConfigurationError,
  type ConfigurationProblem,
  type ToolConfiguration,
  loadConfiguration,
} from '@surety/tables'
import { printable, printableLines } from '../report/printable.ts'
import { UsageError } from './command.ts'

/** The configuration in the file; a UsageError with all that is wrong with it. */
export async function tablesConfiguration(file: string): Promise<ToolConfiguration> {
  const read = await readTables(file)
  if (read.configuration !== undefined) return read.configuration
  throw new UsageError(printableLines(read.message).join('\nsurety: '))
}

export type ReadTables =
  | { readonly configuration: ToolConfiguration; readonly problems?: undefined; readonly message?: undefined }
  | {
      readonly configuration?: undefined
      readonly problems: readonly ConfigurationProblem[]
      /** One line for each. */
      readonly message: string
    }

/** What the file says, or what is wrong with it; a UsageError where there is nothing to read. */
export async function readTables(file: string): Promise<ReadTables> {
  try {
    return { configuration: await loadConfiguration(file) }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const { problems, message } = error
    if (problems.every(({ line }) => line === undefined)) throw new UsageError(printable(message))
    return { problems, message }
  }
}
