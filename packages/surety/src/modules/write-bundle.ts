import { randomUUID } from 'node:crypto'
import { lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, makeFolders, notWritten } from './make-folders.ts'
import type { ModuleAnswer } from './module.ts'

const FOLDERS = ['.surety', 'bundles'] as const

/** Writes a file that is named for what it holds; its path relative to the root, which is a real path. */
export async function writeBundle(root: string, name: string, text: string): Promise<ModuleAnswer<string>> {
  const path = [...FOLDERS, name].join('/')
  const refused = await makeFolders(root, FOLDERS)
  if (refused !== undefined) return { ok: false, error: refused }
  const file = join(root, path)
  if (await holds(file, text)) return { ok: true, value: path }
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await writeDurably(temporary, text)
    await rename(temporary, file)
    await flushFolder(join(root, ...FOLDERS))
    return { ok: true, value: path }
  } catch (error) {
    await rm(temporary, { force: true })
    return { ok: false, error: notWritten(`${file} cannot be written`, codeOf(error)) }
  }
}

async function holds(file: string, text: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  if (found?.isFile() !== true || found.size !== Buffer.byteLength(text)) return false
  return (await readFile(file, 'utf8')) === text
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
