import { open } from 'node:fs/promises'
import { errnoOf } from './found.ts'

/** Writes a folder's names to the disk; not every system lets a folder be opened for that. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!UNABLE.has(errnoOf(error) ?? '')) throw error
  }
}

const UNABLE: ReadonlySet<string> = new Set(['EPERM', 'EISDIR', 'EINVAL', 'EACCES'])
