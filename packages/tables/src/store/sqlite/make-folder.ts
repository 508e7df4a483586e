import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder and those around it. Node's own `recursive` never ends where a file system refuses new folders with ENOENT. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(folder)) throw error
  }
}
