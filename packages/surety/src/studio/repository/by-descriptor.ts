import { type FileHandle, constants, open, readlink } from 'node:fs/promises'
import type { Access } from './access.ts'
import { errnoOf } from './found.ts'
import { syncFolder } from './sync-folder.ts'

/** Linux's: finds a file without opening it. Node has no name for it. */
const O_PATH = 0o10_000_000

const LINK = constants.O_NOFOLLOW

/** By what /proc says of an open file. The kernel knows where it is: no swap of names can make that up. */
export const byDescriptor: Access = {
  async folder(path) {
    const handle = await open(path, O_PATH | constants.O_DIRECTORY | LINK).catch(unlessNoFolder)
    if (handle === undefined) return undefined
    const at = (name: string): string => `${spot(handle)}/${name}`
    return { at, sync: () => syncFolder(at('.')), close: () => handle.close() }
  },

  async open(path, flags) {
    const found = await open(path, O_PATH | LINK)
    try {
      return (await found.stat()).isFile() ? await open(spot(found), flags) : undefined
    } finally {
      await found.close()
    }
  },

  // A file that is gone has ' (deleted)' behind its path, one that cannot be reached '(unreachable)' before it.
  isAt: async (handle, path) => Buffer.from(path).equals(await readlink(spot(handle), 'buffer')),
}

function spot(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`
}

function unlessNoFolder(error: unknown): undefined {
  if (errnoOf(error) === 'ENOTDIR' || errnoOf(error) === 'ELOOP') return undefined
  throw error
}
