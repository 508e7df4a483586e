import { constants, lstat, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Access } from './access.ts'
import { syncFolder } from './sync-folder.ts'

/** How often in a row name and file must agree: whoever swaps them would have to be lucky in every gap between two looks. */
const ROUNDS = 16

/** Where there is no /proc. Nothing is read or written outside; but whoever swaps folders may get an empty file made there. */
export const byPath: Access = {
  async folder(path) {
    if (!(await lstat(path)).isDirectory()) return undefined
    return { at: (name) => join(path, name), sync: () => syncFolder(path), close: () => Promise.resolve() }
  },

  async open(path, flags) {
    // Windows has no O_NOFOLLOW; `isAt` finds out.
    return (await lstat(path)).isFile() ? open(path, flags | constants.O_NOFOLLOW) : undefined
  },

  async isAt(handle, path) {
    const opened = await handle.stat({ bigint: true })
    for (let round = 0; round < ROUNDS; round++) {
      if ((await realpath(path)) !== path) return false
      const named = await lstat(path, { bigint: true })
      if (named.ino !== opened.ino || named.dev !== opened.dev || named.nlink !== 1n) return false
    }
    return true
  },
}
