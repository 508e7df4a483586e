import { canonicalJson } from '@surety/tool-contracts/tools'
import { join } from 'node:path'
import type { ContractFile, Problem } from '../../author/contract-file.ts'
import { type LoadedCode, loadCode } from '../../author/code/load-code.ts'
import { shownFrom } from '../../author/load-contracts.ts'
import { type StartModuleCode, modulePackages, moduleView } from '../code/module-view.ts'
import { checkImports } from '../code/check-imports.ts'
import { pinned } from '../code/packages.ts'
import { compileTool } from '../compile-tool.ts'
import { FILE_START } from '../diagnostic.ts'
import { type InstalledModule, type InstalledSet, sha256 } from './installed-set.ts'
import { contractsFolder, keptFiles } from './layout.ts'
import { ownText } from './own-files.ts'

const MAX_FILE = 1024 * 1024
const IS_CODE = /\.contract\.[cm]?[jt]s$/
const IS_IMPORTABLE = /\.(?:[cm]?[jt]s|json)$/

/**
 * The contracts in code of a set in its folder. What an operator approved is what they said then: code that says anything else now, or
 * would be loaded with other packages, is refused. `root` is real.
 */
export async function installedCode(
  root: string,
  set: string,
  { modules }: InstalledSet,
  start: StartModuleCode,
  shownTo: string,
): Promise<LoadedCode> {
  const loaded: LoadedCode[] = []
  for (const module of modules)
    if (module.tools.some(({ file }) => IS_CODE.test(file)))
      loaded.push(await loadModule(root, set, module, start, shownTo))
  return {
    contracts: loaded.flatMap(({ contracts }) => contracts),
    problems: loaded.flatMap(({ problems }) => problems),
    end: async () => void (await Promise.all(loaded.map(({ end }) => end()))),
  }
}

async function loadModule(
  root: string,
  set: string,
  module: InstalledModule,
  start: StartModuleCode,
  shownTo: string,
): Promise<LoadedCode> {
  const { ref } = module.manifest
  const folder = join(contractsFolder(set), ...ref.split('/'))
  const expected = new Map(module.tools.filter(({ file }) => IS_CODE.test(file)).map((tool) => [tool.tool, tool]))
  const contracts = [...new Set([...expected.values()].map(({ file }) => file))]
  const problem = (file: string, message: string, fix: string, tool?: string): Problem => {
    const shown = shownFrom(shownTo, join(folder, ...file.split('/')))
    return { file: shown, ...FILE_START, message, fix, ...(tool !== undefined && { tool }) }
  }
  const sources = keptFiles(set, module).flatMap(({ path, file, sha256: digest }) => {
    const read = IS_IMPORTABLE.test(path) ? ownText(root, file, MAX_FILE) : undefined
    const text = read?.ok === true ? read.value : undefined
    return text !== undefined && sha256(text) === digest ? [{ path, text, sha256: digest }] : []
  })
  const { packages: names } = checkImports({ shown: ref, root, sources, contracts })
  const packages = modulePackages(root, names)
  if (canonicalJson(pinned(packages)) !== canonicalJson(module.packages))
    return refused(contracts.map((file) => problem(file, OTHER_PACKAGES, AS_INSTALLED)))

  const paths = contracts.map((file) => join(folder, ...file.split('/')))
  const view = moduleView(root, folder, sources, packages)
  const loaded = await loadCode(paths, (command) => start(command, view), { root: shownTo, quotes: false })
  const same: ContractFile[] = []
  const problems = [...loaded.problems]
  const told = new Set(problems.map(({ file }) => file))
  for (const [name, tool] of expected) {
    const found = loaded.contracts.find((contract) => contract.tool === name)
    const compiled = found && compileTool(found, tool.file).tool?.compiled
    if (found !== undefined && compiled !== undefined && canonicalJson(compiled) === canonicalJson(tool))
      same.push(found)
    else if (found !== undefined || !told.has(problem(tool.file, '', '').file))
      problems.push(problem(tool.file, SAYS_OTHERWISE, AS_INSTALLED, name))
  }
  return { contracts: same, problems, end: loaded.end }
}

const OTHER_PACKAGES =
  'The packages that it imports are not those it was installed with: what an operator approved is no longer what it says.'
const SAYS_OTHERWISE =
  'The contract does not say what it said when it was installed: its code must answer the same every time.'
const AS_INSTALLED =
  'Restore what was installed (the packages by their lock file), or have a new plan approved with graph.install_plan.'

function refused(problems: readonly Problem[]): LoadedCode {
  return { contracts: [], problems, end: () => Promise.resolve() }
}
