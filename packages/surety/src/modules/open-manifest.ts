import { resolve } from 'node:path'
import type { Place } from '../author/contract-file.ts'
import { openYaml } from '../author/yaml/open-yaml.ts'
import { FILE_START, diagnostic, fromProblem } from './diagnostic.ts'
import { MANIFEST_FILE, type NamedFiles, readManifest } from './manifest.ts'
import type { ModuleFiles } from './module-files.ts'
import type { Manifest } from './module.ts'

export interface OpenedManifest {
  readonly manifest: Manifest | undefined
  /** Undefined where nothing can be told of what it names. */
  readonly named: NamedFiles | undefined
  readonly locate: (path: readonly (string | number)[]) => Place
}

/** A module's manifest; what is wrong with it is said to `files`. */
export function openManifest(files: ModuleFiles, ref: string): OpenedManifest {
  const file = `${files.shown}/${MANIFEST_FILE}`
  const source = files.read(MANIFEST_FILE, { file, ...FILE_START, key: 'The module' })
  if (source === undefined) return { manifest: undefined, named: undefined, locate: () => FILE_START }
  const opened = openYaml(source.text, { path: resolve(files.folder, MANIFEST_FILE), file, quotes: false })
  const { manifest, named } = (opened.entry && readManifest(opened.entry)) ?? {}
  files.diagnostics.push(...opened.problems.map((problem) => fromProblem('MANIFEST_INVALID', problem)))
  if (manifest !== undefined && manifest.ref !== ref) {
    const message = `'module' is ${manifest.ref}, but the folder is that of ${ref}.`
    const fix = `Write \`module: ${ref}\`, or move the folder to modules/${manifest.ref}.`
    files.diagnostics.push(diagnostic('MODULE_NAME_MISMATCH', { file, ...opened.locate(['module']) }, message, fix))
  }
  return { manifest, named, locate: opened.locate }
}
