import { mkdir } from 'node:fs/promises'
import type { Access, Folder } from './access.ts'
import { errnoOf } from './found.ts'

/**
 * Holds the folder at these names below the root, and makes what is missing of it. Undefined where a link or a file is in the way: each
 * name is looked up in the folder that is held, so that nothing is ever made elsewhere.
 */
export async function folderInside(
  access: Access,
  root: string,
  names: readonly string[],
): Promise<Folder | undefined> {
  let folder = await access.folder(root)
  for (const name of names) {
    if (folder === undefined) return undefined
    const parent: Folder = folder
    folder = await enter(access, parent, name).finally(parent.close)
  }
  return folder
}

async function enter(access: Access, parent: Folder, name: string): Promise<Folder | undefined> {
  const isNew = await mkdir(parent.at(name)).then(() => true, unlessThere)
  if (isNew) await parent.sync()
  return access.folder(parent.at(name))
}

function unlessThere(error: unknown): false {
  if (errnoOf(error) === 'EEXIST') return false
  throw error
}
