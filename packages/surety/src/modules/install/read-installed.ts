import { isRecord } from '@surety/tool-contracts/tools'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ModuleAnswer } from '../module.ts'
import { isModuleRef } from '../module-ref.ts'
import {
  type InstalledModule,
  type InstalledSet,
  NOTHING_INSTALLED,
  moduleDigest,
  setText,
  sha256,
} from './installed-set.ts'
import { contractsFolder, isDigest, keptFiles, modulesFile, pointerFile, setFolder, staysBelow } from './layout.ts'
import { ownText } from './own-files.ts'

const MAX_POINTER = 16 * 1024 * 1024
const MAX_MODULES = 512 * 1024 * 1024
const MAX_FILE = 1024 * 1024

/** The installed set, whole and unchanged since it was installed, or why it is not to be had. `root` is real. */
export function readInstalled(root: string): ModuleAnswer<InstalledSet> {
  const pointer = readPointer(root)
  if (!pointer.ok) return pointer
  if (pointer.value === undefined) return { ok: true, value: NOTHING_INSTALLED }
  const set = readSet(root, pointer.value)
  if (set.ok) return set
  // Another set may have been installed meanwhile, and this one taken away.
  const later = readPointer(root)
  const isReplaced = later.ok && later.value !== undefined && later.value.set !== pointer.value.set
  return isReplaced ? readInstalled(root) : set
}

/** The set that is installed, by its digest alone; undefined where nothing is. */
export function installedId(root: string): ModuleAnswer<string | undefined> {
  const pointer = readPointer(root)
  return pointer.ok ? { ok: true, value: pointer.value?.set } : pointer
}

/** `installed.json` */
export function pointerText({ id, modules }: InstalledSet): string {
  const listed = modules.map((module) => ({
    ref: module.manifest.ref,
    semver: module.manifest.semver,
    sha256: moduleDigest(module),
  }))
  return `${JSON.stringify({ version: 1, set: id, modules: listed }, undefined, 2)}\n`
}

interface Pointer {
  readonly set: string
  readonly text: string
}

function readPointer(root: string): ModuleAnswer<Pointer | undefined> {
  const read = ownText(root, pointerFile(root), MAX_POINTER)
  if (!read.ok || read.value === undefined) return read.ok ? { ok: true, value: undefined } : read
  const pointer = parsed(read.value)
  const set = isRecord(pointer) && pointer['version'] === 1 ? pointer['set'] : undefined
  return isDigest(set)
    ? { ok: true, value: { set, text: read.value } }
    : damaged('installed.json is not as Surety writes it')
}

/** Is the set in its folder what its name says, down to the last file? */
function readSet(root: string, pointer: Pointer): ModuleAnswer<InstalledSet> {
  const folder = setFolder(root, pointer.set)
  const read = ownText(root, modulesFile(folder), MAX_MODULES)
  if (!read.ok) return read
  if (read.value === undefined || sha256(read.value) !== pointer.set) return damaged('its modules.json is not')
  const modules = modulesIn(read.value)
  if (modules === undefined) return damaged('its modules.json was written by another version of Surety')
  const set = { id: pointer.set, modules }
  if (pointerText(set) !== pointer.text) return damaged('installed.json and the set it names do not belong together')
  const broken = damagedFile(root, folder, modules)
  return broken === undefined ? { ok: true, value: set } : damaged(broken)
}

/** The first file that is missing, changed or too many. */
function damagedFile(root: string, folder: string, modules: readonly InstalledModule[]): string | undefined {
  const kept = modules.flatMap((module) => keptFiles(folder, module))
  for (const { file, path, sha256: expected } of kept) {
    const read = ownText(root, file, MAX_FILE)
    if (!read.ok) return read.error.message
    if (read.value === undefined) return `the file ${path} is missing`
    if (sha256(read.value) !== expected) return `the file ${path} was changed`
  }
  const known = new Set(kept.map(({ file }) => file))
  const found = attempt(() => filesBelow(contractsFolder(folder)))
  if (found === undefined) return 'its contracts cannot be listed'
  return found.every((file) => known.has(file)) ? undefined : 'a file was added to it'
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function modulesIn(text: string): readonly InstalledModule[] | undefined {
  const file = parsed(text)
  const modules: unknown = isRecord(file) && file['version'] === 1 ? file['modules'] : undefined
  if (!Array.isArray(modules) || !modules.every(isInstalledModule)) return undefined
  return setText(modules) === text ? modules : undefined
}

/** The digest tells that Surety wrote it; what becomes a path is looked at all the same. */
function isInstalledModule(value: unknown): value is InstalledModule {
  if (!isRecord(value)) return false
  const { manifest, sources, tools, packages } = value
  if (!isRecord(manifest) || typeof manifest['ref'] !== 'string' || !isModuleRef(manifest['ref'])) return false
  if (!Array.isArray(sources) || !Array.isArray(packages) || !Array.isArray(tools) || !tools.every(isRecord))
    return false
  return sources.every((source) => isRecord(source) && staysBelow(source['path']) && isDigest(source['sha256']))
}

function parsed(text: string): unknown {
  return attempt<unknown>(() => JSON.parse(text))
}

/** Undefined where it fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function damaged(what: string): { readonly ok: false; readonly error: { code: 'MODULE_INVALID'; message: string } } {
  const message = `The installed set is damaged: ${what}. Restore .surety/installed from a backup, or remove that folder and install the modules again.`
  return { ok: false, error: { code: 'MODULE_INVALID', message } }
}
