import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { suggestion } from '@surety/tool-contracts/tools'
import { type TableInfo, type TableStore, draftConfiguration } from '@surety/tables'
import { count } from '../report/page.ts'
import { printable } from '../report/printable.ts'
import { EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { isMissing } from './is-missing.ts'
import { askDatabase } from './table-database.ts'
import { tablesConfiguration } from './tables-configuration.ts'
import { newTablesFile, tablesFolder } from './tables-folder.ts'

/** Writes a configuration from a live database, which stays as it is. */
export async function initVerb(parsed: Parsed, io: Io, dir: string): Promise<number> {
  const folder = tablesFolder(parsed, io, dir, ['tables'])
  const { store, shown } = folder
  const file = newTablesFile(folder.config, io)
  const force = parsed.flag('force')
  if (existsSync(file) && !force) throw new UsageError(`${file} is there already: --force overwrites it.`)
  if (isMissing(store.url)) throw new UsageError(`There is no database at ${shown}: --store url names the one to read.`)
  const asked = parsed.texts('table')
  const found = await askDatabase(folder, io, (database) => tablesIn(database, asked))
  if (found.length === 0)
    throw new UsageError(
      `There are no tables in ${shown} that rows can be inserted into: create them, then call this again.`,
    )
  const text = draftConfiguration(found)
  if (!text.includes('toolId'))
    throw new UsageError(`No table in ${shown} can be described as a tool: ${commentsIn(text)}`)
  await write(file, text, force)
  const { tables } = await tablesConfiguration(file)
  io.out(`Wrote ${file}: ${count(tables.length, 'tool')} from ${shown}.\n`)
  for (const { toolId, tableName } of tables) io.out(`  ${toolId}  inserts into ${tableName}\n`)
  const where = [...(dir === '' ? [] : [dir]), ...(parsed.text('store') === undefined ? [] : ['--store', shown])].join(
    ' ',
  )
  io.out(
    `Read it: what it cannot say of the database is a comment, and descriptions are for you to write. Then call \`surety tables check ${where}`.trimEnd() +
      '`, and serve it.\n',
  )
  return EXIT.ok
}

/** Those that were asked for, or all. */
async function tablesIn(database: TableStore, asked: readonly string[]): Promise<readonly TableInfo[]> {
  const names = await database.tableNames()
  for (const name of asked) {
    if (names.includes(name)) continue
    const among = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`
    throw new UsageError(printable(`There is no table ${JSON.stringify(name)}; ${among}.${suggestion(name, names)}`))
  }
  const wanted = asked.length > 0 ? [...new Set(asked)] : names
  const described = await Promise.all(wanted.map((name) => database.describe(name)))
  return described.filter((table) => table !== undefined)
}

function commentsIn(text: string): string {
  return printable([...text.matchAll(/^# (.+)$/gm)].map(([, line]) => line).join(' '))
}

/** A file that is new must still be new when it is written. */
async function write(file: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
