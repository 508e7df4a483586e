import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isRecord } from '@surety/tool-contracts/tools'
import { realOf } from '../../author/yaml/bounds.ts'
import { order } from '../diagnostic.ts'

/** An installed package as it was when code of a module was loaded with it. */
export interface PinnedPackage {
  readonly name: string
  readonly version: string
  /** Of all its files. */
  readonly sha256: string
}

export interface InstalledPackage {
  readonly name: string
  /** Where it is found under its name. */
  readonly path: string
  /** Where its files are. */
  readonly folder: string
  readonly manifest: Readonly<Record<string, unknown>>
}

/** The package that code in a folder gets by a name, as Node looks for it; undefined where none is installed. */
export function findPackage(name: string, from: string): InstalledPackage | undefined {
  const path = join(from, 'node_modules', ...name.split('/'))
  const folder = realOf(path)
  const manifest = folder === undefined ? undefined : manifestIn(folder)
  if (folder !== undefined && manifest !== undefined) return { name, path, folder, manifest }
  return dirname(from) === from ? undefined : findPackage(name, dirname(from))
}

/** Do its files lie where packages are installed? A link into a repository brings whatever lies there. */
export function isInstalled({ folder }: InstalledPackage): boolean {
  return folder.split(sep).includes('node_modules')
}

/** The packages of these names and all that they depend on, as far as they are installed. */
export function withDependencies(names: readonly string[], from: string): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  const add = (name: string, folder: string): void => {
    const one = findPackage(name, folder)
    if (one === undefined || found.has(one.path) || !isInstalled(one)) return
    found.set(one.path, one)
    for (const dependency of dependenciesOf(one)) add(dependency, one.folder)
  }
  for (const name of names) add(name, from)
  return [...found.values()]
}

/** Sorted, each once. */
export function pinned(packages: readonly InstalledPackage[]): readonly PinnedPackage[] {
  const pins = new Map(
    packages.map(({ name, folder, manifest }) => {
      const { version } = manifest
      const pin = { name, version: typeof version === 'string' ? version : '', sha256: digestOf(folder) }
      return [JSON.stringify(pin), pin] as const
    }),
  )
  return [...pins].toSorted(([a], [b]) => order(a, b)).map(([, pin]) => pin)
}

function manifestIn(folder: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return isRecord(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

function dependenciesOf({ manifest }: InstalledPackage): readonly string[] {
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'].map((kind) => manifest[kind])
  return kinds.flatMap((kind) => (isRecord(kind) ? Object.keys(kind) : [])).filter((name) => PACKAGE.test(name))
}

const PACKAGE = /^(?:@[\w.-]+\/)?[\w-][\w.-]*$/

/** The package that a specifier names: none for files and for what Node brings. */
export function packageOf(specifier: string): string | undefined {
  const parts = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
  const name = parts.join('/')
  return PACKAGE.test(name) ? name : undefined
}

/** By folder: to look at the files again is much faster than to read them. */
const digests = new Map<string, { readonly stamp: string; readonly sha256: string }>()

function digestOf(folder: string): string {
  const entries = entriesBelow(folder, '')
  const stamp = entries.map(({ path, found }) => `${path} ${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}`)
  const known = digests.get(folder)
  if (known?.stamp === stamp.join('\n')) return known.sha256
  const hash = createHash('sha256')
  for (const { path, found } of entries) {
    const content = found.isSymbolicLink() ? readlinkSync(join(folder, path)) : readFileSync(join(folder, path))
    hash.update(JSON.stringify([path, createHash('sha256').update(content).digest('hex')]))
  }
  const sha256 = hash.digest('hex')
  digests.set(folder, { stamp: stamp.join('\n'), sha256 })
  return sha256
}

interface PackageEntry {
  readonly path: string
  readonly found: Stats
}

/** Files and links, sorted; what is neither cannot be loaded. */
function entriesBelow(folder: string, below: string): readonly PackageEntry[] {
  const names = readdirSync(join(folder, below)).toSorted(order)
  return names.flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`
    const found = lstatSync(join(folder, path))
    if (found.isDirectory()) return entriesBelow(folder, path)
    return found.isFile() || found.isSymbolicLink() ? [{ path, found }] : []
  })
}
