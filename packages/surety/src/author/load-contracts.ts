import { relative, sep } from 'node:path'
import type { Config } from './config/config.ts'
import type { ContractFile, Problem } from './contract-file.ts'
import { type Bounds, boundsOf } from './yaml/bounds.ts'
import { findContracts } from './find-contracts.ts'
import { type ContractFields, type ReadContract, contractFields, contractIn } from './contract-in.ts'
import { type OpenedYaml, openYaml } from './yaml/open-yaml.ts'
import { readText } from './yaml/read-text.ts'

export interface LoadedContracts {
  readonly contracts: readonly ContractFile[]
  readonly problems: readonly Problem[]
  /** Contracts written in TypeScript or JavaScript, absolute: `loadCode` reads them. */
  readonly code: readonly string[]
}

const AT_ONCE = 4

/** Every contract below the configured folder; a bad file hides no other. Every few files others have their turn. */
export async function loadContracts(config: Config): Promise<LoadedContracts> {
  const within = boundsOf(config.root, config.check.toolsDir)
  const { yaml, code, unseen } = findContracts(config.check.toolsDir, within)
  const read: ReadContract[] = []
  for (const path of yaml.filter((one) => one !== config.file)) {
    read.push(await readFile(path, shownFrom(config.root, path), within))
    if (read.length % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const { contracts, problems } = withoutDuplicates(read.flatMap((one) => (one.ok ? [one.contract] : [])))
  const hidden = unseen.map(({ path, message, fix }) => ({
    file: shownFrom(config.root, path) || '.',
    line: 1,
    column: 1,
    message,
    fix,
  }))
  return { contracts, problems: [...hidden, ...read.flatMap((one) => (one.ok ? [] : one.problems)), ...problems], code }
}

/** A path as reports show it: relative to the configuration's folder, with `/`. */
export function shownFrom(root: string, path: string): string {
  const inside = path.startsWith(`${root}${sep}`) ? path.slice(root.length + 1) : relative(root, path)
  return inside.split(sep).join('/')
}

/** Of contracts for the same tool none can be believed. */
export function withoutDuplicates(contracts: readonly ContractFile[]): Omit<LoadedContracts, 'code'> {
  const byTool = new Map<string, ContractFile[]>()
  for (const contract of contracts) byTool.set(contract.tool, [...(byTool.get(contract.tool) ?? []), contract])
  const problems = contracts.flatMap((contract) => {
    const { file, tool } = contract
    const other = byTool.get(tool)?.find((one) => one !== contract)
    if (other === undefined) return []
    const message = `The tool '${tool}' has another contract in ${other.file}.`
    return [{ file, tool, ...contract.locate(['tool']), message, fix: 'Keep one of them.' }]
  })
  const twice = new Set(problems.map(({ tool }) => tool))
  return { contracts: contracts.filter(({ tool }) => !twice.has(tool)), problems }
}

async function readFile(path: string, file: string, within: Bounds): Promise<ReadContract> {
  const read = readText(path, within)
  if (read.ok) {
    const opened = openYaml(read.text, { path, file })
    return contractIn(opened, await fieldsFor(opened))
  }
  const { line, column, message, fix } = read
  return { ok: false, problems: [{ file, line, column, message, fix }] }
}

const NEVER_ASKED = { read: () => undefined, schema: {} }
const NO_CONDITIONS = { preconditions: NEVER_ASKED, postconditions: NEVER_ASKED, approval: NEVER_ASKED }
const UNCONDITIONAL = contractFields(NO_CONDITIONS)

/** CEL takes long to load, and most contracts have no conditions. */
export async function fieldsFor({ entry }: OpenedYaml): Promise<ContractFields> {
  const hasNone = Object.keys(NO_CONDITIONS).every((key) => entry?.at(key).value === undefined)
  return hasNone ? UNCONDITIONAL : (await import('./read-contract.ts')).IN_YAML
}
