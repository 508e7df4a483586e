import { canonicalJson } from '@surety/tool-contracts/tools'
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { PinnedPackage } from '../code/packages.ts'
import type { CompiledTool, Manifest, Module, ModuleAnswer } from '../module.ts'

/** The modules that are installed together; a set is never changed, only replaced. */
export interface InstalledSet {
  /** The SHA-256 of all of it; undefined where nothing was ever installed. */
  readonly id: string | undefined
  /** Sorted by ref. */
  readonly modules: readonly InstalledModule[]
}

export interface InstalledModule {
  readonly manifest: Manifest
  /** Sorted by path. */
  readonly sources: readonly InstalledSource[]
  readonly tools: readonly CompiledTool[]
  /** As they were when the code of its contracts was loaded. */
  readonly packages: readonly PinnedPackage[]
}

interface InstalledSource {
  readonly path: string
  readonly sha256: string
  /** Whether the file is kept in the set: contracts and the schemas they name are. */
  readonly kept: boolean
}

/** A set that was, or can be, installed. */
export type IdentifiedSet = InstalledSet & { readonly id: string }

export const NOTHING_INSTALLED: InstalledSet = { id: undefined, modules: [] }

/** The set of these modules, as it would be installed. */
export function setOf(modules: readonly Module[]): ModuleAnswer<IdentifiedSet> {
  const made: InstalledModule[] = []
  for (const module of modules.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))) {
    const installed = asInstalled(module)
    if (installed === undefined) return { ok: false, error: { code: 'MODULE_INVALID', message: notJson(module.ref) } }
    made.push(installed)
  }
  return { ok: true, value: { id: sha256(setText(made)), modules: made } }
}

/** `modules.json`: the same text for the same modules. */
export function setText(modules: readonly InstalledModule[]): string {
  return canonicalJson({ version: 1, modules })
}

/** The SHA-256 of all that the module is: manifest, files and compiled contracts. */
export function moduleDigest(module: InstalledModule): string {
  return sha256(canonicalJson(module))
}

/** In hexadecimal, of the text as UTF-8. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** As it will be read again; undefined where JSON cannot carry it reliably, or where it has no manifest. */
function asInstalled({ manifest, file, sources, tools, packages }: Module): InstalledModule | undefined {
  if (manifest === undefined) return undefined
  const tables = manifest.tables === undefined ? undefined : posix.normalize(manifest.tables)
  const configuration = new Set([posix.basename(file), tables])
  const contracts = new Set(tools.map(({ compiled }) => compiled.file))
  // What is named like a contract and none of the module's must not become one.
  const isKept = (path: string): boolean =>
    !configuration.has(path) && (contracts.has(path) || !/\.ya?ml$|\.contract\.[cm]?[jt]s$/.test(path))
  const module = {
    manifest,
    sources: sources.map(({ path, text }) => ({ path, sha256: sha256(text), kept: isKept(path) })),
    tools: tools.map(({ compiled }) => compiled),
    packages,
  }
  try {
    const same: InstalledModule = JSON.parse(canonicalJson(module))
    return same
  } catch {
    return undefined
  }
}

function notJson(ref: string): string {
  return `${ref} cannot be installed: it has no manifest, or a contract of it holds half a surrogate pair or a number beyond all bounds, which JSON cannot carry. Run modules.validate and correct what it names.`
}
