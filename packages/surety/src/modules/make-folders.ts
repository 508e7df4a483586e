import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModuleFailure } from './module.ts'

/** Makes them, each in the one before, where they are missing; why not, where one is a link or no folder: what is written must stay below the root. */
export async function makeFolders(root: string, folders: readonly string[]): Promise<ModuleFailure | undefined> {
  if (folders.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name)))
    return refused('The name of the module is no name of a folder. Rename the module.')
  for (const index of folders.keys()) {
    const path = folders.slice(0, index + 1).join('/')
    const failed = await mkdir(join(root, path)).catch(codeOf)
    if (failed !== undefined && failed !== 'EEXIST') return notWritten(`${join(root, path)} cannot be made`, failed)
    const found = await lstat(join(root, path))
    if (!found.isDirectory())
      return refused(`${path} is a link or a file, and nothing is written through it. Put a folder in its place.`)
  }
  return undefined
}

/** Something else stands at the path. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ELOOP', 'ENAMETOOLONG'])

/** What the machine did not do, by the system's code: unless something stands in the way, nothing is wrong with the path. */
export function notWritten(what: string, code: string): ModuleFailure {
  const message = `${what} (${code}). Check that its folder may be written to, and that the disk has room.`
  return { code: IN_THE_WAY.has(code) ? 'PATH_REFUSED' : 'UPSTREAM_FAILED', message }
}

function refused(message: string): ModuleFailure {
  return { code: 'PATH_REFUSED', message }
}

/** The system's code of an error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
