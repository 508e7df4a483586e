import { statSync } from 'node:fs'
import { type Entry, nameOf } from '../yaml/reader.ts'

/** Says so where the path that an entry names is no folder. */
export function mustBeFolder(entry: Entry, path: string): void {
  if (!isFolder(path))
    entry.say(`${nameOf(entry.path)} names ${path}, which is no folder.`, 'Create it, or correct the path.')
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
