import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a new file into folders of the project, and says where; undefined where that cannot be done, or one of them is a
 * link: whoever wrote the project must not choose what is written elsewhere.
 */
export async function writeInside(
  root: string,
  folders: readonly string[],
  name: string,
  text: string,
): Promise<string | undefined> {
  try {
    let folder = await realpath(root)
    for (const part of folders) {
      folder = join(folder, part)
      await mkdir(folder).catch(unlessThere)
      if ((await realpath(folder)) !== folder) return undefined
    }
    const file = join(folder, name)
    await writeFile(file, text, { flag: 'wx' }).catch(unlessThere)
    return (await readFile(file, 'utf8')) === text ? join(root, ...folders, name) : undefined
  } catch {
    return undefined
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
