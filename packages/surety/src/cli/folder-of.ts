import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './command.ts'

/** The folder that was named on the command line; `instead` says what to give where it is none. */
export function folderOf(name: string, cwd: string, instead: string): string {
  const folder = resolve(cwd, name)
  const kind = kindOf(folder)
  if (kind === undefined) throw new UsageError(`There is no folder ${JSON.stringify(name)}. ${instead}`)
  if (kind === 'folder') return folder
  throw new UsageError(`${JSON.stringify(name)} is not a folder. ${instead}`)
}

function kindOf(path: string): 'folder' | 'other' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new UsageError(`${path} cannot be looked at (${String(code)}): check who may enter its folders.`)
  }
}
