import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StoreFailure, type TableTool, createTableTools, sqliteStore } from '@surety/tables'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, ENTRY } from './configuration.ts'

const FULL_DISK = new URL('full-disk.mjs', import.meta.url).pathname

let folder: string
let file: string
const opened: { close: () => Promise<void> }[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-tables-'))
  file = join(folder, 'tables.db')
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function toolOn(path: string): Promise<TableTool> {
  const store = sqliteStore(path)
  opened.push(store)
  const [tool] = await createTableTools({ config: CONFIGURATION, store })
  return tool ?? expect.unreachable()
}

it('the file and its tables are made where they are missing, for their owner alone', async () => {
  const tool = await toolOn(join(folder, 'new', 'tables.db'))
  expect(await tool.execute(ENTRY)).toMatchObject({ success: true })
  expect(statSync(join(folder, 'new', 'tables.db')).mode & 0o777).toBe(0o600)
})

it('tables that are there already are left as they are', async () => {
  const operator = new DatabaseSync(file)
  operator.exec(
    'create table mood_entries (id integer primary key, telegram_user_id, mood, energy_level, notes, price, active, metadata, timestamp)',
  )
  operator.close()
  const tool = await toolOn(file)
  expect(await tool.execute(ENTRY)).toMatchObject({ success: true, data: { id: '1' } })
})

it('a row is on disk when its caller is answered, whoever else reads the file', async () => {
  const tool = await toolOn(file)
  await tool.execute(ENTRY)
  const reader = new DatabaseSync(file, { readOnly: true })
  expect(reader.prepare('select mood from mood_entries').all()).toEqual([{ mood: 'happy' }])
  reader.close()
})

it('a lock of another process is waited for, and this one stays awake meanwhile', async () => {
  const tool = await toolOn(file)
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const running = tool.execute(ENTRY)
  await new Promise((resolve) => setTimeout(resolve, 100))
  other.exec('commit')
  expect(await running).toMatchObject({ success: true })
  other.close()
})

it('a lock that is never given back is P1008', async () => {
  const tool = await toolOn(file)
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  expect(await tool.execute(ENTRY)).toMatchObject({ error: { type: 'DATABASE_ERROR', details: { code: 'P1008' } } })
  other.close()
})

it('a file that was removed is not written to any more: its tables are missing', async () => {
  const tool = await toolOn(file)
  for (const name of ['', '-wal', '-shm']) rmSync(`${file}${name}`, { force: true })
  expect(await tool.execute(ENTRY)).toMatchObject({
    error: { type: 'CONFIG_ERROR', details: { code: 'table_not_found' } },
  })
})

it('a full disk is said to be one, no row that was acknowledged is lost, and the next call finds room again', () => {
  const script = `mount -t tmpfs -o size=1m tmpfs "$0" && exec "$1" "$2" "$0"`
  const said: unknown = JSON.parse(
    execFileSync('unshare', ['-r', '-m', 'sh', '-c', script, folder, process.execPath, FULL_DISK], {
      encoding: 'utf8',
    }),
  )
  const { whileFull, stored, rows } = said as { whileFull: string[]; stored: number; rows: number }
  expect(said).toMatchObject({ before: 'ok', after: 'ok' })
  expect(whileFull).toContain('disk_full')
  expect(whileFull.filter((end) => end !== 'ok' && end !== 'disk_full')).toEqual([])
  expect(rows).toBe(stored)
})

it.each([
  ['a folder', () => mkdirSync(file), 'is a folder'],
  [
    'no database',
    () => writeFileSync(file, 'just text, long enough to be no database at all'.repeat(50)),
    'not a database',
  ],
])('a file that is %s is named when the tools are made', async (_, spoil, reason) => {
  spoil()
  const failure = await toolOn(file).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreFailure)
  expect(String(failure)).toContain(reason)
  expect(String(failure)).toContain(file)
})

it.skipIf(process.getuid?.() === 0)('a folder that may not be written to is named', async () => {
  chmodSync(folder, 0o500)
  await expect(toolOn(file)).rejects.toThrow(/cannot be opened/)
  chmodSync(folder, 0o700)
})

it.skipIf(!existsSync('/proc/self'))('a place where nothing can be made is named, without an endless try', async () => {
  await expect(toolOn('/proc/nowhere/tables.db')).rejects.toThrow('/proc/nowhere/tables.db cannot be opened: ENOENT')
})

it('a copy of the file alone has all rows once the store is closed', async () => {
  const store = sqliteStore(file)
  const [tool] = await createTableTools({ config: CONFIGURATION, store })
  await tool?.execute(ENTRY)
  await store.close()
  copyFileSync(file, `${file}.copy`)
  const copy = new DatabaseSync(`${file}.copy`)
  expect(copy.prepare('select mood from mood_entries').all()).toEqual([{ mood: 'happy' }])
  copy.close()
})

it('a closed store opens again when it is used', async () => {
  const store = sqliteStore(file)
  opened.push(store)
  const [tool] = await createTableTools({ config: CONFIGURATION, store })
  await store.close()
  expect(await tool?.execute(ENTRY)).toMatchObject({ success: true })
})

it('several that start at once on a new file all find its tables', async () => {
  const tools = await Promise.all(Array.from({ length: 8 }, () => toolOn(file)))
  for (const [index, tool] of tools.entries())
    expect(await tool.execute({ ...ENTRY, user_id: `u${index}` })).toMatchObject({ success: true })
})

it('a new table has the fields of every tool that inserts into it', async () => {
  const store = sqliteStore(file)
  opened.push(store)
  const [mood] = CONFIGURATION.tables
  if (mood === undefined) return expect.unreachable()
  const place = { name: 'place', label: 'Place', dataType: 'text', required: true } as const
  const second = { ...mood, toolId: 'log-place', fields: [...mood.fields, place] }
  const [, tool] = await createTableTools({ config: { ...CONFIGURATION, tables: [mood, second] }, store })
  expect(await tool?.execute({ ...ENTRY, place: 'here' })).toMatchObject({ success: true })
})
