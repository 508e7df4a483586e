import { type Comparison, type Drift, type ToolConfiguration, checkTables, compareConfigurations } from '@surety/tables'
import { count } from '../report/page.ts'
import { printable, printableJson, printableLines } from '../report/printable.ts'
import { EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { isMissing } from './is-missing.ts'
import { askDatabase } from './table-database.ts'
import { readTables, tablesConfiguration } from './tables-configuration.ts'
import { type TablesFolder, tablesFile, tablesFolder } from './tables-folder.ts'

/** Compares the configuration with the live database, or with an older one. Changes nothing, and makes no database. */
export async function checkVerb(parsed: Parsed, io: Io, dir: string): Promise<number> {
  const old = parsed.text('against')
  const asksDatabase = old === undefined || parsed.text('store') !== undefined
  const folder = tablesFolder(parsed, io, dir, asksDatabase ? ['tables'] : [])
  const file = tablesFile(folder.config, io)
  const print = (ok: boolean, found: object, lines: readonly string[]): number => {
    io.out(parsed.flag('json') ? printableJson({ ok, ...found }) : lines.map((line) => `${printable(line)}\n`).join(''))
    return ok ? EXIT.ok : EXIT.failed
  }
  const { configuration, problems, message } = await readTables(file)
  if (configuration === undefined) return print(false, { problems }, printableLines(message))
  const comparison =
    old === undefined ? undefined : compareConfigurations(await tablesConfiguration(old), configuration)
  const drift = asksDatabase ? await driftOf(configuration, folder, io) : undefined
  const ok = comparison?.sufficient !== false && drift?.some(({ severity }) => severity === 'error') !== true
  const found = { problems: [], ...(drift !== undefined && { drift }), ...(comparison !== undefined && { comparison }) }
  return print(ok, found, [
    ...(comparison === undefined ? [] : comparisonLines(comparison)),
    ...(drift === undefined ? [] : driftLines(drift, `${file} and ${folder.shown}`)),
  ])
}

function comparisonLines({ changes, sufficient, message }: Comparison): readonly string[] {
  return [
    ...changes.map(
      ({ bump, toolId, message }) => `${bump.padEnd(5)}  ${toolId === undefined ? '' : `${toolId}: `}${message}`,
    ),
    `${sufficient ? '✓' : '✗'} ${message}`,
  ]
}

function driftOf(configuration: ToolConfiguration, folder: TablesFolder, io: Io): Promise<readonly Drift[]> {
  const { store, shown } = folder
  if (isMissing(store.url)) {
    const makes = '`surety tables serve` makes it, with its tables'
    throw new UsageError(`There is no database at ${shown} yet: ${makes}, or --store names another.`)
  }
  return askDatabase(folder, io, (database) => checkTables(configuration, database))
}

function driftLines(drift: readonly Drift[], both: string): readonly string[] {
  if (drift.length === 0) return [`✓ ${both} agree.`]
  const errors = drift.filter(({ severity }) => severity === 'error').length
  return [
    ...drift.map(({ severity, toolId, message, fix }) => `${MARKS[severity]} ${toolId}: ${message} ${fix}`),
    `${both} differ: ${count(errors, 'error')}, ${count(drift.length - errors, 'warning')}.`,
  ]
}

const MARKS = { error: '✗', warning: '!' } as const
