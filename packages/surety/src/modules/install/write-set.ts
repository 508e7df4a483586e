import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Module, ModuleAnswer } from '../module.ts'
import { type IdentifiedSet, type InstalledSet, setText } from './installed-set.ts'
import { INSTALLED, SETS, contractsFolder, keptFiles, modulesFile, pointerFile, setFolder } from './layout.ts'
import { flushFolder, ownFolder, replaceFile } from './own-files.ts'
import { pointerText } from './read-installed.ts'

/**
 * Makes the set the installed one. A crash at any moment leaves the old set or the new one, whole: the new one is written
 * beside the old, and one rename makes it count. For one process at a time.
 */
export function switchTo(
  root: string,
  set: IdentifiedSet,
  modules: readonly Module[],
  before: string | undefined,
): ModuleAnswer<undefined> {
  if (set.id === before) return { ok: true, value: undefined }
  const installed = ownFolder(root, ...INSTALLED)
  if (!installed.ok) return installed
  const sets = ownFolder(root, ...SETS)
  if (!sets.ok) return sets
  const draft = join(sets.value, `${randomUUID()}.tmp`)
  writeSet(draft, set, modules)
  // Where one of this name is there, it may be what a crash or somebody's hand left of it.
  const folder = setFolder(root, set.id)
  if (existsSync(folder)) renameSync(folder, join(sets.value, `${randomUUID()}.tmp`))
  renameSync(draft, folder)
  flushFolder(sets.value)
  replaceFile(pointerFile(root), pointerText(set))
  removeOthers(sets.value, installed.value, new Set([set.id, before]))
  return { ok: true, value: undefined }
}

function writeSet(folder: string, set: InstalledSet, modules: readonly Module[]): void {
  const texts = new Map(
    modules.flatMap(({ ref, sources }) => sources.map(({ path, text }) => [`${ref}/${path}`, text] as const)),
  )
  mkdirSync(contractsFolder(folder), { recursive: true })
  const folders = new Set([folder, contractsFolder(folder)])
  for (const module of set.modules) {
    for (const { path, file } of keptFiles(folder, module)) {
      const text = texts.get(`${module.manifest.ref}/${path}`)
      if (text === undefined) throw new Error(`${module.manifest.ref} has no ${path}.`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { flag: 'wx', flush: true })
      for (let above = dirname(file); !folders.has(above); above = dirname(above)) folders.add(above)
    }
  }
  writeFileSync(modulesFile(folder), setText(set.modules), { flag: 'wx', flush: true })
  for (const one of folders) flushFolder(one)
}

/** What is neither installed nor was so just before, and drafts that a crash left. */
function removeOthers(sets: string, installed: string, kept: ReadonlySet<string | undefined>): void {
  for (const name of readdirSync(sets)) if (!kept.has(name)) rmSync(join(sets, name), { recursive: true, force: true })
  for (const name of readdirSync(installed))
    if (name.endsWith('.tmp')) rmSync(join(installed, name), { recursive: true, force: true })
}
