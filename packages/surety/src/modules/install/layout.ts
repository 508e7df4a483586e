import { join } from 'node:path'
import type { InstalledModule } from './installed-set.ts'

/** Where things are below `<root>/.surety`. */
export const INSTALLED = ['.surety', 'installed'] as const
export const SETS = [...INSTALLED, 'sets'] as const
export const PLANS = ['.surety', 'plans'] as const

/** The file that says which set is installed: replaced as a whole, and nothing else makes a set the installed one. */
export function pointerFile(root: string): string {
  return join(root, ...INSTALLED, 'installed.json')
}

export function setFolder(root: string, id: string): string {
  return join(root, ...SETS, id)
}

/** The compiled modules of a set. */
export function modulesFile(set: string): string {
  return join(set, 'modules.json')
}

/** The contracts of a set, and nothing besides what they are read with. */
export function contractsFolder(set: string): string {
  return join(set, 'contracts')
}

/** Where each file that the module keeps stands in a set. */
export function keptFiles(set: string, { manifest, sources }: InstalledModule): readonly KeptFile[] {
  const folder = join(contractsFolder(set), ...manifest.ref.split('/'))
  return sources
    .filter(({ kept }) => kept)
    .map(({ path, sha256 }) => ({ path, file: join(folder, ...path.split('/')), sha256 }))
}

interface KeptFile {
  /** Relative to the module's folder. */
  readonly path: string
  readonly file: string
  readonly sha256: string
}

const SHA256 = /^[0-9a-f]{64}$/

/** Only such texts become names of files. */
export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && SHA256.test(text)
}

const MAX_PATH = 1024

/** Does the path stay below the folder it is relative to? */
export function staysBelow(path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || path.length > MAX_PATH || /[\\\0]/.test(path)) return false
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
}
