import { resolve, sep } from 'node:path'
import { canonicalJson, sha256 } from '@surety/tool-contracts/tools'
import { type LoadedCode, loadCode } from '../../author/code/load-code.ts'
import type { FoundContract } from '../find-module-contracts.ts'
import type { ModuleFiles } from '../module-files.ts'
import type { ReadOptions } from '../read-module.ts'
import { checkImports } from './check-imports.ts'
import { modulePackages, moduleView } from './module-view.ts'
import { type PinnedPackage, pinned } from './packages.ts'

/** Contracts in code, and what they were loaded with. */
export interface ReadCode extends LoadedCode {
  readonly packages: readonly PinnedPackage[]
  /** The packages that the code asks for, installed or not. */
  readonly imported: readonly string[]
}

/** What was loaded last, by the digest of all that it was loaded from: code that did not change is not run again, however it ended. */
export type KnownCode = Map<string, { readonly digest: string; readonly loaded: LoadedCode }>

export const NO_CODE: ReadCode = {
  contracts: [],
  problems: [],
  packages: [],
  imported: [],
  end: () => Promise.resolve(),
}

const TIMEOUT_MS = 10_000
/** For all contracts of a module together, by that for one: one that hangs hides no other, many do not add up. */
const TOTAL = 2

/** The contracts in code among a module's files: loaded where they see only what the module's digest covers. */
export async function readCode(
  files: ModuleFiles,
  root: string,
  found: readonly FoundContract[],
  paths: readonly string[],
  { startCode, timeoutMs = TIMEOUT_MS }: ReadOptions,
  known: KnownCode,
): Promise<ReadCode> {
  const permitted = found.filter(({ path, naming }) => files.read(path, naming) !== undefined)
  const [first] = permitted
  if (first === undefined) return NO_CODE
  const contracts = permitted.map(({ path }) => path)
  // Which of them the code imports, only the code knows.
  const sources = importable(paths, new Set(contracts)).flatMap((path) => files.read(path, first.naming) ?? [])
  const checked = checkImports({ shown: files.shown, root, sources, contracts })
  files.diagnostics.push(...checked.diagnostics)
  const packages = modulePackages(root, checked.packages)
  const pins = pinned(packages)
  const seen = { packages: pins, imported: checked.packages }
  if (checked.diagnostics.length > 0) return { ...NO_CODE, ...seen }

  const digest = sha256(canonicalJson({ contracts, pins, sources: sources.map((one) => [one.path, one.sha256]) }))
  const before = known.get(files.folder)
  if (before?.digest === digest) return { ...before.loaded, ...seen }
  const view = moduleView(root, files.folder, sources, packages)
  const loaded = await loadCode(
    contracts.map((path) => resolve(files.folder, path)),
    (command) => startCode(command, view),
    { root, quotes: false, timeoutMs, totalMs: TOTAL * timeoutMs, compares: true },
  )
  // Whoever asks a predicate later starts the process again.
  await loaded.end()
  const problems = loaded.problems.map((one) => ({ ...one, message: one.message.replaceAll(`${root}${sep}`, '') }))
  known.set(files.folder, { digest, loaded: { ...loaded, problems } })
  return { ...loaded, problems, ...seen }
}

const IS_IMPORTABLE = /\.(?:[cm]?[jt]s|json)$/
const IS_CONTRACT = /\.contract\.[cm]?[jt]s$/

/** What code of a module can import, among its paths: what is named like a contract and is none of the module's is not installed either. */
export function importable(paths: readonly string[], contracts: ReadonlySet<string>): readonly string[] {
  return paths.filter((path) => IS_IMPORTABLE.test(path) && (contracts.has(path) || !IS_CONTRACT.test(path)))
}
