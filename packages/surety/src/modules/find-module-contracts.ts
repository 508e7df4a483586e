import { matchesGlob } from '@surety/tool-contracts/tools'
import { diagnostic } from './diagnostic.ts'
import { MANIFEST_FILE, type NamedFiles } from './manifest.ts'
import type { ModuleFiles, Naming } from './module-files.ts'
import type { OpenedManifest } from './open-manifest.ts'

const IS_YAML = /\.ya?ml$/
const IS_CODE = /\.contract\.(?:ts|mts|js|mjs)$/

export interface FoundContract {
  readonly path: string
  readonly notation: 'yaml' | 'code'
  /** The glob that names it first. */
  readonly naming: Naming
}

/** The contracts that the manifest's globs name, sorted by path; a glob that names none is told. */
export function findModuleContracts(
  files: ModuleFiles,
  paths: readonly string[],
  named: NamedFiles,
  locate: OpenedManifest['locate'],
): readonly FoundContract[] {
  const file = `${files.shown}/${MANIFEST_FILE}`
  const isContract = (path: string): boolean =>
    (IS_YAML.test(path) || IS_CODE.test(path)) && path !== MANIFEST_FILE && path !== named.tables
  const candidates = paths.filter(isContract)
  const found = new Map<string, FoundContract>()
  for (const [index, glob] of named.tools.entries()) {
    const naming = { file, ...locate(['tools', index]), key: `'tools[${index}]'` }
    const matched = candidates.filter((path) => matchesGlob(glob, path))
    if (matched.length === 0) files.diagnostics.push(nothingMatched(naming))
    for (const path of matched) {
      const notation = IS_CODE.test(path) ? 'code' : 'yaml'
      if (!found.has(path)) found.set(path, { path, notation, naming })
    }
  }
  return candidates.flatMap((path) => found.get(path) ?? [])
}

function nothingMatched(naming: Naming): ReturnType<typeof diagnostic> {
  const message = `${naming.key} matches no contract.`
  const fix =
    'Contracts are files in this folder that end in .yaml, .yml, .contract.ts, .contract.mts, .contract.js or .contract.mjs; correct the glob, or remove it.'
  return diagnostic('GLOB_MATCHES_NOTHING', naming, message, fix)
}
