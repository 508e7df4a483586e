import { type Dirent, type Stats, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { allowedPath } from '../repository-path.ts'
import { FILE_START, diagnostic, order } from './diagnostic.ts'
import { MANIFEST_FILE } from './manifest.ts'
import { misplacedManifests, withoutManifest } from './misplaced-manifest.ts'
import { MAX_NAME, MODULES_FOLDER, isModuleName, isModuleRef } from './module-ref.ts'
import type { Diagnostic } from './module.ts'

export interface FoundModules {
  /** Sorted by ref. */
  readonly modules: readonly { readonly ref: string; readonly folder: string }[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Every folder `modules/<namespace>/<name>/` with a module.yaml below the root, which is a real path. */
export function findModules(root: string): FoundModules {
  const diagnostics: Diagnostic[] = []
  const folders = (path: string): readonly string[] => foldersIn(root, path, diagnostics)
  if (!isUsableFolder(entryAt(join(root, MODULES_FOLDER)), MODULES_FOLDER, diagnostics))
    return { modules: [], diagnostics }
  const namespaces = folders(MODULES_FOLDER)
  const refs = namespaces.flatMap((namespace) =>
    folders(`${MODULES_FOLDER}/${namespace}`).map((name) => `${namespace}/${name}`),
  )
  diagnostics.push(...['', ...namespaces].flatMap((namespace) => misplacedManifests(root, namespace)))
  const modules = refs.flatMap((ref) => {
    const folder = join(root, MODULES_FOLDER, ref)
    if (mayHaveManifest(folder)) return [{ ref, folder }]
    diagnostics.push(...withoutManifest(root, ref))
    return []
  })
  return { modules: modules.toSorted((a, b) => order(a.ref, b.ref)), diagnostics }
}

/** The folder of a module that may have come since the last search; undefined where there is none. */
export function findModuleAt(root: string, ref: string): string | undefined {
  const steps = [MODULES_FOLDER, ...ref.split('/')].map((_, index, all) => all.slice(0, index + 1).join('/'))
  const isThere = isModuleRef(ref) && steps.every((path) => isUsableFolder(entryAt(join(root, path)), path, []))
  const folder = join(root, MODULES_FOLDER, ref)
  return isThere && mayHaveManifest(folder) ? folder : undefined
}

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Where that cannot be told, yes: whoever reads it says why it cannot be read. */
function mayHaveManifest(folder: string): boolean {
  try {
    return lstatSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** The names of the folders in a folder that modules and namespaces can have; files are none of ours. */
function foldersIn(root: string, path: string, diagnostics: Diagnostic[]): readonly string[] {
  const entries = entriesOf(join(root, path))
  if (entries === undefined) {
    const at = { file: path, ...FILE_START }
    diagnostics.push(
      diagnostic('FILE_UNREADABLE', at, 'The folder cannot be listed.', 'Check that it may be read and entered.'),
    )
    return []
  }
  return entries
    .filter((entry) => !entry.name.startsWith('.') && isUsableFolder(entry, `${path}/${entry.name}`, diagnostics))
    .map(({ name }) => name)
}

function isUsableFolder(
  entry: Pick<Dirent, 'isDirectory' | 'isSymbolicLink'> | undefined,
  path: string,
  diagnostics: Diagnostic[],
): boolean {
  const at = { file: path, ...FILE_START }
  if (entry?.isSymbolicLink() === true) {
    const message = 'It is a link, and links to modules are not followed.'
    diagnostics.push(diagnostic('MODULE_FOLDER_LINK', at, message, 'Put the folder itself in its place.'))
  }
  if (entry?.isDirectory() !== true) return false
  const name = path.split('/').at(-1) ?? ''
  if (!isModuleName(name)) {
    const message = `No module can have this name: only lower-case letters, digits, and - _ . inside, at most ${MAX_NAME} characters.`
    diagnostics.push(diagnostic('MODULE_FOLDER_NAME', at, message, 'Rename the folder.'))
    return false
  }
  if (allowedPath(path) !== undefined) return true
  const message = 'Names with secret or credential in them are never read.'
  diagnostics.push(diagnostic('PATH_REFUSED', at, message, 'Rename the folder.'))
  return false
}

/** Undefined where it cannot be listed. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => order(a.name, b.name))
  } catch {
    return undefined
  }
}
