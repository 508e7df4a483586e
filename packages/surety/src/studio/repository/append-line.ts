import { type FileHandle, constants, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Access, type Folder, bestAccess, openPlain } from './access.ts'
import { type AppendCode, appendFailure } from './append-failure.ts'
import { folderInside } from './folder-inside.ts'
import { type Found, errnoOf, pathRefused } from './found.ts'
import { withLock } from './with-lock.ts'

/** Below the root. Whoever appends holds it. */
export const APPEND_LOCK = '.surety/append.lock'

const LINE_FEED = 0x0a
const WAIT_MS = 10_000

export interface AppendOptions {
  readonly access?: Access
  /** How long to wait for other processes that append. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
}

/**
 * Appends a text and a newline to the file at a path below the root (absolute, free of links), makes folders and file where they are
 * missing, and gives the number of bytes once they are on disk. A line that a crash has torn is ended first. Where the file or a folder
 * on the way is a link, or anything else than a file with one name, nothing is written.
 */
export async function appendLine(
  root: string,
  path: string,
  text: string,
  options: AppendOptions = {},
): Promise<Found<number, AppendCode>> {
  const { access = bestAccess(), waitMs = WAIT_MS, signal } = options
  try {
    if (!(await inFolderOf(access, root, APPEND_LOCK, makeLock))) return pathRefused(APPEND_LOCK)
    const bytes = await withLock(join(root, APPEND_LOCK), { waitMs, signal }, () =>
      inFolderOf(access, root, path, (folder, name) => appendIn(access, folder, name, join(root, path), text)),
    )
    return bytes === undefined ? pathRefused(path) : { ok: true, value: bytes }
  } catch (error) {
    return appendFailure(path, error)
  }
}

/** Does something in the folder of a path below the root; undefined where a link or a file is on the way to it. */
async function inFolderOf<T>(
  access: Access,
  root: string,
  path: string,
  action: (folder: Folder, name: string) => Promise<T>,
): Promise<T | undefined> {
  const names = path.split('/')
  const name = names.pop() ?? ''
  const folder = await folderInside(access, root, names)
  if (folder === undefined) return undefined
  return action(folder, name).finally(folder.close)
}

/** Opened only where it is not there: whoever closes a file gives back all locks that the process has on it. */
async function makeLock(folder: Folder, name: string): Promise<boolean> {
  await create(folder, name)
  return (await lstat(folder.at(name))).isFile()
}

async function appendIn(
  access: Access,
  folder: Folder,
  name: string,
  path: string,
  text: string,
): Promise<number | undefined> {
  await create(folder, name)
  const handle = await openPlain(access, path, constants.O_RDWR | constants.O_APPEND, folder.at(name))
  if (handle === undefined) return undefined
  try {
    const bytes = Buffer.from(`${(await isTorn(handle)) ? '\n' : ''}${text}\n`)
    await writeWhole(handle, bytes)
    await handle.sync()
    return bytes.length
  } finally {
    await handle.close()
  }
}

/** Makes an empty file where there is nothing yet, not even a link that leads nowhere. */
async function create(folder: Folder, name: string): Promise<void> {
  try {
    await (await open(folder.at(name), 'wx')).close()
    await folder.sync()
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  }
}

/** Was the last line cut off before its newline? */
async function isTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return bytesRead === 1 && buffer[0] !== LINE_FEED
}

/** One write, unless the system takes only a part of it: a full disk fails on the rest. */
async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, null)
    written += bytesWritten
  }
}
