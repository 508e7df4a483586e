import { randomUUID } from 'node:crypto'
import { type FileHandle, constants, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { type Lock, lockText } from './lock.ts'
import { type ParsedLock, parseLock } from './parse-lock.ts'

export const LOCK_FILE = 'surety.lock'

const MAX_BYTES = 64 * 1024 * 1024

/** The lock in the file; undefined where there is no file. */
export async function readLock(file: string): Promise<ParsedLock | undefined> {
  const text = await readText(file).catch((error: unknown) => ({ error }))
  if (text === undefined) return undefined
  const parsed: ParsedLock = typeof text === 'string' ? parseLock(text) : { ok: false, reason: messageOf(text.error) }
  if (parsed.ok) return parsed
  const remedy = 'Restore it from version control, or remove it and run `surety lock` to pin what the server lists now.'
  return { ok: false, reason: `${LOCK_FILE} cannot be used: ${parsed.reason} ${remedy}` }
}

/** Whoever reads meanwhile sees the old file or the new one, never a half. */
export async function writeLock(file: string, lock: Lock): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, lockText(lock), { flag: 'wx', flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function readText(file: string): Promise<string | undefined> {
  // A link could make any file of the user's the lock.
  const real = await realpath(file).catch(unlessMissing)
  const folder = await realpath(dirname(file))
  if (real?.startsWith(folder.endsWith(sep) ? folder : folder + sep) === false)
    throw new Error('It is a link that leads out of the project.')
  // Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(unlessMissing)
  if (handle === undefined) return undefined
  try {
    return await readWhole(handle)
  } finally {
    await handle.close()
  }
}

async function readWhole(handle: FileHandle): Promise<string> {
  const found = await handle.stat()
  if (!found.isFile()) throw new Error('It is no file.')
  if (found.size > MAX_BYTES) throw new Error(`It has ${found.size} bytes; at most ${MAX_BYTES} are read.`)
  return handle.readFile('utf8')
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? `It cannot be read (${String(error.code)}).` : error.message
}
