import { existsSync } from 'node:fs'
import { type FileHandle, constants } from 'node:fs/promises'
import { byDescriptor } from './by-descriptor.ts'
import { byPath } from './by-path.ts'

/** How files are opened so that whoever swaps them meanwhile does not win. */
export interface Access {
  /** Holds a folder; undefined for a link or anything else. */
  readonly folder: (path: string) => Promise<Folder | undefined>
  /** Opens a regular file that is no link, and nothing else: to open a pipe or a device would already be an effect. */
  readonly open: (path: string, flags: number) => Promise<FileHandle | undefined>
  /** Is this very file, once opened, the one at the path, with no link on the way? */
  readonly isAt: (handle: FileHandle, path: string) => Promise<boolean>
}

/** A folder that is held. */
export interface Folder {
  /** A path by which the system finds the name in this very folder. */
  readonly at: (name: string) => string
  /** What was made in it is then still there after a power cut, where the system can promise that. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The surest way that this machine has. */
export function bestAccess(): Access {
  return existsSync('/proc/self/fd') ? byDescriptor : byPath
}

/**
 * Opens the regular file at a path that is free of links; undefined where it is none, or is not there any more, or has more than one
 * name: another may lie outside the root, or be a refused one. `at` is the same path, as a held folder spells it.
 */
export async function openPlain(
  access: Access,
  path: string,
  flags: number,
  at: string = path,
): Promise<FileHandle | undefined> {
  const handle = await access.open(at, flags | constants.O_NONBLOCK)
  if (handle === undefined || (await isPlainAt(access, handle, path))) return handle
  await handle.close()
  return undefined
}

/** The count of names comes first: one that was removed to lower it is then missing from the path. */
async function isPlainAt(access: Access, handle: FileHandle, path: string): Promise<boolean> {
  try {
    const stats = await handle.stat()
    return stats.isFile() && stats.nlink === 1 && (await access.isAt(handle, path))
  } catch (error) {
    await handle.close()
    throw error
  }
}
