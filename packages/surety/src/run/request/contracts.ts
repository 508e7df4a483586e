import type { ContractFile, Problem } from '../../author/contract-file.ts'
import { loadCode } from '../../author/code/load-code.ts'
import { loadContracts, withoutDuplicates } from '../../author/load-contracts.ts'
import { startCell } from '../../sandbox/start-cell.ts'
import type { Layers } from '../../sandbox/cell.ts'
import type { Project } from './prepare.ts'
import type { TestRequest } from './request.ts'

const CODE_MEMORY = 512 * 1024 * 1024

export interface Contracts {
  readonly contracts: readonly ContractFile[]
  readonly problems: readonly Problem[]
  /** Ends the process that contracts written in code answer from. */
  readonly end: () => Promise<void>
}

/** Every contract of the project, in YAML and in code, and those besides; the code runs in the sandbox only. */
export async function readContracts(
  { config, project }: Project,
  layers: Promise<Layers>,
  { contracts: besides = [], readCode }: Partial<Pick<TestRequest, 'contracts' | 'readCode'>> = {},
): Promise<Contracts> {
  const { contracts: written, code, problems } = await loadContracts(config)
  const start = async (command: readonly string[]): ReturnType<typeof startCell> =>
    startCell({
      layers: await layers,
      project,
      command,
      cwd: project,
      env: {},
      network: false,
      memoryBytes: CODE_MEMORY,
      trace: false,
      spy: false,
    })
  const loaded = await (readCode?.(layers, config.root) ?? loadCode(code, start, { root: config.root }))
  const unique = withoutDuplicates([...written, ...loaded.contracts, ...besides])
  return {
    contracts: unique.contracts,
    problems: [...problems, ...loaded.problems, ...unique.problems],
    end: loaded.end,
  }
}
