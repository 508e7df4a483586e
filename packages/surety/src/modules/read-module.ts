import type { ContractFile, Place } from '../author/contract-file.ts'
import type { StartModuleCode } from './code/module-view.ts'
import type { KnownCode } from './code/read-code.ts'
import { type Compiled, compileTool } from './compile-tool.ts'
import { FILE_START, type FilePlace, diagnostic, inOrder } from './diagnostic.ts'
import { findModuleContracts } from './find-module-contracts.ts'
import type { FolderFiles } from './folder-files.ts'
import { MANIFEST_FILE } from './manifest.ts'
import { ModuleFiles } from './module-files.ts'
import type { Diagnostic, Manifest, Module } from './module.ts'
import { openManifest } from './open-manifest.ts'
import { contractDiagnostic, readContracts } from './read-contracts.ts'
import { readTables } from './read-tables.ts'

export interface ReadOptions {
  /** Makes the processes that code of contracts runs in. */
  readonly startCode: StartModuleCode
  /** For each question to such a process. */
  readonly timeoutMs?: number
}

/** A module with what only those need who look at several of them. */
export interface ReadModule extends Module {
  /** Where a key of its module.yaml stands. */
  readonly locate: (path: readonly (string | number)[]) => Place
  /** Where each of its tools is named. */
  readonly toolPlaces: ReadonlyMap<string, FilePlace>
  /** Its tools, also those whose contracts cannot be used, with what they depend on. */
  readonly declared: readonly Pick<Compiled, 'name' | 'dependencies'>[]
  /** Tools whose contracts cannot be used. */
  readonly brokenTools: ReadonlySet<string>
  /** The packages that its code asks for, installed or not. */
  readonly imported: readonly string[]
  /** Ends the process that its predicates run in. */
  readonly end: () => Promise<void>
}

/** Reads a module's folder, however much is wrong with it; `found` is what the folder holds. */
export async function readModule(
  root: string,
  ref: string,
  folder: string,
  found: FolderFiles,
  options: ReadOptions,
  known: KnownCode,
): Promise<ReadModule> {
  const files = new ModuleFiles(root, folder)
  const file = `${files.shown}/${MANIFEST_FILE}`
  const { manifest, named: namedFiles, locate } = openManifest(files, ref)
  const paths = found.isTooLarge ? [] : found.paths
  const contracts = namedFiles === undefined ? [] : findModuleContracts(files, paths, namedFiles, locate)
  const read = await readContracts(files, root, contracts, paths, options, known)
  const naming = { file, ...locate(['tables']), key: "'tables'" }
  const tables = namedFiles?.tables === undefined ? [] : await readTables(files, namedFiles.tables, naming)

  const compile = (contract: ContractFile, isWhole: boolean): Compiled =>
    compileTool(contract, contract.file.slice(files.shown.length + 1), isWhole)
  const compiled = [
    ...read.contracts.map((one) => compile(one, true)),
    ...(read.broken ?? []).map((one) => compile(one, false)),
    ...tables,
  ]
  const { unique, twins } = withoutTwins(compiled)
  const usable = unique.flatMap(({ tool }) => tool ?? [])
  const usableNames = new Set(usable.map((one) => one.compiled.tool))
  const named = [...read.problems.flatMap(({ tool }) => tool ?? []), ...compiled.map(({ name }) => name)]
  return {
    ref,
    folder,
    file,
    manifest,
    tools: usable,
    sources: files.sources,
    packages: read.packages,
    imported: read.imported,
    diagnostics: inOrder([
      ...files.diagnostics,
      ...read.problems.map(contractDiagnostic),
      ...compiled.flatMap(({ diagnostics }) => diagnostics),
      ...twins,
      ...folderProblems(file, files.shown, found),
      ...(files.diagnostics.some(({ code }) => code === 'MANIFEST_INVALID') ? [] : emptiness(file, manifest)),
    ]),
    locate,
    toolPlaces: new Map(unique.map(({ name, at }) => [name, at])),
    declared: unique,
    brokenTools: new Set(named.filter((name) => !usableNames.has(name))),
    end: read.end,
  }
}

/** Of contracts for the same tool none can be believed. */
function withoutTwins(compiled: readonly Compiled[]): {
  readonly unique: readonly Compiled[]
  readonly twins: readonly Diagnostic[]
} {
  const first = new Map<string, Compiled>()
  const twice = new Map<string, Compiled>()
  for (const one of compiled) (first.has(one.name) ? twice : first).set(one.name, one)
  const twins = compiled.flatMap((one) => {
    const [a, b] = [first.get(one.name), twice.get(one.name)]
    if (a === undefined || b === undefined) return []
    const message = `The tool '${one.name}' is declared in ${(a === one ? b : a).at.file} too.`
    return [diagnostic('TOOL_DECLARED_TWICE', one.at, message, 'Keep one of them.')]
  })
  return { unique: compiled.filter(({ name }) => !twice.has(name)), twins }
}

function folderProblems(file: string, shown: string, found: FolderFiles): readonly Diagnostic[] {
  const unreadable = found.unreadable.map((path) => {
    const at = { file: path === '' ? shown : `${shown}/${path.slice(0, -1)}`, ...FILE_START }
    return diagnostic('FILE_UNREADABLE', at, 'The folder cannot be listed.', 'Check that it may be read and entered.')
  })
  if (!found.isTooLarge) return unreadable
  const message = 'The module has more files, or deeper folders, than are read; none of its contracts is.'
  return [
    ...unreadable,
    diagnostic('MODULE_TOO_LARGE', { file, ...FILE_START }, message, 'Divide it, or move out what is no part of it.'),
  ]
}

function emptiness(file: string, manifest: Manifest | undefined): readonly Diagnostic[] {
  if (manifest === undefined || manifest.tools.length > 0 || manifest.tables !== undefined) return []
  const message = "The module has neither 'tools' nor 'tables'."
  return [diagnostic('MODULE_EMPTY', { file, ...FILE_START }, message, "Name its contracts under 'tools'.")]
}
