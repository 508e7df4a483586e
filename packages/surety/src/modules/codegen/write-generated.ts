import { createHash, randomUUID } from 'node:crypto'
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diagnosticsOf, findModule } from '../find-module.ts'
import { codeOf, makeFolders, notWritten } from '../make-folders.ts'
import type { ModuleAnswer, Workspace } from '../module.ts'
import { GENERATED, type GeneratedFile, generateModule } from './codegen.ts'

export interface WrittenFiles {
  /** Sorted by path, which is relative to the root. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[]
}

/** Writes what is generated for a module below `.surety/generated/<ref>/`, each file whole or not at all. */
export async function writeGenerated(workspace: Workspace, ref: string): Promise<ModuleAnswer<WrittenFiles>> {
  const found = findModule(workspace, ref)
  if (!found.ok) return found
  const module = found.value
  const generated = generateModule({
    ...module,
    diagnostics: [...module.diagnostics, ...diagnosticsOf(workspace, module)],
  })
  if (!generated.ok) return generated
  const folders = ['.surety', 'generated', ...module.ref.split('/')]
  const obstacle = await makeFolders(workspace.root, folders)
  if (obstacle !== undefined) return { ok: false, error: obstacle }
  return writeInto(workspace.root, folders.join('/'), generated.value)
}

async function writeInto(
  root: string,
  folder: string,
  files: readonly GeneratedFile[],
): Promise<ModuleAnswer<WrittenFiles>> {
  for (const { path, text } of files) {
    const failed = await writeWhole(join(root, folder, path), text)
    if (failed !== undefined)
      return { ok: false, error: notWritten(`${join(root, folder, path)} cannot be written`, failed) }
  }
  await removeStale(join(root, folder), new Set(files.map(({ path }) => path)))
  const written = files.map(({ path, text }) => ({
    path: `${folder}/${path}`,
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  return { ok: true, value: { files: written } }
}

/** A link that stands in the way is replaced, not followed. */
async function writeWhole(file: string, text: string): Promise<string | undefined> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, text, { flag: 'wx' })
    await rename(temporary, file)
    return undefined
  } catch (error) {
    await rm(temporary, { force: true })
    return codeOf(error)
  }
}

/** Takes away what an earlier generation left, and nothing that somebody else put there. */
async function removeStale(folder: string, current: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || current.has(entry.name) || !/\.ts(?:\.[\da-f-]{36}\.tmp)?$/.test(entry.name)) continue
    const file = join(folder, entry.name)
    if ((await readFile(file, 'utf8')).startsWith(GENERATED)) await rm(file, { force: true })
  }
}
