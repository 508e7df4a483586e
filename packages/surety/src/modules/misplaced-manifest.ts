import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_START, diagnostic } from './diagnostic.ts'
import { MANIFEST_FILE } from './manifest.ts'
import type { Diagnostic } from './module.ts'
import { MODULES_FOLDER } from './module-ref.ts'

const SPELLINGS = [MANIFEST_FILE, 'module.yml'] as const

/** Manifests in modules/ itself (`''`) or in a namespace, where none is looked for. */
export function misplacedManifests(root: string, namespace: string): readonly Diagnostic[] {
  const place = `${MODULES_FOLDER}/<namespace>/${namespace === '' ? '<name>' : namespace}`
  return manifestsIn(root, namespace).map((file) => misplaced(file, `Move it, with its files, to ${place}/.`))
}

/** What to tell of modules/<namespace>/<name> that has no module.yaml: the manifest that was probably meant, if there is one. */
export function withoutManifest(root: string, ref: string): readonly Diagnostic[] {
  const [namespace = ''] = ref.split('/')
  const found = [
    ...manifestsIn(root, ref).map((file) => misplaced(file, `Rename it to ${MANIFEST_FILE}.`)),
    ...foldersIn(root, ref).flatMap((name) =>
      manifestsIn(root, `${ref}/${name}`).map((file) =>
        misplaced(file, `Move its folder to ${MODULES_FOLDER}/${namespace}/${name}.`),
      ),
    ),
  ]
  // Those in a folder that is itself a module, in the place of a namespace, are its own.
  if (found.length > 0 || manifestsIn(root, namespace).length > 0) return found
  const at = { file: `${MODULES_FOLDER}/${ref}`, ...FILE_START }
  return [diagnostic('MANIFEST_MISSING', at, 'The folder has no module.yaml.', 'Write one, or move the folder.')]
}

function misplaced(file: string, fix: string): Diagnostic {
  const message = `A manifest is read at ${MODULES_FOLDER}/<namespace>/<name>/${MANIFEST_FILE} only, so this one is not.`
  return diagnostic('MANIFEST_MISPLACED', { file, ...FILE_START }, message, fix)
}

function manifestsIn(root: string, below: string): readonly string[] {
  const folder = [MODULES_FOLDER, below].filter(Boolean).join('/')
  return SPELLINGS.map((name) => `${folder}/${name}`).filter((file) => isFile(join(root, file)))
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

function foldersIn(root: string, ref: string): readonly string[] {
  try {
    const entries = readdirSync(join(root, MODULES_FOLDER, ref), { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  } catch {
    return []
  }
}
