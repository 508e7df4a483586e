import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { bytesOf } from './file-name.ts'

/** A server can put a pipe or a device in a file's place at any moment; to open one for reading may never end. */
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW | constants.O_NOCTTY

/** Opens a plain file; undefined for anything else, and for what cannot be read. */
export async function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(bytesOf(path), READ_ONLY).catch(() => undefined)
  if (file === undefined || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** The same at once: a file descriptor. */
export function openPlainFileSync(path: string): number | undefined {
  try {
    const file = openSync(bytesOf(path), READ_ONLY)
    if (fstatSync(file).isFile()) return file
    closeSync(file)
  } catch {
    // Gone, or not for us to read.
  }
  return undefined
}
